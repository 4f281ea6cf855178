import type { TraceEvent } from '@svc-simulator/contract';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { expect, it } from 'vitest';
import { checkArrivals, parseOrder } from './order.ts';

const parseEvents = (line: string) =>
  line.split(' ').map((word, id): TraceEvent => {
    const [session_id = '', kind] = word.split(':');
    const data = { event: `payment_session.${kind}` };
    return { id, at: '', type: 'webhook.delivered', session_id, data } as TraceEvent;
  });

it.each([
  ['a:created a:paid a:accredited', 0, 1],
  ['a:created b:created b:paid a:paid b:accredited a:accredited', 0, 2],
  ['a:created a:paid', 0, 0],
  ['a:paid a:created a:accredited', 1, 1],
  ['a:created a:paid a:paid a:accredited', 1, 1],
  ['a:created a:failed', 0, 0],
])('finds the faults and the complete sessions in %s', (line, faults, completeCount) => {
  const rules = {
    order: parseOrder(inEnglish, 'created,payment_session.paid,accredited'),
    noDuplicates: true,
  };
  const arrivals = checkArrivals(inEnglish, rules, parseEvents(line));
  expect([arrivals.faults.length, arrivals.completeCount]).toEqual([faults, completeCount]);
});

it('allows duplicate webhooks without noDuplicates', () => {
  const rules = { order: ['created', 'paid'], noDuplicates: false };
  expect(checkArrivals(inEnglish, rules, parseEvents('a:created a:paid a:created')).faults).toEqual([]);
});
