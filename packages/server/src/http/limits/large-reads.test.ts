import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { operations } from '@svc-simulator/contract';
import { logIn } from '@svc-simulator/test-support/browser.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { isAccountWide, isLargeRead, isPublicPage, LargeReads } from './large-reads.ts';
import { readingPaces } from './limit-table.ts';

/** Creates a client that receives its response only when the test calls `readResponse`. */
function createClient() {
  const outgoing = Object.assign(new EventEmitter(), { closed: false, destroy: () => readResponse() });
  const readResponse = () => {
    outgoing.closed = true;
    outgoing.emit('close');
  };
  return { outgoing: outgoing as unknown as ServerResponse, readResponse };
}

/** Creates reads that end only when the test ends them. */
function createReads() {
  const startedReads: string[] = [];
  const end = new EventEmitter();
  const read = (name: string) => async () => {
    startedReads.push(name);
    await once(end, name);
    return { text: 'x' };
  };
  return { startedReads, read, end: (name: string) => end.emit(name) };
}

/** Starts two reads of one account and one of another. */
async function startThree(reads: LargeReads) {
  const { startedReads, read, end } = createReads();
  const run = (account: string, name: string) => reads.run(account, createClient().outgoing, read(name));
  const first = run('a', 'a1');
  run('a', 'a2');
  run('b', 'b1');
  await waitForTasks();
  return { startedReads, end, first };
}

/** Advances the clock until the result arrives, because pauses and refusals need time. */
async function advanceUntilSettled<T>(sim: TestSimulator, answer: Promise<T>): Promise<T> {
  while ((await Promise.race([answer.then(() => true), waitForTasks().then(() => false)])) === false)
    await sim.clock.advance(1000);
  return answer;
}

const waitForTasks = () => new Promise((resolve) => setTimeout(resolve, 0));

it('runs one read of an account at a time, and reads of other accounts meanwhile', async () => {
  const reads = new LargeReads(new ManualClock());
  const { startedReads, end, first } = await startThree(reads);
  expect(startedReads).toEqual(['a1', 'b1']);
  end('a1');
  expect(await first).toEqual({ text: 'x' });
  await until(async () => startedReads.length === 3);
  expect(startedReads).toEqual(['a1', 'b1', 'a2']);
});

it('pauses an account for the duration of its read', async () => {
  const clock = new ManualClock();
  const reads = new LargeReads(clock);
  const { startedReads, read, end } = createReads();
  const first = reads.run('a', createClient().outgoing, read('a1'));
  reads.run('a', createClient().outgoing, read('a2'));
  await waitForTasks();
  await clock.advance(40);
  end('a1');
  await first;
  await clock.advance(39);
  await waitForTasks();
  expect(startedReads).toEqual(['a1']);
  await clock.advance(1);
  await until(async () => startedReads.length === 2);
});

it('starts no further read of an account while four of its responses are unread', async () => {
  const reads = new LargeReads(new ManualClock());
  const { startedReads, read, end } = createReads();
  const clients = Array.from({ length: 5 }, createClient);
  const answers = clients.map(({ outgoing }, number) => reads.run('a', outgoing, read(`r${number}`)));
  for (let number = 0; number < 4; number++) {
    await until(async () => startedReads.length === number + 1);
    end(`r${number}`);
    await answers[number];
  }
  await waitForTasks();
  expect(startedReads).toEqual(['r0', 'r1', 'r2', 'r3']);
  clients[2]?.readResponse();
  await until(async () => startedReads.length === 5);
  end('r4');
  expect(await answers[4]).toEqual({ text: 'x' });
});

it("skips disconnected clients, and refuses requests beyond the queue's limit after a second", async () => {
  const clock = new ManualClock();
  const reads = new LargeReads(clock);
  const { startedReads, read, end } = createReads();
  const all = Array.from({ length: 105 }, (_, number) => {
    const one = createClient();
    return { ...one, answer: reads.run('a', one.outgoing, read(`r${number}`)) };
  });
  let isRefused = false;
  const last = all[104]?.answer.then((answer) => {
    isRefused = true;
    return answer;
  });
  await clock.advance(999);
  expect(isRefused).toBe(false);
  await clock.advance(1);
  expect(await last).toMatchObject({ busy: { status: 503, headers: { 'retry-after': '1' } } });
  for (const { readResponse } of all.slice(1, 103)) readResponse();
  end('r0');
  all[0]?.readResponse();
  await all[0]?.answer;
  await waitForTasks();
  await clock.advance(250);
  await until(async () => startedReads.length === 2);
  expect(startedReads).toEqual(['r0', 'r103']);
  end('r103');
});

it('discards the oldest unread response of the account with the most unread bytes', async () => {
  const reads = new LargeReads(new ManualClock());
  const slow = [createClient(), createClient()] as const;
  const sendResponse = (account: string, { outgoing }: ReturnType<typeof createClient>, length: number) =>
    reads.run(account, outgoing, async () => ({ text: 'x'.repeat(length) }));
  for (const each of slow) await sendResponse('a', each, 65 * 2 ** 20);
  expect(slow.map(({ outgoing }) => outgoing.closed)).toEqual([true, false]);
  expect(await reads.run('b', createClient().outgoing, async () => ({ text: '' }))).toEqual({ text: '' });
  const quiet = createClient();
  await sendResponse('b', quiet, 64 * 2 ** 20);
  expect([slow[1].outgoing.closed, quiet.outgoing.closed]).toEqual([true, false]);
});

it('runs one account-wide read at a time, with a pause after each', async () => {
  const clock = new ManualClock();
  const reads = new LargeReads(clock, readingPaces.snapshots);
  const { startedReads, end, first } = await startThree(reads);
  await clock.advance(100);
  end('a1');
  expect(await first).toEqual({ text: 'x' });
  await waitForTasks();
  await clock.advance(890);
  await waitForTasks();
  expect(startedReads).toEqual(['a1']);
  await clock.advance(20);
  await until(async () => startedReads.length === 2);
  expect(startedReads).toEqual(['a1', 'b1']);
});

it('rejects with the error of a read and continues with the next', async () => {
  const reads = new LargeReads(new ManualClock());
  for (let round = 0; round < 5; round++)
    await expect(
      reads.run('a', createClient().outgoing, () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no');
});

it('queues lists, traces, boards and snapshots of a hosted simulator', async () => {
  const largeReadIds = operations.filter(isLargeRead).map(({ id }) => id);
  const expectedIds = [
    'getTrace',
    'listSessions',
    'listTransactions',
    'getClassProgress',
    'listMerchantSettlements',
  ];
  expect(largeReadIds).toEqual(expect.arrayContaining(expectedIds));
  expect(operations.filter(isAccountWide).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['getSnapshot', 'loadSnapshot', 'resetAccount', 'deleteAccount']),
  );
  await using sim = await TestSimulator.start({ hosted: true });
  const account = await sim.account();
  let refusalCount = 0;
  const statusPromises = Array.from({ length: 150 }, async () => {
    const { status } = await sim.ask(account, 'GET', '/console/trace');
    if (status === 503) refusalCount++;
    return status;
  });
  const all = await advanceUntilSettled(sim, Promise.all(statusPromises));
  expect(new Set([200, ...(refusalCount > 0 ? [503] : [])])).toEqual(new Set(all));
  const last = await advanceUntilSettled(sim, sim.ask(account, 'GET', '/console/trace'));
  expect(last.status).toBe(200);
});

it('queues lists that a client requests as a stream, and page forms that only read', async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  const account = await sim.account();
  const { console: token } = account;
  const browser = await logIn(sim, account);
  using run = vi.spyOn(LargeReads.prototype, 'run');
  const headers = { accept: 'text/event-stream' };
  expect((await sim.send('GET', '/console/sessions', { token, headers })).status).toBe(200);
  expect(run).toHaveBeenCalledTimes(1);
  await browser.post('/console/sessions/x/signature/y');
  expect(run).toHaveBeenCalledTimes(2);
});

it.each([
  ['/control/deliveries/resend', { url: 'nowhere' }],
  ['/control/probes', { kind: 'duplicate' }],
])("searches the deliveries in the account's turn for POST %s", async (path, body) => {
  await using sim = await TestSimulator.start({ hosted: true });
  const account = await sim.account();
  const webhook_url = `${sim.url}/console/hooks/${account.id}/paid`;
  const session_id = await sim.button(account, { webhook_url });
  using runInTurn = vi.spyOn(LargeReads.prototype, 'runInTurn');
  const more = path === '/control/probes' ? { session_id } : {};
  await sim.ask(account, 'POST', path, { ...body, ...more });
  expect(runInTurn.mock.calls.map(([owner]) => owner)).toEqual([account.id]);
});

it('serves accounts with small reads without waiting for accounts with large reads', async () => {
  const reads = new LargeReads(new ManualClock());
  const large = { text: 'x'.repeat(200_000) };
  const accounts = Array.from({ length: 6 }, (_, number) => `large ${number}`);
  for (const account of accounts) await reads.runInTurn(account, async () => large);
  const startedReads: string[] = [];
  const end = new EventEmitter();
  for (const account of accounts)
    reads.runInTurn(account, async () => {
      startedReads.push(account);
      await once(end, 'end');
      return large;
    });
  await waitForTasks();
  expect(startedReads).toEqual(['large 0']);
  expect(await reads.runInTurn('small', async () => 'at once')).toBe('at once');
  end.emit('end');
  await until(async () => startedReads.length === 2);
});

it('renders one public page at a time, pauses as long, and then serves the client served longest ago', async () => {
  const clock = new ManualClock();
  const reads = new LargeReads(clock, readingPaces.pages);
  const { startedReads, read, end } = createReads();
  const run = (address: string, name: string) => reads.run(address, createClient().outgoing, read(name));
  const first = run('crowd', 'c1');
  run('crowd', 'c2');
  run('quiet', 'q1');
  await waitForTasks();
  await clock.advance(16);
  end('c1');
  await first;
  await waitForTasks();
  await clock.advance(15);
  await waitForTasks();
  expect(startedReads).toEqual(['c1']);
  await clock.advance(1);
  await until(async () => startedReads.length === 2);
  expect(startedReads).toEqual(['c1', 'q1']);
});

it('queues all pages and documents that need no credential', async () => {
  expect(operations.filter(isPublicPage).map(({ id }) => id)).toEqual([
    'showStartPage',
    'showDocs',
    'showApiPage',
    'getFidelity',
    'getOpenApi',
    'showPaymentPage',
    'showTerminalPage',
    'findCertificate',
    'openPaymentPage',
  ]);
  const outside = [
    ...['/docs/search?q=a', '/docs/webhooks?q=a', '/nowhere'],
    ...['/console/login', '/operator/login', '/verificar/X'],
  ];
  const run = vi.spyOn(LargeReads.prototype, 'run');
  onTestFinished(() => run.mockRestore());
  const operatorToken = 'an-operator-token-of-forty-characters-00';
  await using sim = await TestSimulator.start({ hosted: true, operatorToken });
  for (const path of ['/fidelidad?q=a', ...outside]) {
    run.mockClear();
    await sim.send('GET', path, { headers: { accept: 'text/html' } });
    expect([path, run.mock.calls.length]).toEqual([path, 1]);
  }
  run.mockClear();
  await sim.send('GET', '/health');
  expect(run).not.toHaveBeenCalled();
});
