import { getHealth } from '@svc-simulator/contract';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { Metrics } from '../../operations/metrics.ts';
import type { Env } from '../env.ts';
import { measurement } from './measurement.ts';

it('counts responses by operation and status, and injected faults separately', async () => {
  const metrics = new Metrics();
  const app = new Hono<Env>();
  app.get('/', measurement(metrics, getHealth), (c) => {
    if (c.req.query('fault')) c.set('hasInjectedFault', true);
    return c.text(c.get('operation')?.id ?? '', c.req.query('fault') ? 503 : 200);
  });
  expect(await (await app.request('/')).text()).toBe('getHealth');
  await app.request('/');
  await app.request('/?fault=1');
  expect([...metrics.requestsOf('getHealth').byStatus]).toEqual([[200, 2]]);
  expect([...metrics.requestsOf('chaos').byStatus]).toEqual([[503, 1]]);
});
