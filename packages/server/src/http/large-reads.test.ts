import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { operations } from '@svc-simulator/contract';
import { expect, it } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { TestSimulator } from '../test-simulator.ts';
import { LargeReads, readsMuch } from './large-reads.ts';

/** A client that takes its answer when it is told to. */
function client() {
  const outgoing = Object.assign(new EventEmitter(), { closed: false });
  const take = () => {
    outgoing.closed = true;
    outgoing.emit('close');
  };
  return { outgoing: outgoing as unknown as ServerResponse, take };
}

/** Reads that end when they are told to. */
function reading() {
  const begun: string[] = [];
  const end = new EventEmitter();
  const read =
    (name: string, length = 1) =>
    async () => {
      begun.push(name);
      await once(end, name);
      return { text: 'x'.repeat(length) };
    };
  return { begun, read, end: (name: string) => end.emit(name) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it('lets an account read two at a time until its client has taken them, and others meanwhile', async () => {
  const reads = new LargeReads();
  const { begun, read, end } = reading();
  const clients = [client(), client(), client(), client()] as const;
  const run = (account: string, number: 0 | 1 | 2 | 3, name: string) =>
    reads.run(account, clients[number].outgoing, read(name));
  const first = run('a', 0, 'a1');
  run('a', 1, 'a2');
  const third = run('a', 2, 'a3');
  run('b', 3, 'b1');
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  end('a1');
  expect(await first).toEqual({ text: 'x' });
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  clients[0].take();
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  end('a3');
  expect(await third).toEqual({ text: 'x' });
});

it('reads nothing for a client that has gone, and refuses what is more than may wait', async () => {
  const reads = new LargeReads();
  const { begun, read, end } = reading();
  const all = Array.from({ length: 103 }, (_, number) => {
    const one = client();
    return { ...one, answer: reads.run('a', one.outgoing, read(`r${number}`)) };
  });
  await expect(all[102]?.answer).resolves.toMatchObject({
    busy: { status: 503, headers: { 'retry-after': '1' } },
  });
  for (const { take } of all.slice(2, 101)) take();
  await settled();
  for (const name of ['r0', 'r1']) end(name);
  for (const { take } of all.slice(0, 2)) take();
  await until(async () => begun.length === 3);
  expect(begun).toEqual(['r0', 'r1', 'r101']);
  end('r101');
  all[101]?.take();
  await all[101]?.answer;
});

it('refuses more while answers lie there that nobody takes', async () => {
  const reads = new LargeReads();
  const text = 'x'.repeat(65 * 2 ** 20);
  const slow = [client(), client()] as const;
  for (const { outgoing } of slow) await reads.run('a', outgoing, async () => ({ text }));
  const other = client();
  expect(await reads.run('b', other.outgoing, async () => ({ text: '' }))).toHaveProperty('busy');
  slow[0].take();
  await settled();
  expect(await reads.run('b', other.outgoing, async () => ({ text: '' }))).toEqual({ text: '' });
});

it('passes on what goes wrong, and goes on', async () => {
  const reads = new LargeReads();
  for (let round = 0; round < 5; round++)
    await expect(reads.run('a', client().outgoing, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
});

it('is what lists, traces, boards and snapshots go through, where a simulator is hosted', async () => {
  const much = operations.filter(readsMuch).map(({ id }) => id);
  for (const id of ['getTrace', 'listSessions', 'listTransactions', 'getSnapshot', 'getClassProgress'])
    expect(much).toContain(id);
  await using sim = await TestSimulator.start({ hosted: true });
  const account = await sim.account();
  const answers = await Promise.all(
    Array.from({ length: 150 }, () => sim.send('GET', '/console/trace', { token: account.console })),
  );
  const statuses = answers.map(({ status }) => status);
  expect([statuses.includes(200), new Set(statuses).size]).toEqual([true, new Set([200, ...statuses]).size]);
  expect((await sim.send('GET', '/console/trace', { token: account.console })).status).toBe(200);
});
