import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { loadProblemTexts } from '../format-refusal.ts';
import { parseSearch } from '../lists/filtered-page.ts';
import { type Call, CallLog } from './call-log.ts';
import { findCalls, presentCalls } from './call-pages.ts';
import { presentCall } from './present-call.ts';

/** Creates a full log with bodies that have to be searched text by text. */
function createFullLog(): CallLog {
  const clock = new ManualClock();
  const calls = new CallLog(clock);
  const text = JSON.stringify({ a: '\\n%41'.repeat(3000) }).slice(0, 16_384);
  const call = {
    id: 0,
    size: 0,
    ...{
      receivedAt: clock.now(),
      durationMs: 1,
      method: 'POST',
      target: '/',
      operation: undefined,
      status: 400,
    },
    requestId: 'r',
    idempotencyKey: undefined,
    userAgent: undefined,
    request: { text, characters: text.length },
    response: { text, characters: text.length },
  } as const satisfies Call;
  for (let count = 0; count < 200; count++) calls.add('a', { ...call });
  return calls;
}

/** Counts the turns of the event loop during `work`. */
async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let [turns, hasEnded] = [0, false];
  const count = () => {
    turns++;
    if (!hasEnded) setImmediate(count);
  };
  setImmediate(count);
  await work();
  hasEnded = true;
  return turns;
}

it('lets other work run while it searches and masks many calls', async () => {
  const calls = createFullLog();
  const query = { order: 'desc', limit: 50 } as const;
  expect(
    await countTurns(() => findCalls(calls, 'a', { ...query, search: parseSearch('nowhere') })),
  ).toBeGreaterThan(40);
  const { items } = await findCalls(calls, 'a', query);
  const t = await loadProblemTexts('en');
  expect(items).toHaveLength(50);
  expect(await countTurns(() => presentCalls(items, (call) => presentCall(call, t)))).toBeGreaterThan(10);
});
