import { expect, it } from 'vitest';
import { lastAttemptsIn } from './last-attempt.ts';

const attemptEvent = (data: object) => ({
  type: 'webhook.attempted',
  data: { via: 'direct', error: null, duration_ms: 5, response_body: null, ...data },
});

it('returns the latest attempt of each delivery in a trace, with its cause', () => {
  const last = lastAttemptsIn([
    { type: 'webhook.emitted', data: { delivery_id: 'a' } },
    attemptEvent({ delivery_id: 'a', status: null, error: 'ECONNREFUSED' }),
    attemptEvent({ delivery_id: 'b', status: 500, duration_ms: 7 }),
    attemptEvent({ delivery_id: 'a', status: 200, duration_ms: 9 }),
  ]);
  expect([...last]).toEqual([
    ['a', { status: 200, error: null, durationMs: 9 }],
    ['b', { status: 500, error: null, durationMs: 7, cause: 'receiver_error' }],
  ]);
});

it("ignores values in a file that aren't attempts", () => {
  const odd = [{ status: 'ok' }, { status: 200, duration_ms: '5' }, { status: 200, delivery_id: 5 }];
  expect(lastAttemptsIn(odd.map((data) => attemptEvent({ delivery_id: 'a', ...data }))).size).toBe(0);
});
