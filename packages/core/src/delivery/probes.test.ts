import { FUTURE_EVENT, probeKinds } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { probeTexts } from './probe-texts.ts';
import { expectedOf, isProbePassed, probeBody } from './probes.ts';

const genuine =
  '{"event":"payment_session.paid","session_payment":{"id":"s","amount_reference":10.5},"receiver_credits":[{"memo":"ñ"}]}';

describe('the verdict of a probe', () => {
  it.each([400, 401, 403, 404, 422, 499])('takes %i for a refusal', (status) => {
    expect(isProbePassed('bad_signature', { status })).toBe(true);
    expect(isProbePassed('unknown_event', { status })).toBe(false);
  });

  it.each([200, 204, 301, 408, 425, 429, 500, 503])('does not take %i for one', (status) => {
    expect(isProbePassed('stale_timestamp', { status })).toBe(false);
  });

  it.each([199, 300, 400, 500])('does not take %i for an acceptance', (status) => {
    expect(isProbePassed('duplicate', { status })).toBe(false);
  });

  it('is never good without an answer', () => {
    for (const kind of probeKinds) expect(isProbePassed(kind, { status: null })).toBe(false);
  });
});

describe('the body of a probe', () => {
  it.each(['bad_signature', 'stale_timestamp', 'duplicate'] as const)(
    'of %s is the genuine one to the byte',
    (kind) => {
      expect(probeBody(kind, genuine)).toBe(genuine);
    },
  );

  it('of unknown_event differs by its event only', () => {
    expect(JSON.parse(probeBody('unknown_event', genuine))).toEqual({
      ...JSON.parse(genuine),
      event: FUTURE_EVENT,
    });
  });

  it('of extra_fields has unknown fields at every depth, and all that it had', () => {
    const body = JSON.parse(probeBody('extra_fields', genuine));
    expect(body).toMatchObject(JSON.parse(genuine));
    for (const part of [body, body.session_payment, body.receiver_credits[0]]) {
      expect(part).toHaveProperty('simulated_future_field');
    }
  });
});

describe('the texts of a probe', () => {
  const answers = [200, 307, 401, 429, 500, null].map((status) => ({
    status,
    error: status === null ? 'ECONNREFUSED' : null,
  }));

  it.each(probeKinds)('say for every answer to %s what it means, and what to do when it failed', (kind) => {
    for (const answer of answers) {
      const { why, mend } = probeTexts(kind, answer);
      const told = String(answer.status ?? answer.error);
      expect([why.es, why.en].every((text) => text.includes(told))).toBe(true);
      expect(mend === null, `${kind} ${told}`).toBe(isProbePassed(kind, answer));
    }
  });

  it('tell being put off from being refused', () => {
    expect(probeTexts('bad_signature', { status: 429, error: null }).why.en).toContain('try again later');
    expect(probeTexts('duplicate', { status: 429, error: null }).why.en).toContain('refused a webhook');
    expect(expectedOf('duplicate')).toBe('2xx');
  });
});
