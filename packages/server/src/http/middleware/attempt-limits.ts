import type { AttemptRule } from '@svc-simulator/contract';
import { createMiddleware } from 'hono/factory';
import type { Env } from '../env.ts';
import type { Admission } from '../limits/admission.ts';
import { problem } from '../problem.ts';

/**
 * Counts attempts to log in, to register and to use codes per client, before reading the body; only hosted.
 */
export const attemptLimits = (limits: Admission, kind: AttemptRule['kind']) =>
  createMiddleware<Env>(async (c, next) => {
    const attempt = limits.attempt(kind, c.env);
    if (attempt?.refusal) return problem(c, attempt.refusal);
    c.set('attempt', attempt);
    await next();
  });
