import { isNameOf, operations, stopExamples } from '@svc-simulator/contract';
import { type Route, reply } from '../route.ts';

/**
 * Returns the routes of the nine operations of `stopExamples`. They respond with the same examples to all
 * accounts (specification, Simulator-only surfaces).
 */
export function stopRoutes(): readonly Route[] {
  return operations.flatMap((operation) => {
    const { id } = operation;
    return isNameOf(stopExamples, id) ? [{ operation, handler: () => reply(stopExamples[id]) }] : [];
  });
}
