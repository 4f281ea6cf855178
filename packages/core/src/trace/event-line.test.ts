import event from 'texts:event';
import payer from 'texts:payer';
import word from 'texts:word';
import { type TraceType, traceTypes } from '@svc-simulator/contract';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { REPLAYED } from '../delivery/diagnosis/trace-diagnosis.ts';
import type { EventData } from './event-data.ts';
import { eventLine, eventSentence } from './event-line.ts';

const textsIn = textsByLanguage(event, payer, word);

const samples: Readonly<Record<TraceType, EventData>> = {
  'account.registered': { short_name: 'team-1' },
  'login.succeeded': { surface: 'refresh' },
  'login.ended': { surface: 'console' },
  'token.revoked': { token_hint: 'sim_api_…abcd' },
  'account.password_changed': {},
  'account.password_reset': {},
  'account.suspended': { reason: 'A loop', delete_at: '2026-11-21T21:27:00.000Z' },
  'account.resumed': {},
  'account.quotas_changed': {},
  'account.deleted': {},
  'webhook_secret.replaced': { former_signs_until: '2026-11-21T21:27:00.000Z' },
  'agreement.created': { title: 'Shop' },
  'partner.created': { name: 'Ana' },
  'class.created': { title: 'Class A' },
  'class.changed': { title: 'Class B' },
  'class.joined': { title: 'Class A' },
  'class.left': {},
  'class.noted': {},
  'certificate.issued': { title: 'Class A' },
  'certificate.revoked': { title: 'Class A' },
  'session.created': {
    origin: 'button',
    amount_reference: 1234.5,
    currency_reference: 'USD',
    identifier: 'A-1',
  },
  'script.matched': { rule: 0, step: 1, leg1: 'paid', leg2: 'none', after_ms: 2000 },
  'session.paid': { source: 'page', method: 'mobile_payment' },
  'session.payment_failed': { source: 'page', method: 'crypto', reason: 'invalid_otp' },
  'session.failed': { source: 'control', reason: 'bank_rejected' },
  'session.expired': { reason: 'due_date' },
  'session.accredited': { source: 'schedule', total_credits: 2, total_amount_ves_credited: 1207.91 },
  'session.accreditation_failed': { source: 'control', total_credits: 1, total_amount_ves_credited: 0 },
  'session.status_queried': { status: 'paid', accreditation: 'scheduled' },
  'webhook.emitted': { event: 'payment_session.paid', url: 'http://localhost:3000' },
  'webhook.attempted': {
    event: 'payment_session.paid',
    attempt: 2,
    status: 401,
    error: null,
    duration_ms: 35,
  },
  'webhook.delivered': { event: 'payment_session.paid', attempts: 2, duration_ms: 1250 },
  'webhook.gave_up': { event: 'payment_session.paid', attempts: 3, status: null, error: 'ECONNREFUSED' },
  'webhook.probed': { kind: 'bad_signature', passed: true, status: 401, error: null, expected: '4xx' },
  'webhook.received': { receiver: 'captura' },
  'relay.connected': {},
  'relay.disconnected': { reason: 'displaced' },
  'relay.frame_rejected': { reason: 'status' },
  'control.outcome': { leg: 1, outcome: 'paid', admitted: true },
  'control.reset': {},
  'control.script': { change: 'set', rules: 2 },
  'control.snapshot': { saved_at: '2026-01-01T00:00:00.000Z', events: 12 },
  'control.clock': {
    change: 'set',
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    frozen: true,
  },
  'chaos.set': { seed: 42 },
  'chaos.cleared': { seed: 42, injected: { drop: 2, duplicate: 1 } },
  'chaos.injected': { fault: 'drop', event: 'payment_session.paid', attempt: 2 },
  'pos.merchant_registered': { email: 'ana@shop.invalid' },
  'pos.pairing_requested': { serial: 'VT-1' },
  'pos.pairing_refused': { serial: 'VT-1', tries_left: 1 },
  'pos.paired': { serial: 'VT-1' },
  'pos.unpaired': { serial: 'VT-1' },
  'pos.transaction_created': { amount_reference: 3, currency_reference: 'EUR', serial: null },
  'pos.cancel_requested': { from: 'PENDING', status: 'CANCELED' },
  'pos.committed': { amount_reference: 3, currency_reference: 'EUR', serial: 'VT-1', from: 'CANCELED' },
  'pos.voided': { serial: 'VT-1' },
  'pos.settled': { batch_number: 7, transaction_count: 3, serial: 'VT-1', count_differs: true, own_count: 2 },
};

describe('the text of a trace event', () => {
  it.each(traceTypes)('is different for %s in each language', (type) => {
    const [es, en] = [
      eventLine(textsIn('es'), { type, data: samples[type] }),
      eventLine(textsIn('en'), { type, data: samples[type] }),
    ];
    expect(es.title).not.toBe(type);
    expect(es.title).not.toBe(en.title);
    expect(es.tone).toBe(en.tone);
    for (const { title, detail } of [es, en]) {
      expect(`${title} ${detail ?? ''}`).not.toMatch(/undefined|null|NaN|· ·|·\s*$/);
    }
  });

  it.each([
    ['session.created', 'es', 'Sesión creada', 'botón · USD 1.234,50 · «A-1»'],
    ['session.created', 'en', 'Session created', 'button · USD 1,234.50 · “A-1”'],
    [
      'session.payment_failed',
      'en',
      'Payment attempt declined',
      'The bank declined the payment: the payment key is wrong. · crypto',
    ],
    ['session.accredited', 'es', 'Dinero acreditado', 'Bs 1.207,91 · 2 créditos'],
    [
      'script.matched',
      'en',
      'A script rule decides the outcome',
      'rule 0, outcome 1 · session paid · never accredited · after 2 s',
    ],
    ['control.script', 'es', 'Guion fijado', '2 reglas'],
    ['webhook.attempted', 'es', 'Intento 2: respondió 401', 'payment_session.paid · 35 ms'],
    ['webhook.delivered', 'en', 'Webhook delivered on attempt 2', 'payment_session.paid · 1.3 s'],
    [
      'webhook.gave_up',
      'en',
      'Webhook abandoned after 3 attempts',
      'no response (ECONNREFUSED) · payment_session.paid',
    ],
    ['webhook.probed', 'es', 'Webhook de prueba superado: firma falsa', 'respondió 401 · se esperaba 4xx'],
    ['chaos.cleared', 'es', 'Caos desactivado', '3 fallas'],
    ['chaos.injected', 'en', 'Chaos: not sent', 'payment_session.paid · attempt 2'],
    ['pos.committed', 'en', 'Transaction paid', 'EUR 3.00 · VT-1 · previously canceled'],
    ['pos.settled', 'es', 'Lote 7 cerrado', '3 pagos · VT-1 · el simulador contó 2'],
  ] as const)('explains %s in %s', (type, lang, title, detail) => {
    expect(eventLine(textsIn(lang), { type, data: samples[type] })).toMatchObject({ title, detail });
  });

  it.each([
    ['webhook.attempted', { attempt: 1, status: 204 }, 'good'],
    ['webhook.attempted', { attempt: 1, status: 302 }, 'bad'],
    ['webhook.attempted', { attempt: 1, status: null, error: 'timeout' }, 'bad'],
    ['webhook.attempted', { attempt: 1, status: 401, probe: 'bad_signature' }, 'plain'],
    ['webhook.probed', { kind: 'duplicate', passed: false, status: 500 }, 'bad'],
    ['control.outcome', { leg: 1, outcome: 'paid', admitted: false, reason: 'x' }, 'bad'],
    ['session.expired', { reason: 'control' }, 'plain'],
  ] as const)('shows %s with %j in the color of %s', (type, data, tone) => {
    expect(eventLine(textsIn('es'), { type, data }).tone).toBe(tone);
  });

  it.each([
    [
      { code: 'word.not_admitted.leg_one', params: { status: 'paid' } },
      'leg 1 invalid from state paid',
      'la etapa 1 no se puede forzar: la sesión ya está pagada',
    ],
    ['as it was stored once', 'as it was stored once', 'as it was stored once'],
  ])("explains why an outcome wasn't allowed: %j", (reason, english, spanish) => {
    const data = { leg: 1, outcome: 'paid', admitted: false, reason: reason as string };
    const event = { type: 'control.outcome', data };
    expect(eventLine(textsIn('es'), event).detail).toBe(`sesión pagada · etapa 1 · ${spanish}`);
    expect(eventLine(textsIn('en'), event).detail).toBe(`session paid · leg 1 · ${english}`);
  });

  it('names the chaos faults of a webhook and of its attempt', () => {
    const event = {
      event: 'payment_session.paid',
      url: 'http://localhost',
      chaos: ['duplicate', 'delay'],
    } as const;
    expect(eventLine(textsIn('es'), { type: 'webhook.emitted', data: event }).detail).toBe(
      'payment_session.paid → http://localhost · caos: enviado dos veces, retrasado',
    );
    const attempted = {
      attempt: 1,
      status: 401,
      event: 'payment_session.paid',
      chaos: ['bad_signature'],
    } as const;
    expect(eventLine(textsIn('en'), { type: 'webhook.attempted', data: attempted }).detail).toBe(
      'payment_session.paid · chaos: wrong signature',
    );
    const latency = { fault: 'latency', operation: 'createButtonSession', latency_ms: 300 } as const;
    expect(eventLine(textsIn('en'), { type: 'chaos.injected', data: latency }).detail).toBe(
      'createButtonSession · 300 ms',
    );
  });

  it('describes a replayed delivery as sent again, even without a response', () => {
    const data = { event: 'payment_session.paid', attempts: 2, status: null, error: REPLAYED };
    const detailIn = (lang: 'en' | 'es') =>
      eventLine(textsIn(lang), { type: 'webhook.gave_up', data }).detail;
    expect(detailIn('en')).toBe('sent again by a replay · payment_session.paid');
    expect(detailIn('es')).toBe('enviado otra vez por un relay con --replay · payment_session.paid');
  });

  it('describes the target of a redirect, a web page and an unreadable response', () => {
    const detailOf = (data: object) => {
      const { title, detail } = eventLine(textsIn('en'), {
        type: 'webhook.attempted',
        data: { attempt: 1, ...data },
      });
      return [title, detail];
    };
    expect(detailOf({ status: 302, response_headers: { location: '/login' } })).toEqual([
      'Attempt 1: returned 302',
      'Location: /login',
    ]);
    expect(detailOf({ status: 200, response_body: '<!doctype html>' })[1]).toBe('response is an HTML page');
    expect(detailOf({ status: 200, response_body: 'ok' })[1]).toBeUndefined();
    for (const word of ['response', 'answer']) {
      expect(detailOf({ status: null, error: `unreadable ${word} (Invalid status code)` })[0]).toBe(
        "Attempt 1: unreadable response: the status isn't a three-digit number",
      );
    }
  });

  it('shows an unknown type as it is', () => {
    expect(eventLine(textsIn('en'), { type: 'comet.seen', data: {} })).toEqual({
      tone: 'plain',
      title: 'comet.seen',
      detail: undefined,
    });
  });

  it('joins an event into one sentence with masked credentials', () => {
    const data = { event: 'payment_session.paid', url: 'http://me:secret@localhost/x' };
    expect(eventSentence(textsIn('en'), { type: 'webhook.emitted', data })).toBe(
      'Webhook emitted · payment_session.paid → http://***@localhost/x',
    );
  });
});
