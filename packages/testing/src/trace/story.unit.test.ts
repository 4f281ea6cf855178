import type { TraceEvent } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { expect, it } from 'vitest';
import { sessionStory } from './story.ts';

const ID = '866daf58-3e89-43cb-8c35-a1a507536ddf';
const BEGAN = Date.UTC(2026, 0, 1);

function event(afterMs: number, type: TraceEvent['type'], data: TraceEvent['data']): TraceEvent {
  return { id: 1, at: new Date(BEGAN + afterMs).toISOString(), type, session_id: ID, data };
}

it('lists each webhook below its cause, and its attempts below the webhook, even if they are later', () => {
  const emission = {
    delivery_id: 'd1',
    event: 'payment_session.created',
    url: 'http://localhost:3000/',
    route: 'relay',
  };
  const unsent = { delivery_id: null, event: 'payment_session.paid', url: null, route: null };
  const attempt = { delivery_id: 'd1', event: 'payment_session.created', via: 'local', duration_ms: 3.4 };
  const story = sessionStory(inEnglish, ID, [
    event(0, 'session.created', {
      origin: 'button',
      amount_reference: 10,
      currency_reference: 'USD',
      identifier: 'A\u001b1',
    }),
    event(0, 'webhook.emitted', emission),
    event(9, 'webhook.attempted', { ...attempt, attempt: 1, status: 500, response_body: 'no\nsuch' }),
    event(20, 'control.outcome', { leg: 1, outcome: 'paid', admitted: true }),
    event(20, 'session.paid', { source: 'control', method: 'crypto', amount_ves: 12.5 }),
    event(20, 'webhook.emitted', unsent),
    event(2012, 'webhook.attempted', { ...attempt, attempt: 2, status: null, error: 'ECONNRESET' }),
    event(2012, 'webhook.emitted', { ...emission, delivery_id: 'd2', probe: 'bad_signature' }),
    event(7020, 'webhook.attempted', { ...attempt, attempt: 3, status: 200, response_body: '' }),
    event(7020, 'webhook.delivered', { ...attempt, duration_ms: undefined, attempts: 3 }),
    event(7021, 'session.accreditation_failed', { source: 'schedule' }),
    event(7021, 'session.expired', { reason: 'operation' }),
    event(7022, 'control.outcome', { leg: 1, outcome: 'paid', admitted: false, reason: 'leg 1 invalid' }),
    event(86_520_000, 'session.status_queried', { status: 'paid' }),
  ]);
  expect(story.split('\n')).toEqual([
    `session ${ID}`,
    '  +0 ms     Session created · button · USD 10.00 · “A\\u001b1”',
    '      Webhook emitted · payment_session.created → http://localhost:3000/',
    '        +9 ms     Attempt 1: returned 500 · payment_session.created · this machine · 3 ms "no\\nsuch"',
    '        +2012 ms  Attempt 2: no response (ECONNRESET) · payment_session.created · this machine · 3 ms',
    '        +7020 ms  Attempt 3: returned 200 · payment_session.created · this machine · 3 ms',
    '        +7020 ms  Webhook delivered on attempt 3 · payment_session.created',
    '  +20 ms    Outcome forced · session paid · leg 1',
    '  +20 ms    Session paid · forced · crypto · Bs 12.50',
    '      Webhook emitted · payment_session.paid · not sent: no webhook_url',
    '      Test webhook sent: forged signature · payment_session.created → http://localhost:3000/',
    '        no attempt has ended yet',
    '  +7021 ms  Accreditation failed · the money did not reach its recipient',
    '  +7021 ms  Session expired · through the API',
    '  +7022 ms  Outcome not allowed · session paid · leg 1 · leg 1 invalid',
    '  +1 d      Status queried · paid',
  ]);
});

it('says that the account has no such session if there are no events', () => {
  expect(sessionStory(inEnglish, ID, [])).toBe(`session ${ID}: this account has no such session`);
});
