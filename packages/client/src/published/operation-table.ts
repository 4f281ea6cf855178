import { type Operation, operations } from '@svc-simulator/contract';

/**
 * Operations by id. The build replaces the table by plain values, because the published module has no
 * schemas.
 */
export const operationTable: Readonly<Record<string, Operation>> = Object.fromEntries(
  operations.map((operation) => [operation.id, operation]),
);
