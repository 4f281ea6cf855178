import type { AccountRecord } from '@svc-simulator/core';
import { put, ref, type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { SeededRandom } from '@svc-simulator/test-support/seeded-random.ts';
import { testAccount } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { type Fate, FaultyFiles } from '../../../store/test/faulty-files.ts';
import { TestDirectories } from '../../../store/test/test-directories.ts';
import { AccountService } from '../accounts/account-service.ts';
import { CallLog } from '../calls/call-log.ts';
import type { Runtime } from '../runtime.ts';
import { createClass } from './class-service.ts';
import { joinClass, leaveClass } from './membership.ts';

const directories = new TestDirectories();

/** Creates two classes of one trainer, on a disk whose writes the test controls. */
async function createTwoClasses() {
  const directory = await directories.make();
  const files = new FaultyFiles();
  const store = await directories.open(directory, { files });
  const clock = new ManualClock();
  const runtime = {
    store,
    clock,
    calls: new CallLog(clock),
    random: new SeededRandom(1),
    log: () => {},
    settings: {},
  } as unknown as Runtime;
  await store.transact({ account: 'acc_owner', lock: [ref('account', 'acc_owner')] }, () => ({
    result: undefined,
    puts: [put('account', 'acc_owner', testAccount('acc_owner'))],
  }));
  const [one, two] = [
    await createClass(runtime, 'acc_owner', 'One'),
    await createClass(runtime, 'acc_owner', 'Two'),
  ];
  const accounts = new AccountService(runtime);
  const register = async (classCode?: string) => {
    const registration = await accounts.register({ shortName: 'ana', password: 'correct horse', classCode });
    return registration.ok ? registration.value.account : undefined;
  };
  return { directory, files, store, runtime, one, two, register };
}

/** Returns the classes that list an account, and the class that the account names. */
async function readBothSides(store: Store, accountId: string) {
  const { items } = await store.list('class_member', 'acc_owner', { limit: 100 });
  const listingClassIds = items
    .filter((member) => member.accountId === accountId)
    .map(({ classId }) => classId);
  const account = await store.get('account', accountId);
  return { listed: listingClassIds, named: account?.classId === undefined ? [] : [account.classId] };
}

describe('membership', () => {
  it.each([
    ['joining', 'one'],
    ['moving', 'two'],
    ['leaving', 'none'],
  ] as const)(
    'is written completely or not at all if the process dies while the trainee is %s',
    async (step, expectedClass) => {
      for (const isKilled of [true, false]) {
        const { directory, files, store, runtime, one, two, register } = await createTwoClasses();
        const { id } = (await register(step === 'joining' ? undefined : one.joinCode)) as AccountRecord;
        const before = step === 'joining' ? [] : [one.id];
        expect(await readBothSides(store, id)).toEqual({ listed: before, named: before });
        files.fate = ({ name }): Fate => (isKilled && name === 'write' ? 'dies' : 'happens');
        const code = step === 'moving' ? two.joinCode : one.joinCode;
        const change = step === 'leaving' ? leaveClass(runtime, id) : joinClass(runtime, id, code);
        if (isKilled) await expect(change).rejects.toThrow(StoreUnavailableError);
        else expect(await change).toMatchObject({ ok: true });
        const reopenedStore = await directories.open(await directories.copy(directory));
        const classIdsAfter = { one: [one.id], two: [two.id], none: [] }[expectedClass];
        const expected = isKilled ? before : classIdsAfter;
        expect(await readBothSides(reopenedStore, id)).toEqual({ listed: expected, named: expected });
      }
    },
  );

  it('is created with the account or not at all', async () => {
    const { directory, files, store, one, register } = await createTwoClasses();
    files.fate = ({ name }) => (name === 'write' ? 'fails' : 'happens');
    await expect(register(one.joinCode)).rejects.toThrow(StoreUnavailableError);
    expect((await store.list('class_member', 'acc_owner', { limit: 1 })).items).toEqual([]);
    files.fate = () => 'happens';
    const { id } = (await register(one.joinCode)) as AccountRecord;
    const reopenedStore = await directories.open(await directories.copy(directory));
    expect(await readBothSides(reopenedStore, id)).toEqual({ listed: [one.id], named: [one.id] });
  });
});
