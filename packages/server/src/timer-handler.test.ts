import type { AccountRecord } from '@svc-simulator/core';
import { put, ref } from '@svc-simulator/store/store.ts';
import { TestWebhooks, testAccount } from '@svc-simulator/test-support/webhooks.ts';
import { expect, it } from 'vitest';
import { resumeByOperator, scheduleRemoval } from './operator/account-acts.ts';
import { handleTimer } from './timer-handler.ts';

const DAY_MS = 86_400_000;
const account = testAccount('acc_0000000000000001');

function storeAccount({ runtime }: TestWebhooks, changes: Partial<AccountRecord>): Promise<void> {
  const suspended = { reason: 'The course has ended', at: runtime.clock.now() };
  return runtime.store.transact({ account: account.id, lock: [ref('account', account.id)] }, () => ({
    result: undefined,
    puts: [put('account', account.id, { ...account, suspended, ...changes })],
  }));
}

it('keeps an account whose deletion is due later, even if an earlier timer runs', async () => {
  const { test, runAccountTimer, isStored } = await openTest();
  await storeAccount(test, { deleteAt: test.clock.now() + DAY_MS });
  await runAccountTimer();
  await runAccountTimer(test.clock.now());
  expect(await isStored()).toBe(true);
  // The clock was set back after the timer was due.
  await runAccountTimer(test.clock.now() + DAY_MS);
  expect(await isStored()).toBe(false);
});

it('keeps an account whose deletion is postponed while it is removed', async () => {
  const { test, runAccountTimer, isStored } = await openTest();
  await storeAccount(test, { deleteAt: test.clock.now() });
  const { store } = test.runtime;
  const transact = store.transact.bind(store);
  store.transact = async (scope, decide) => {
    if (scope.exclusive) {
      store.transact = transact;
      await storeAccount(test, { deleteAt: test.clock.now() + DAY_MS });
    }
    return transact(scope, decide);
  };
  await runAccountTimer();
  expect(await isStored()).toBe(true);
});

it('returns 409 to an operator who changes an account whose deletion is due', async () => {
  const { test, isStored } = await openTest();
  await storeAccount(test, { deleteAt: test.clock.now() });
  const conflict = { ok: false, refusal: { status: 409 } };
  expect(await resumeByOperator(test.runtime, account.id)).toMatchObject(conflict);
  const deletion = { reason: 'Later', days: 14 };
  expect(await scheduleRemoval(test.runtime, account.id, deletion)).toMatchObject(conflict);
  expect(await isStored()).toBe(true);
});

async function openTest() {
  const test = await TestWebhooks.open({ hosted: true });
  const { runtime, webhooks } = test;
  const accountRef = ref('account', account.id);
  return {
    test,
    runAccountTimer: (passedMs: number | null = null) =>
      handleTimer(runtime, webhooks.dispatcher, accountRef, passedMs),
    isStored: async () => (await runtime.store.get('account', account.id)) !== undefined,
  };
}
