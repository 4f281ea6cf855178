import { type TraceEvent, traceTypes } from '@svc-simulator/contract';
import { inEnglish, inSpanish } from '@svc-simulator/test-support/texts.ts';
import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { traceLine } from './causes.ts';
import type { Style } from './report.ts';

const plainStyle = Object.assign(new Chalk({ level: 0 }), { t: inEnglish });
const coloredStyle = Object.assign(new Chalk({ level: 1 }), { t: inEnglish });
const session = '3f2c8a1e-0000-4000-8000-000000000000';
const event = (type: string, data: object): TraceEvent =>
  ({ id: 1, at: '2026-01-01T12:00:00.007Z', type, session_id: session, data }) as TraceEvent;
const summary = (type: string, data: object, style: Style = plainStyle) =>
  traceLine(event(type, data), style)
    .slice(12 + 2 + 29 + 2 + 8)
    .trim();

describe('traceLine', () => {
  it('returns time, type, session and summary in columns', () => {
    const line = traceLine(
      event('session.paid', { source: 'page', method: 'crypto', amount_ves: 1220.11 }),
      plainStyle,
    );
    const at = new Date('2026-01-01T12:00:00.007Z').toTimeString().slice(0, 8);
    expect(line).toBe(
      `${at}.007  session.paid                   3f2c8a1e  Session paid · on the payment page · crypto · Bs 1,220.11`,
    );
  });

  it.each([
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
      'Attempt 2: no response (ECONNREFUSED) · payment_session.paid · this machine · 2 ms',
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
      'Attempt 1: returned 200 · payment_session.paid · sim relay · 40 ms (95 ms with the relay)',
    ],
    [
      'class.joined',
      { class_id: 'cls_1', title: 'March\u001b[31m' },
      'You joined a class · March\ufffd[31m · cls_1',
    ],
    ['pos.future', { a: 1 }, 'pos.future'],
    ['constructor', { a: 1 }, 'constructor'],
  ])('summarizes %s', (type, data, text) => {
    expect(summary(type, data)).toBe(text);
  });

  it('uses the language of the user', () => {
    const reason = { code: 'word.not_admitted.leg_one', params: { status: 'paid' } };
    const refusedOutcome = { leg: 1, outcome: 'paid', admitted: false, reason };
    const spanish = Object.assign(new Chalk({ level: 0 }), { t: inSpanish });
    expect(summary('control.outcome', refusedOutcome, spanish)).toBe(
      'Resultado no permitido · sesión pagada · etapa 1 · la etapa 1 no se puede forzar: la sesión ya está pagada',
    );
  });

  it('formats an event without data, whatever its type', () => {
    for (const type of traceTypes) expect(() => traceLine(event(type, {}), plainStyle), type).not.toThrow();
  });

  it('colors success and failure differently', () => {
    const green = '\u001b[32m';
    const red = '\u001b[31m';
    expect(traceLine(event('webhook.delivered', {}), coloredStyle)).toContain(green);
    expect(traceLine(event('webhook.gave_up', {}), coloredStyle)).toContain(red);
    expect(traceLine(event('session.created', {}), coloredStyle)).not.toContain('\u001b[3');
  });
});
