import type { EventData, EventView } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { consoleTexts } from '../../page-texts.ts';
import { sequenceMessages } from './sequence-messages.ts';
import { sequenceMermaid } from './sequence-panel.tsx';

let id = 0;
const event = (type: string, at: number, data: EventData = {}): EventView => ({
  id: ++id,
  at,
  type,
  sessionId: 's',
  data,
  json: '{}',
});
const emission = (delivery: string, at: number, name = 'payment_session.paid') =>
  event('webhook.emitted', at, { delivery_id: delivery, event: name, url: 'http://localhost:1/hook' });
const attemptEvent = (delivery: string, at: number, data: EventData) =>
  event('webhook.attempted', at, {
    delivery_id: delivery,
    event: 'payment_session.paid',
    duration_ms: 100,
    ...data,
  });
const linesOf = (events: readonly EventView[]) =>
  sequenceMessages(events, consoleTexts('en')).map(({ from, to, kind, tone, label }) => [
    from === to ? from : `${from} > ${to}`,
    kind,
    tone,
    label,
  ]);

describe('the messages of a session', () => {
  it('lists the calls, the payer, the attempts with their responses, the retries and the time between them', () => {
    expect(
      linesOf([
        event('session.created', 0, { amount_reference: 10, currency_reference: 'USD', identifier: 'A-1' }),
        event('session.payment_failed', 1500, { reason: 'insufficient_funds' }),
        event('session.paid', 61_500, { source: 'page' }),
        emission('d', 61_500),
        attemptEvent('d', 61_700, { attempt: 1, status: 401 }),
        attemptEvent('d', 62_900, { attempt: 2, status: null, error: 'timeout' }),
        attemptEvent('d', 71_700, { attempt: 3, status: 200 }),
        event('webhook.delivered', 71_700, { delivery_id: 'd', attempts: 3 }),
        event('session.accredited', 71_800, { source: 'control', total_credits: 1 }),
      ]).map(([who, kind, tone, label]) => [who, kind, tone, label?.split(' · ')[0]]),
    ).toEqual([
      ['shop > provider', 'call', 'plain', 'Session created'],
      ['payer > provider', 'call', 'bad', 'Payment attempt declined'],
      ['provider', 'gap', 'plain', '1 min'],
      ['payer > provider', 'call', 'good', 'Session paid'],
      ['provider > receiver', 'call', 'plain', 'payment_session.paid'],
      ['receiver > provider', 'answer', 'bad', '401'],
      ['provider > receiver', 'retry', 'plain', 'payment_session.paid'],
      ['receiver > provider', 'answer', 'bad', 'no response (timeout)'],
      ['provider', 'gap', 'plain', '8.7 s'],
      ['provider > receiver', 'retry', 'plain', 'payment_session.paid'],
      ['receiver > provider', 'answer', 'good', '200'],
      ['provider', 'note', 'good', 'Money accredited'],
    ]);
  });

  it('keeps the order of events while the clock is stopped or set back', () => {
    const day = 86_400_000;
    const labels = linesOf([
      event('session.created', 14 * day, {
        amount_reference: 10,
        currency_reference: 'USD',
        identifier: 'A-1',
      }),
      emission('d', 14 * day, 'payment_session.created'),
      attemptEvent('d', 14 * day, {
        event: 'payment_session.created',
        attempt: 1,
        status: 200,
        duration_ms: 40,
      }),
      event('session.paid', 0, { source: 'page' }),
      emission('e', 0),
      attemptEvent('e', 40, { attempt: 1, status: 200, duration_ms: 40 }),
    ]).map(([, kind, , label]) => [kind, label?.split(' · ')[0]]);
    expect(labels).toEqual([
      ['call', 'Session created'],
      ['call', 'payment_session.created'],
      ['answer', '200'],
      ['gap', 'the clock was set back by 14 d'],
      ['call', 'Session paid'],
      ['call', 'payment_session.paid'],
      ['answer', '200'],
    ]);
  });

  it('labels a test webhook, whose refusal is no failure, and a webhook without a URL', () => {
    expect(
      linesOf([
        event('webhook.emitted', 0, { event: 'payment_session.created', url: null }),
        emission('p', 10),
        attemptEvent('p', 200, { attempt: 1, status: 401, probe: 'bad_signature' }),
      ]),
    ).toEqual([
      ['provider', 'note', 'plain', 'Webhook emitted · payment_session.created · not sent: no webhook_url'],
      ['provider > receiver', 'probe', 'plain', 'test webhook: forged signature'],
      ['receiver > provider', 'answer', 'plain', '401 · 100 ms'],
    ]);
  });

  it('shortens a long history by counting repetitions and then omitting the middle', () => {
    const retries = Array.from({ length: 100 }, (_, index) =>
      attemptEvent('d', index, { attempt: index + 1, status: 503 }),
    );
    const repeatedLines = linesOf([emission('d', 0), ...retries]);
    expect(repeatedLines.map(([, , , label]) => label)).toEqual([
      'payment_session.paid',
      '503 · 100 ms',
      'payment_session.paid · retries 1 to 99',
      '503 · 100 ms',
    ]);
    const queries = Array.from({ length: 300 }, (_, index) =>
      event('session.status_queried', index, { status: `s${index}` }),
    );
    const long = linesOf(queries);
    expect(long).toHaveLength(48);
    expect(long[0]?.[3]).toContain('Status queried · s0');
    expect(long[16]?.[3]).toBe('… 253 more messages under Raw events');
    expect(long.at(-1)?.[3]).toContain('Status queried · s299');
    // Equal queries in a row are merged even below the limit.
    const same = Array.from({ length: 7 }, (_, at) =>
      event('session.status_queried', at, { status: 'pending' }),
    );
    expect(linesOf(same).map(([, , , label]) => label)).toEqual(['Status queried · pending × 7']);
  });

  it("renders a Mermaid diagram that no user's text can break", () => {
    const messages = sequenceMessages(
      [event('session.created', 0, { identifier: 'a;b\nend\n%%{init}<script>#' }), emission('d', 1)].concat(
        attemptEvent('d', 200, { attempt: 1, status: 200 }),
      ),
      consoleTexts('es'),
    );
    const [head, ...lines] = sequenceMermaid(messages, consoleTexts('es')).split('\n');
    expect(head).toBe('sequenceDiagram');
    expect(lines).toEqual([
      '  participant payer as Pagador',
      '  participant shop as Tu tienda',
      '  participant provider as Proveedor',
      '  participant receiver as Receptor',
      expect.stringMatching(/^ {2}shop->>provider: Sesión creada/),
      '  provider->>receiver: payment_session.paid',
      '  receiver-->>provider: 200 · 100 ms',
    ]);
    expect(lines[4]).toContain('a#59;b#10;end#10;#37;#37;#123;init#125;#60;script#62;#35;');
  });
});
