import type { Operation } from '@svc-simulator/contract';
import { problem } from '../envelope.ts';
import type { Step } from './step.ts';

/** What the account's program calls in production, too; so the surfaces that set chaos and tell of it are never upset. */
const upsettable: readonly Operation['family'][] = ['session', 'merchant', 'pos'];

/** Answers in place of the operation, or later than it would, when chaos says so. */
export const chaos: Step = ({ chaos }, { operation }) => {
  if (!upsettable.includes(operation.family)) return undefined;
  return async (c, next) => {
    const account = c.get('account');
    const { path, raw } = c.req;
    const requestId = c.get('requestId');
    const upset = account?.chaos && (await chaos.upset({ operation, account, path, requestId }));
    if (!upset) return next();
    c.set('isUpset', upset.refusal !== null || upset.latencyMs > 0);
    if (upset.refusal) c.res = problem(c, upset.refusal);
    else await next();
    if (upset.latencyMs > 0) await chaos.hold(upset.latencyMs, raw.signal);
  };
};
