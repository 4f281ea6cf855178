import { isNameOf, operations, stopExamples } from '@svc-simulator/contract';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';

const stopOperations = operations.filter(({ id }) => isNameOf(stopExamples, id));
/** Members that clients also read at the top level of the response (contract section 13, Stops). */
const topLevelMembers: Readonly<Record<string, readonly string[]>> = {
  createStop: ['batch_id', 'results'],
  createStopBatch: ['batch_id', 'results'],
  reorderStops: ['batch_id', 'results'],
  queryStops: ['requested', 'results'],
};

describe('stops', async () => {
  const { sim, account } = await startAccountForBlock();

  it('has nine operations', () => {
    expect(stopOperations).toHaveLength(9);
  });

  it.each(stopOperations.map((operation) => [operation.id, operation] as const))(
    'returns a fixed example of the documented shape for %s',
    async (id, { method, path, data }) => {
      const url = path.replace('{stop_id}', 'stp_3b241101-e2bb-4255-8caf-4136c566a962');
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const answer = await sim.send(method, url, { token: account.token, body });
      expect([answer.status, answer.headers.get('x-svc-sim')]).toEqual([200, 'mock']);
      const schema = data?.() as z.ZodType;
      // Parsing drops undeclared members, so equality means that all are declared.
      expect(schema.parse(answer.json.data)).toEqual(answer.json.data);
      for (const name of topLevelMembers[id] ?? []) expect(answer.json[name]).toEqual(answer.json.data[name]);
    },
  );

  it('returns the changes of each operation in a batch', async () => {
    const { json } = await sim.send('POST', '/api/v1/ext/payment-stops/batch', {
      token: account.token,
      body: {},
    });
    const shapes = json.results.map((result: object) => Object.keys(result));
    expect(shapes).toEqual([
      ['stop_id', 'op', 'success', 'added', 'already_present'],
      ['stop_id', 'op', 'success', 'removed', 'not_active', 'not_found'],
      ['stop_id', 'op', 'success', 'active_now', 'replaced_previous'],
      ['stop_id', 'op', 'success', 'cleared'],
    ]);
  });
});
