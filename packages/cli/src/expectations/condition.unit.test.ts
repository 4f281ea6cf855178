import type { TraceEvent } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { type Condition, conditionText, Matcher, parseEvent, parseWhere } from './condition.ts';

let id = 0;
function event(type: TraceEvent['type'], data: TraceEvent['data'] = {}, session_id = 's1'): TraceEvent {
  return { id: ++id, at: '2026-01-01T00:00:00.000Z', type, session_id, data };
}

function matcher(what: string, more: { session?: string; where?: readonly string[] } = {}): Matcher {
  return new Matcher(condition(what, more));
}

function condition(
  what: string,
  { session, where = [] }: { session?: string; where?: readonly string[] } = {},
) {
  const fields = where.reduce<Condition['where']>((former, text) => parseWhere(inEnglish, text, former), []);
  return { milestone: parseEvent(inEnglish, what), session, where: fields };
}

describe('a condition', () => {
  it('accepts a state, a type of event, or a webhook event with its kind', () => {
    expect(matcher('accredited').matches(event('session.accredited'))).toBe(true);
    expect(matcher('relay.connected').matches(event('relay.connected'))).toBe(true);
    const delivered = event('webhook.delivered', { event: 'payment_session.paid' });
    expect(matcher('webhook.delivered:paid').matches(delivered)).toBe(true);
    expect(matcher('webhook.delivered:created').matches(delivered)).toBe(false);
    for (const wrong of ['acredited', 'relay.connected:paid', 'session.paid:paid']) {
      expect(() => parseEvent(inEnglish, wrong), wrong).toThrow(InvalidArgumentError);
    }
  });

  it('limits matches to the events of one session', () => {
    const one = matcher('paid', { session: 's2' });
    expect([event('session.paid'), event('session.paid', {}, 's2')].map((each) => one.matches(each))).toEqual(
      [false, true],
    );
  });

  it('compares values of the event and of the body of its webhook', () => {
    const emission = event('webhook.emitted', {
      delivery_id: 'd1',
      event: 'payment_session.paid',
      raw_body: '{"session_payment":{"amount_reference":25.50,"ok":true},"list":[{"id":"x=y"}]}',
    });
    const delivered = event('webhook.delivered', { delivery_id: 'd1', attempts: 2 });
    const matchesWhere = (...where: string[]) => {
      const each = matcher('webhook.delivered', { where });
      each.matches(emission);
      return each.matches(delivered);
    };
    expect(matchesWhere('session_payment.amount_reference=25.5', 'attempts=2')).toBe(true);
    expect(matchesWhere('list.0.id=x=y')).toBe(true);
    expect(matchesWhere('session_payment.ok=true')).toBe(true);
    expect(matchesWhere('session_payment.amount_reference=25.5', 'attempts=3')).toBe(false);
    expect(matchesWhere('no.such=')).toBe(false);
    expect(matchesWhere('constructor.name=Object')).toBe(false);
    expect(matcher('webhook.emitted', { where: ['list.0.id=x=y'] }).matches(emission)).toBe(true);
  });

  it('refuses a field without a value', () => {
    for (const wrong of ['paid', '=paid', ''])
      expect(() => parseWhere(inEnglish, wrong)).toThrow('FIELD=VALUE');
  });

  it('describes itself in words', () => {
    expect(conditionText(inEnglish, condition('paid', { session: 's1', where: ['a=1', 'b=2'] }))).toBe(
      'paid of session s1 with a = 1 and b = 2',
    );
  });
});

describe('a condition that can no longer happen', () => {
  it('is recognized by the end of its session, and by the permanent failure of its webhook', () => {
    const one = matcher('accredited', { session: 's1' });
    expect(one.findPrevention(inEnglish, event('session.expired'))).toBe('the session is expired');
    expect(one.findPrevention(inEnglish, event('session.expired', {}, 's2'))).toBeUndefined();
    expect(matcher('accredited').findPrevention(inEnglish, event('session.expired'))).toBeUndefined();
    const unsent = event('webhook.emitted', {
      event: 'payment_session.created',
      url: null,
      delivery_id: null,
    });
    const why = (what: string) => matcher(what, { session: 's1' }).findPrevention(inEnglish, unsent);
    expect(why('webhook.delivered:paid')).toBe('the session has no webhook_url');
    expect(why('webhook.emitted:paid')).toBeUndefined();
    expect(matcher('webhook.delivered').findPrevention(inEnglish, unsent)).toBeUndefined();
    const gaveUp = event('webhook.gave_up', { event: 'payment_session.paid', attempts: 3 });
    expect(matcher('webhook.delivered:paid', { session: 's1' }).findPrevention(inEnglish, gaveUp)).toContain(
      '3 attempts',
    );
    expect(
      matcher('webhook.delivered:created', { session: 's1' }).findPrevention(inEnglish, gaveUp),
    ).toBeUndefined();
  });
});
