import { isNameOf, operations, stopExamples } from '@svc-simulator/contract';
import { type Route, reply } from '../route.ts';

/**
 * Returns the nine stops operations with fixed examples, equal for all accounts (specification,
 * Simulator-only surfaces).
 */
export function stopRoutes(): readonly Route[] {
  return operations.flatMap((operation) => {
    const { id } = operation;
    return isNameOf(stopExamples, id) ? [{ operation, handler: () => reply(stopExamples[id]) }] : [];
  });
}
