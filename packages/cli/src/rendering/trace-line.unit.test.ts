import { type TraceEvent, traceTypes } from '@svc-simulator/contract';
import { speaking } from '@svc-simulator/core';
import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { spanish } from '../texts/es/index.ts';
import { traceLine } from './trace-line.ts';

const colourless = new Chalk({ level: 0 });
const coloured = new Chalk({ level: 1 });
const session = '3f2c8a1e-0000-4000-8000-000000000000';
const event = (type: string, data: object): TraceEvent =>
  ({ id: 1, at: '2026-01-01T12:00:00.007Z', type, session_id: session, data }) as TraceEvent;
const summary = (type: string, data: object) =>
  traceLine(event(type, data), colourless)
    .slice(12 + 2 + 29 + 2 + 8)
    .trim();

describe('traceLine', () => {
  it('is time, type, session and summary, in columns', () => {
    const line = traceLine(
      event('session.paid', { source: 'page', method: 'crypto', amount_ves: 1220.11 }),
      colourless,
    );
    const at = new Date('2026-01-01T12:00:00.007Z').toTimeString().slice(0, 8);
    expect(line).toBe(`${at}.007  session.paid                   3f2c8a1e  page crypto 1220.11 VES`);
  });

  it.each([
    [
      'session.created',
      { origin: 'button', amount_reference: 25.5, currency_reference: 'USD', identifier: 'A-1' },
      'button 25.50 USD A-1',
    ],
    [
      'webhook.emitted',
      { event: 'payment_session.paid', route: 'relay', url: 'http://localhost:3000/x' },
      'paid → http://localhost:3000/x',
    ],
    ['webhook.emitted', { event: 'payment_session.paid', route: null, url: null }, 'paid (no webhook_url)'],
    [
      'webhook.emitted',
      { event: 'payment_session.paid', route: 'direct', url: 'https://a.invalid/', probe: 'duplicate' },
      'paid direct → https://a.invalid/ probe: duplicate',
    ],
    [
      'webhook.emitted',
      { event: 'payment_session.paid', route: 'direct', url: 'https://a.invalid/', resend_of: 'd' },
      'paid direct → https://a.invalid/ sent again',
    ],
    [
      'webhook.probed',
      { kind: 'duplicate', expected: '2xx', passed: false, status: null, error: 'timeout' },
      'duplicate failed expected 2xx timeout',
    ],
    [
      'webhook.attempted',
      {
        event: 'payment_session.paid',
        attempt: 2,
        via: 'local',
        status: null,
        error: 'ECONNREFUSED',
        duration_ms: 1.6,
      },
      'paid #2 local ECONNREFUSED 2 ms',
    ],
    [
      'webhook.attempted',
      { event: 'payment_session.paid', attempt: 1, via: 'relay', status: 204, error: null, duration_ms: 3 },
      'paid #1 relay 204 3 ms',
    ],
    [
      'webhook.attempted',
      {
        event: 'payment_session.paid',
        attempt: 1,
        via: 'relay',
        status: 200,
        error: null,
        duration_ms: 40,
        simulator_duration_ms: 95.2,
      },
      'paid #1 relay 200 40 ms (95 ms with the relay)',
    ],
    [
      'webhook.delivered',
      { event: 'payment_session.created', attempts: 1, via: 'direct' },
      'created after 1 attempt direct',
    ],
    [
      'webhook.gave_up',
      { event: 'payment_session.created', attempts: 3, status: 500 },
      'created after 3 attempts 500',
    ],
    ['webhook.received', { receiver: 'captura', body: null }, 'captura'],
    ['webhook.received', { receiver: 'paid', body: { event: 'payment_session.paid' } }, 'paid paid'],
    [
      'control.outcome',
      { leg: 1, outcome: 'paid', admitted: false, reason: 'leg 1 invalid' },
      'leg 1 paid refused: leg 1 invalid',
    ],
    [
      'session.accredited',
      { source: 'control', total_credits: 1, total_amount_ves_credited: 9.9 },
      'control 1 credit 9.90 VES',
    ],
    ['class.joined', { class_id: 'cls_1', title: 'March' }, 'cls_1 March'],
    [
      'pos.cancel_requested',
      { order_id: 'o-1', transaction_id: 't1', from: 'PENDING', status: 'CANCELED' },
      'o-1 PENDING → CANCELED',
    ],
    ['pos.future', { a: 1 }, '{"a":1}'],
    ['constructor', { a: 1 }, '{"a":1}'],
  ])('sums up %s', (type, data, text) => {
    expect(summary(type, data)).toBe(text);
  });

  it('has Spanish words for what the API calls by a word, and for why an outcome was refused', async () => {
    const lines = await speaking(spanish, async () => [
      summary('session.created', { origin: 'request', amount_reference: 1, currency_reference: 'USD' }),
      summary('session.paid', { source: 'control', method: 'crypto', amount_ves: 1 }),
      summary('session.expired', { reason: 'operation' }),
      summary('control.outcome', {
        leg: 1,
        outcome: 'paid',
        admitted: false,
        reason: 'leg 1 invalid from state paid',
      }),
    ]);
    expect(lines).toEqual([
      'solicitud 1.00 USD',
      'forzada crypto 1.00 VES',
      'por la API',
      'etapa 1 paid rechazado: la etapa 1 no se puede forzar desde el estado paid',
    ]);
  });

  it('takes an event of any type with nothing in it', () => {
    for (const type of traceTypes) expect(() => traceLine(event(type, {}), colourless), type).not.toThrow();
  });

  it('colours what went well and what did not', () => {
    const green = '\u001b[32m';
    const red = '\u001b[31m';
    expect(traceLine(event('webhook.delivered', {}), coloured)).toContain(green);
    expect(traceLine(event('webhook.gave_up', {}), coloured)).toContain(red);
    expect(traceLine(event('session.created', {}), coloured)).not.toContain('\u001b[3');
  });
});
