import { getHealth } from '@svc-simulator/contract';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { CallRecorder } from '../../calls/call-recorder.ts';
import { Metrics } from '../../operations/metrics.ts';
import type { Env } from '../env.ts';
import { measurement } from './measurement.ts';

it('counts responses by operation and status, and injected faults separately', async () => {
  const metrics = new Metrics();
  const app = new Hono<Env>();
  app.get('/', measurement(getHealth, { metrics, clock: new ManualClock(), recorder: null }), (c) => {
    if (c.req.query('fault')) c.set('hasInjectedFault', true);
    return c.text(c.get('operation')?.id ?? '', c.req.query('fault') ? 503 : 200);
  });
  expect(await (await app.request('/')).text()).toBe('getHealth');
  await app.request('/');
  await app.request('/?fault=1');
  expect([...metrics.requestsOf('getHealth').byStatus]).toEqual([[200, 2]]);
  expect([...metrics.requestsOf('chaos').byStatus]).toEqual([[503, 1]]);
});

it('records the status and the duration of a call once its response exists', async () => {
  const clock = new ManualClock();
  const calls: unknown[] = [];
  const recorder = { record: (_c: unknown, call: unknown) => void calls.push(call) };
  const parts = { metrics: new Metrics(), clock, recorder: recorder as unknown as CallRecorder };
  const app = new Hono<Env>();
  app.get('/', measurement(getHealth, parts), async (c) => {
    await clock.advance(7);
    expect(calls).toEqual([]);
    return c.text('', 418);
  });
  await app.request('/');
  expect(calls).toEqual([{ status: 418, durationMs: 7 }]);
});
