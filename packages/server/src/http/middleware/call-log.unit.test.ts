import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { CallRecorder } from '../../calls/call-recorder.ts';
import type { Env } from '../env.ts';
import { callLog } from './call-log.ts';

it('records the status and the duration of a call once its response exists', async () => {
  const clock = new ManualClock();
  const calls: unknown[] = [];
  const recorder = { record: (_c: unknown, call: unknown) => void calls.push(call) };
  const app = new Hono<Env>();
  app.get('/', callLog(recorder as unknown as CallRecorder, clock), async (c) => {
    await clock.advance(7);
    expect(calls).toEqual([]);
    return c.text('', 418);
  });
  await app.request('/');
  expect(calls).toEqual([{ status: 418, durationMs: 7 }]);
});
