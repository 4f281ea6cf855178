import { describe, expect, it } from 'vitest';
import { operations } from '../operations.ts';
import { differences } from './differences.ts';

const all = differences();

describe('the differences from production', () => {
  it('have unique ids and one sentence each', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ id }) => !/^[a-z0-9-]+\.[a-zA-Z0-9.-]+$/.test(id))).toEqual([]);
    expect(all.filter(({ summary }) => !/^[A-Z`0-9].*\.$/.test(summary))).toEqual([]);
  });

  it('name every operation and alias that the specification does not have', () => {
    for (const { method, path, provenance } of operations.filter((one) => one.provenance !== 'spec')) {
      const named = all.filter((one) => one.operation === `${method} ${path}`);
      expect(
        named.map((one) => one.provenance),
        path,
      ).toContain(provenance);
    }
    expect(all).toContainEqual({
      id: 'operations.getSessionStatus.alias-1',
      provenance: 'field',
      operation: 'GET /api/v1/ext/payment-sessions/status/{session_id}',
      summary: 'Also answers under /api/v1/ext/payment-sessions/{session_id}/status.',
    });
  });

  it('name the decisions that surprise somebody who knows production', () => {
    const ids = all.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'states.request-retry',
        'accounts.console-token',
        'sessions.batch-whole',
        'sessions.stops-fixed',
        'webhooks.data',
        'webhooks.ladder',
        'simulator.outcome-500',
        'accounts.no-expiry',
      ]),
    );
  });
});
