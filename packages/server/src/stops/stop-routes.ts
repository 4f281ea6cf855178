import { operations, stopExamples } from '@svc-simulator/contract';
import { reply } from '../http/reply.ts';
import type { Route } from '../http/request-context.ts';

/** The nine stops operations: a fixed example each, the same for all accounts (specification, Simulator-only surfaces). */
export function stopRoutes(): readonly Route[] {
  return operations
    .filter(({ id }) => Object.hasOwn(stopExamples, id))
    .map((operation) => ({
      operation,
      handler: () => reply(stopExamples[operation.id as keyof typeof stopExamples]),
    }));
}
