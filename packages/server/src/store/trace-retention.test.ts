import { ManualClock } from '@svc-simulator/core';
import { expect, it } from 'vitest';
import { AccountStates } from './account-state.ts';
import type { CommittedEvent } from './commit.ts';
import { EmbeddedTrace } from './trace.ts';
import { TraceMemory } from './trace-memory.ts';

it('a commit lets go of the rows whose retention has ended, though nobody reads the trace', async () => {
  const clock = new ManualClock();
  const states = new AccountStates();
  const trace = new EmbeddedTrace(
    () => clock.now(),
    () => {},
    states,
    new TraceMemory(clock),
  );
  const state = states.of('acc_1');
  const events = (from: number, to: number) =>
    Array.from(
      { length: to - from + 1 },
      (_, index) =>
        ({
          id: from + index,
          accountId: 'acc_1',
          type: 'login.succeeded',
          atMs: clock.now(),
          length: 10,
        }) as CommittedEvent,
    );
  trace.add(state, events(1, 3000), 0);
  await clock.advance(13 * 86_400_000);
  trace.add(state, events(3001, 3001), 40_000);
  expect(state.index.row(1)).toBeDefined();
  await clock.advance(2 * 86_400_000);
  trace.add(state, events(3002, 3002), 40_100);
  expect([state.index.first, state.index.next, state.index.row(1)]).toEqual([3001, 3003, undefined]);
  expect(state.index.row(3001)?.id).toBe(3001);
});
