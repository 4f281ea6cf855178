import examination from 'texts:examination';
import probe from 'texts:probe';
import word from 'texts:word';
import { probeKinds } from '@svc-simulator/contract';
import { textsIn } from '@svc-simulator/texts/texts.ts';
import { describe, expect, it } from 'vitest';
import { isProbePassed, probeExpectation, probeTexts } from './probes.ts';

describe('isProbePassed', () => {
  it.each([400, 401, 403, 404, 422, 499])(
    'returns true for %i if the receiver should refuse the webhook',
    (status) => {
      expect(isProbePassed('bad_signature', { status })).toBe(true);
      expect(isProbePassed('unknown_event', { status })).toBe(false);
    },
  );

  it.each([200, 204, 301, 408, 425, 429, 500, 503])(
    'returns false for %i if the receiver should refuse the webhook',
    (status) => {
      expect(isProbePassed('stale_timestamp', { status })).toBe(false);
    },
  );

  it.each([199, 300, 400, 500])(
    'returns false for %i if the receiver should accept the webhook',
    (status) => {
      expect(isProbePassed('duplicate', { status })).toBe(false);
    },
  );

  it('returns false for a missing response', () => {
    for (const kind of probeKinds) expect(isProbePassed(kind, { status: null })).toBe(false);
  });
});

describe('texts of a test webhook', () => {
  const t = textsIn('en', probe.en, examination.en, word.en);
  const answers = [200, 307, 401, 429, 500, null].map((status) => ({
    status,
    error: status === null ? 'ECONNREFUSED' : null,
  }));

  it.each(probeKinds)('explains every response to %s and how to fix a failure', (kind) => {
    for (const answer of answers) {
      const { why, fix } = probeTexts(t, kind, answer);
      const evidence = String(answer.status ?? answer.error);
      expect(why).toContain(evidence);
      expect(fix === null, `${kind} ${evidence}`).toBe(isProbePassed(kind, answer));
    }
  });

  it('explains a 429 differently if the webhook must be refused and if it must be accepted', () => {
    expect(probeTexts(t, 'bad_signature', { status: 429, error: null }).why).toContain('try again later');
    expect(probeTexts(t, 'duplicate', { status: 429, error: null }).why).toContain('keeps retrying');
    expect(probeExpectation('duplicate')).toBe('2xx');
  });
});
