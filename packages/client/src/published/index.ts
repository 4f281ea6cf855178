import { createClient as createTypedClient } from '../client.ts';
import type { Client, ClientOptions } from './client-api.ts';
import { operationTable } from './operation-table.ts';

export { ProblemError, UnexpectedAnswerError, UnreachableError } from '../errors.ts';
export type * from './client-api.ts';

export function createClient(options: ClientOptions): Client {
  const client = createTypedClient(options);
  return {
    call: async (id, ...[request = {}]) => {
      const operation = operationTable[id];
      if (!operation) throw new TypeError(`the API has no operation ${id}`);
      return client.callUnchecked(operation, request);
    },
  };
}
