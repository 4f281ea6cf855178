import type { AttemptRule } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { Admission } from '../limits/admission.ts';
import { problem } from '../problem.ts';

/**
 * Counts a client's attempts to log in, to register and to use codes, before the body is read. Only for
 * hosted simulators.
 */
export const attemptLimits = (limits: Admission, kind: AttemptRule['kind']) =>
  createMiddleware<Env>(async (c, next) => {
    const attempt = limits.beginAttempt(kind, c.env);
    if (attempt?.refusal) return problem(c, attempt.refusal);
    c.set('attempt', attempt);
    await next();
  });
