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
  const answered = (response_body: string) => {
    const failed = event(2, 'webhook.attempted', { via: 'direct', status: 500, error: null, response_body });
    return causesIn(inEnglish, [failed]).map(causeLine).join();
  };
  expect(answered('no such table:\norders')).toMatch(
    /often shows where the error is\. The response was: "no such table:\\norders"$/,
  );
  expect(answered('x'.repeat(900))).toMatch(/The response was: "x{198}…$/);
  expect(answered('')).not.toContain('It answered');
});

it('omits the cause of a webhook that a replay has sent again', () => {
  const lost = event(2, 'webhook.attempted', { via: 'relay', status: null, error: 'ECONNREFUSED' });
  const ended = event(3, 'webhook.gave_up', { status: null, error: REPLAYED, attempts: 1 });
  expect(causesIn(inEnglish, [lost])).toHaveLength(1);
  expect(causesIn(inEnglish, [lost, ended])).toEqual([]);
  expect(causesIn(inEnglish, [ended])).toEqual([]);
});
