import { type Operation, operations } from '@svc-simulator/contract';

/**
 * Operations by id. The build replaces the table with plain values, so that the published module contains no
 * schemas.
 */
export const operationTable: Readonly<Record<string, Operation>> = Object.fromEntries(
  operations.map((operation) => [operation.id, operation]),
);
