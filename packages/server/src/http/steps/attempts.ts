import { membersOf } from '@svc-simulator/contract';
import type { Context } from 'hono';
import type { Env, Validated } from '../env.ts';
import { problem } from '../envelope.ts';
import type { Step } from './step.ts';

/** Slows down attempts to log in, to register and to use codes, hosted, by the client that makes them. */
export const attempts: Step = ({ admission, runtime }, { operation: { attempt: rule } }) =>
  rule &&
  (async (c, next) => {
    const attempt = admission.attempt(rule.kind, c, runtime.clock.elapsed());
    if (attempt.refusal) return problem(c, attempt.refusal);
    c.set('attempt', attempt);
    await next();
    attempt.ended(c.res.ok);
  });

/** Slows them down by the name that they are for. */
export const attemptedName: Step = (_services, { operation: { attempt: rule } }) =>
  rule &&
  (async (c, next) => {
    const tooOften = c.get('attempt')?.named(nameOf(c, rule.name));
    return tooOften ? problem(c, tooOften) : next();
  });

function nameOf(c: Context<Env, string, Validated>, name: 'account' | string): string {
  if (name === 'account') return c.get('account')?.shortName ?? '';
  return String(membersOf(c.req.valid('json'))[name]);
}
