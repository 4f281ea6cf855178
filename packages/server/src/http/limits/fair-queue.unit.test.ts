import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function createQueue() {
  const queue = new FairQueue({ concurrency: 1 });
  const servedOwners: string[] = [];
  const ask = (owner: string, isKnown = false) =>
    queue.run(async () => void servedOwners.push(owner), owner, isKnown);
  return { servedOwners, ask };
}

it('serves an owner with a low cost before busy owners with a high cost', async () => {
  const queue = new FairQueue({ concurrency: 1 });
  const servedOwners: string[] = [];
  const ask = (owner: string, cost: number): Promise<void> =>
    queue.run(async () => {
      servedOwners.push(owner);
      queue.addCost(owner, cost);
    }, owner);
  const crowd = Array.from({ length: 20 }, (_, number) => `crowd ${number}`);
  const all = [...crowd, ...crowd].map((owner) => ask(owner, 10));
  for (let count = 0; count < 5; count++) all.push(ask('quiet', 1));
  await Promise.all(all);
  const turnsOfQuiet = servedOwners.flatMap((owner, at) => (owner === 'quiet' ? [at] : []));
  expect(turnsOfQuiet).toHaveLength(5);
  expect(turnsOfQuiet.at(-1)).toBeLessThan(30);
});

const crowds = { size: fc.integer({ min: 1, max: 30 }), cost: fc.constantFrom(0, 1, 1000) };

it('serves a returning owner within a few rounds, even if newcomers always wait', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(crowds), async ({ size, cost }) => {
      const turns = await turnsOf({ cost, total: 10 * size + 20 }, (ask) => {
        let newcomers = 0;
        const askAsNewcomer = () => ask(`newcomer ${newcomers++}`, askAsNewcomer);
        const askAgain = () => ask('returning', askAgain);
        askAgain();
        for (let count = 0; count < size; count++) askAsNewcomer();
      });
      expect(longestWait(turns, 'returning')).toBeLessThanOrEqual(3 * size + 5);
    }),
  );
});

it('serves a newcomer within a few rounds, even if returning owners always wait', async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(crowds), async ({ size, cost }) => {
      const turns = await turnsOf({ cost, total: 10 * size + 20 }, (ask) => {
        let turnsBefore = 4 * size;
        for (let number = 0; number < size; number++) {
          const askAgain = () => {
            ask(`returning ${number}`, askAgain);
            if (turnsBefore-- === 0) ask('newcomer');
          };
          askAgain();
        }
      });
      expect(turns).toContain('newcomer');
    }),
  );
});

type Ask = (owner: string, onServed?: () => void) => void;

/** Returns the owners of the first `total` turns. */
async function turnsOf(
  { cost, total }: { readonly cost: number; readonly total: number },
  begin: (ask: Ask) => void,
): Promise<readonly string[]> {
  const queue = new FairQueue({ concurrency: 1 });
  const turns: string[] = [];
  await new Promise<void>((resolve) => {
    const ask: Ask = (owner, onServed) =>
      void queue.run(async () => {
        turns.push(owner);
        if (turns.length >= total) return resolve();
        onServed?.();
        await Promise.resolve();
        if (cost > 0) queue.addCost(owner, cost);
      }, owner);
    begin(ask);
  });
  return turns;
}

/** Returns the maximum number of turns between two turns of an owner. */
function longestWait(turns: readonly string[], owner: string): number {
  const at = [...turns.flatMap((each, index) => (each === owner ? [index] : [])), turns.length];
  return Math.max(...at.map((index, number) => index - (at[number - 1] ?? 0)));
}

it('remembers at most ten thousand owners, and none once the queue is empty', async () => {
  const queue = new FairQueue({ concurrency: 2 });
  let end = () => {};
  const runningTurn = queue.run(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  let maxSize = 0;
  for (let number = 0; number < 12_000; number++)
    await queue.run(async () => {
      maxSize = Math.max(maxSize, queue.size);
    }, `${number}`);
  expect(maxSize).toBe(10_000);
  end();
  await runningTurn;
  expect(queue.size).toBe(0);
});

it('gives every second turn to known owners, even if many newcomers wait', async () => {
  const { servedOwners, ask } = createQueue();
  // `regular` is served first, so each new owner would come before its second request.
  const all = [ask('regular', true), ...['new 1', 'new 2', 'new 3', 'new 4'].map((owner) => ask(owner))];
  all.push(ask('regular', true));
  await Promise.all(all);
  expect(servedOwners.slice(1, 3)).toContain('regular');
  expect(servedOwners).toHaveLength(6);
});

it("doesn't let known owners keep newcomers waiting", async () => {
  const { servedOwners, ask } = createQueue();
  await Promise.all([...['a', 'b', 'c', 'd'].map((owner) => ask(owner, true)), ask('new')]);
  expect(servedOwners.slice(0, 3)).toContain('new');
});

it('removes a waiting request when its client disconnects, and runs the next one', async () => {
  const queue = new FairQueue({ concurrency: 1 });
  const [first, second] = [new EventEmitter(), new EventEmitter()] as unknown as ServerResponse[];
  const servedOwners: string[] = [];
  let end = () => {};
  const ask = (name: string, outgoing = first) =>
    queue.runForRequest({ outgoing: outgoing as ServerResponse, gone: `${name} is gone` }, async () => {
      servedOwners.push(name);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return name;
    });
  const [one, two, three] = [ask('one'), ask('two', second), ask('three')];
  second?.emit('close');
  expect([await two, queue.waitingCount(''), servedOwners]).toEqual(['two is gone', 1, ['one']]);
  end();
  expect(await one).toBe('one');
  end();
  expect([await three, servedOwners]).toEqual(['three', ['one', 'three']]);
  first?.emit('close');
  expect(queue.size).toBe(0);
});

it('removes a request that has waited too long', async () => {
  const clock = new ManualClock();
  const queue = new FairQueue({ concurrency: 1, maxWait: { clock, ms: 1000 } });
  const outgoing = new EventEmitter() as unknown as ServerResponse;
  let end = () => {};
  const first = queue.run(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const second = queue.runForRequest({ outgoing, gone: 'gone' }, async () => 'served');
  await clock.advance(1000);
  expect([await second, queue.waitingCount(''), outgoing.listenerCount('close')]).toEqual(['gone', 0, 0]);
  const third = queue.runForRequest({ outgoing, gone: 'gone' }, async () => 'served');
  end();
  expect([await first, await third]).toEqual([undefined, 'served']);
});

it('gives the next turn to the owner that was served longest ago', async () => {
  const queue = new FairQueue({ concurrency: 1 });
  const order: string[] = [];
  const all = ['crowd', 'crowd', 'crowd', 'other', 'crowd', 'quiet'].map((owner, at) =>
    queue.run(async () => void order.push(`${owner}${at}`), owner),
  );
  await Promise.all(all);
  expect(order).toEqual(['crowd0', 'other3', 'quiet5', 'crowd1', 'crowd2', 'crowd4']);
});
