import * as declared from './declared.ts';
import { isObject } from './fields/objects.ts';
import type { Method, Operation } from './operation.ts';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Every operation of the contract by path and method. Of overlapping paths the one with fewer parameters
 * comes first, because a router uses the first match and `{` sorts after all letters.
 */
export const operations: readonly Operation[] = Object.values<unknown>(declared)
  .filter(isOperation)
  .sort(inOrder);

function isOperation(value: unknown): value is Operation {
  return isObject(value) && 'method' in value && 'path' in value;
}

function inOrder(one: Operation, other: Operation): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return methods.indexOf(one.method) - methods.indexOf(other.method);
}
