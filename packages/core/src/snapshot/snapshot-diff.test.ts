import type { AccountSnapshot } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { snapshotDifferences } from './snapshot-diff.ts';

const at = '2026-11-21T15:38:02.952Z';
const session = { id: 's1', status: 'pending', payment: null, fields: { identifier: 'A-1' } };
const event = (id: number, type: string, data = {}) => ({ id, at, type, data });
const empty = {
  id: 'acc_0123456789abcdef',
  shortName: 'demo',
  now: at,
  createdAt: at,
  clock: null,
  settings: { webhook_body: 'both' },
  merchant: { id: 'm1', email: 'demo@example.com', legalName: 'Demo' },
  script: null,
  chaos: null,
  agreements: [],
  partners: [],
  sessions: [session],
  deliveries: [],
  practices: [],
  terminals: [],
  transactions: [],
  settlements: [],
  trace: [event(1, 'login.succeeded'), event(2, 'login.succeeded'), event(3, 'session.created')],
};
const snapshot = (more: object = {}) => ({ ...empty, ...more }) as unknown as AccountSnapshot;
const differences = (after: object, before: object = {}) =>
  snapshotDifferences(snapshot(before), snapshot(after));

describe('the differences between two snapshots', () => {
  it('are none for whose account it is, the time, and the order of members', () => {
    const reordered = { fields: { identifier: 'A-1' }, payment: null, status: 'pending', id: 's1' };
    const other = { id: 'acc_f', shortName: 'ana', now: 'later', sessions: [reordered] };
    expect(
      differences({ ...other, merchant: { ...empty.merchant, id: 'm2', email: 'ana@example.com' } }),
    ).toEqual([]);
  });

  it('go down to the field, and to the whole where one side has none', () => {
    const paid = { ...session, status: 'paid', payment: { method: 'crypto' }, fields: { identifier: 'B/1' } };
    expect(differences({ sessions: [paid], settings: { webhook_body: 'flat' } })).toEqual([
      {
        list: 'account',
        id: null,
        change: 'changed',
        pointer: '/settings/webhook_body',
        from: 'both',
        to: 'flat',
      },
      { list: 'sessions', id: 's1', change: 'changed', pointer: '/status', from: 'pending', to: 'paid' },
      {
        list: 'sessions',
        id: 's1',
        change: 'changed',
        pointer: '/payment',
        from: null,
        to: { method: 'crypto' },
      },
      {
        list: 'sessions',
        id: 's1',
        change: 'changed',
        pointer: '/fields/identifier',
        from: 'A-1',
        to: 'B/1',
      },
    ]);
  });

  it('name what was added and removed', () => {
    const other = { ...session, id: 's2' };
    expect(differences({ sessions: [other] })).toEqual([
      { list: 'sessions', id: 's1', change: 'removed', pointer: '', from: session },
      { list: 'sessions', id: 's2', change: 'added', pointer: '', to: other },
    ]);
  });

  it('compare events by what they say, each as often as it is there, whatever their number', () => {
    const trace = [event(1, 'login.succeeded'), event(2, 'session.created'), event(3, 'session.paid')];
    const found = differences({ trace });
    expect(found.map(({ change, id }) => [change, id])).toEqual([
      ['removed', 'login.succeeded'],
      ['added', 'session.paid'],
    ]);
    expect(differences({ trace: [...empty.trace, event(4, 'login.succeeded')] })).toHaveLength(1);
  });

  it('are none for the number of the event that a record tells of', () => {
    const delivery = (emission: number | null) => ({ deliveries: [{ id: 'd1', emission, state: 'open' }] });
    const practice = (number: number | null) => ({
      practices: [{ practiceId: 'login', evidence: { event: number, type: 'login.succeeded' } }],
    });
    const upset = (event: number | null) => ({
      chaos: { event, seed: '7' },
      deliveries: [{ id: 'd1', chaos: { event, faults: ['delay'] } }],
    });
    expect(differences(upset(7), upset(null))).toEqual([]);
    expect(differences(delivery(7), delivery(3))).toEqual([]);
    expect(differences(practice(7), practice(null))).toEqual([]);
  });
});
