import type { TraceEvent } from '@svc-simulator/contract';
import { REPLAYED } from '@svc-simulator/core';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { expect, it } from 'vitest';
import { causeLine, causesIn } from './causes.ts';

const event = (id: number, type: TraceEvent['type'], data: TraceEvent['data']): TraceEvent => ({
  id,
  at: '2030-01-01T00:00:00.000Z',
  type,
  data: { delivery_id: 'old', event: 'payment_session.paid', ...data },
});

it("quotes the receiver's response, which often names the failing place", () => {
  const causesOfResponse = (response_body: string) => {
    const failedAttempt = event(2, 'webhook.attempted', {
      via: 'direct',
      status: 500,
      error: null,
      response_body,
    });
    return causesIn(inEnglish, [failedAttempt]).map(causeLine).join();
  };
  expect(causesOfResponse('no such table:\norders')).toMatch(
    /often shows where the error is\. The response was: "no such table:\\norders"$/,
  );
  expect(causesOfResponse('x'.repeat(900))).toMatch(/The response was: "x{198}…$/);
  expect(causesOfResponse('')).not.toContain('It answered');
});

it('omits the cause of a webhook that a replay has sent again', () => {
  const failedAttempt = event(2, 'webhook.attempted', { via: 'relay', status: null, error: 'ECONNREFUSED' });
  const abandonment = event(3, 'webhook.gave_up', { status: null, error: REPLAYED, attempts: 1 });
  expect(causesIn(inEnglish, [failedAttempt])).toHaveLength(1);
  expect(causesIn(inEnglish, [failedAttempt, abandonment])).toEqual([]);
  expect(causesIn(inEnglish, [abandonment])).toEqual([]);
});
