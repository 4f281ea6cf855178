import { expect, it } from 'vitest';
import type { KeptCall } from './call-log.ts';
import { repetitionOf } from './send-again.ts';

const call = (more: Partial<KeptCall>): KeptCall => ({
  id: 1,
  at: 0,
  durationMs: 0,
  method: 'POST',
  target: '/__test__/sessions/a%20b/outcome?x=1',
  operation: 'forceOutcome',
  status: 200,
  requestId: 'r',
  idempotencyKey: undefined,
  userAgent: undefined,
  request: { text: '{"leg":1}', characters: 9 },
  response: undefined,
  ...more,
});

it('finds what a path names, by its alias too', () => {
  expect(repetitionOf(call({}))).toMatchObject({ params: { session_id: 'a b' }, body: { leg: 1 } });
});

it.each<[string, Partial<KeptCall>]>([
  [
    'looks only',
    { operation: 'getSessionStatus', method: 'GET', target: '/api/v1/ext/payment-sessions/status/a' },
  ],
  ['was cut', { request: { text: '{"leg":1}', characters: 10 } }],
  ['is no JSON', { request: { text: '{', characters: 1 } }],
  ['was not read', { request: undefined }],
  ['empties the account', { operation: 'resetAccount', target: '/control/reset' }],
  ['a terminal signs', { operation: 'activateTerminal' }],
  ['has another path', { target: '/control/sessions' }],
  ['is no operation', { operation: undefined }],
])('makes no call again that %s', (_, more) => {
  expect(repetitionOf(call(more))).toBeUndefined();
});
