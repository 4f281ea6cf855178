import type { Clock } from '@svc-simulator/core';
import { createMiddleware } from 'hono/factory';
import type { CallRecorder } from '../../calls/call-recorder.ts';
import type { Env } from '../env.ts';

export const callLog = (recorder: CallRecorder, clock: Clock) =>
  createMiddleware<Env>(async (c, next) => {
    const beganMs = clock.elapsed();
    await next();
    recorder.record(c, { status: c.res.status, durationMs: clock.elapsed() - beganMs });
  });
