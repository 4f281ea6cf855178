import type { Operation } from '@svc-simulator/contract';
import type { Step } from './step.ts';

/** What the account's program calls in production, too; so the surfaces that set chaos and tell of it are never upset. */
const upsettable: readonly Operation['family'][] = ['session', 'merchant', 'pos'];

/** Refuses in place of the operation, or holds its answer back, when chaos says so. */
export const chaos: Step = ({ chaos }, { operation }) => {
  if (!upsettable.includes(operation.family)) return undefined;
  return (call) => {
    const { account, path, requestId } = call;
    if (!account?.chaos) return undefined;
    return chaos.upset({ operation, account, path, requestId }).then((upset) => {
      if (!upset) return undefined;
      const { latencyMs, refusal } = upset;
      if (refusal || latencyMs > 0) call.upset = { latencyMs };
      return refusal ?? undefined;
    });
  };
};
