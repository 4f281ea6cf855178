import * as declared from './declared.ts';
import { isObject } from './fields/objects.ts';
import type { Method, Operation } from './operation.ts';

const methodOrder: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * All operations, sorted by path and method. `{` sorts after letters, so the router tries a fixed segment
 * before a parameter.
 */
export const operations: readonly Operation[] = Object.values<unknown>(declared)
  .filter(isOperation)
  .sort(compareOperations);

function isOperation(value: unknown): value is Operation {
  return isObject(value) && 'method' in value && 'path' in value;
}

function compareOperations(a: Operation, b: Operation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return methodOrder.indexOf(a.method) - methodOrder.indexOf(b.method);
}
