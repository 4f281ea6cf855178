import { accept, membersOf } from '@svc-simulator/contract';
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

/** Slows them down by the name that they are for, and those that only a body tells of. */
export const attemptedName: Step = (
  { admission, runtime },
  { operation: { attempt: rule, alsoAttempt } },
) => {
  const named = rule?.onlyWith === undefined ? rule : undefined;
  const late = named ? alsoAttempt : rule;
  if (!named && !late) return undefined;
  return async (c, next) => {
    const first = named && c.get('attempt');
    const isLate = late && (fieldOf(c, late.onlyWith ?? '') ?? '') !== '';
    const second = isLate ? admission.attempt(late.kind, c, runtime.clock.elapsed()) : undefined;
    const tooOften =
      first?.named(nameOf(c, named?.name ?? 'none')) ??
      second?.refusal ??
      second?.named(nameOf(c, late?.name ?? 'none'));
    if (tooOften) return problem(c, tooOften);
    const attempt = first ?? second;
    if (!attempt) return next();
    const made = await attempt.inTurn(async () => accept(await next()));
    if (!made.ok) return problem(c, made.refusal);
    // A registration whose name is taken had the right code.
    second?.ended(c.res.ok || c.res.status === 409);
  };
};

function nameOf(c: Context<Env, string, Validated>, name: 'account' | 'none' | string): string {
  if (name === 'account') return c.get('account')?.shortName ?? '';
  return name === 'none' ? '' : String(fieldOf(c, name));
}

function fieldOf(c: Context<Env, string, Validated>, name: string): unknown {
  return membersOf(c.req.valid('json'))[name];
}
