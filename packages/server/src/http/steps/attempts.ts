import { membersOf } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { Env, Validated } from '../env.ts';
import { problem } from '../envelope.ts';
import type { Step } from './step.ts';

/** Slows down attempts to log in, to register and to use codes, hosted, by the client that makes them. */
export const attempts: Step = ({ admission, runtime }, { operation: { attempt: rule } }) => {
  // Whether it is one shows in the body.
  if (!rule || rule.onlyWith !== undefined) return undefined;
  return async (c, next) => {
    const attempt = admission.attempt(rule.kind, c, runtime.clock.elapsed());
    if (attempt.refusal) return problem(c, attempt.refusal);
    c.set('attempt', attempt);
    await next();
    attempt.ended(c.res.ok);
  };
};

/** Slows them down by the name that they are for. */
export const attemptedName: Step = ({ admission, runtime }, { operation: { attempt: rule } }) => {
  if (!rule) return undefined;
  const { onlyWith } = rule;
  if (onlyWith === undefined)
    return (c, next) => {
      const tooOften = c.get('attempt')?.named(nameOf(c, rule.name));
      return tooOften ? Promise.resolve(problem(c, tooOften)) : next();
    };
  return async (c, next) => {
    if (fieldOf(c, onlyWith) === undefined) return next();
    const attempt = admission.attempt(rule.kind, c, runtime.clock.elapsed());
    const tooOften = attempt.refusal ?? attempt.named(nameOf(c, rule.name));
    if (tooOften) return problem(c, tooOften);
    await next();
    attempt.ended(c.res.ok);
  };
};

function nameOf(c: Context<Env, string, Validated>, name: 'account' | string): string {
  if (name === 'account') return c.get('account')?.shortName ?? '';
  return String(fieldOf(c, name));
}

function fieldOf(c: Context<Env, string, Validated>, name: string): unknown {
  return membersOf(c.req.valid('json'))[name];
}
