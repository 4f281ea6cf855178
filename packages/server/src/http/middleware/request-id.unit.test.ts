import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { SeededRandom } from '@svc-simulator/test-support/seeded-random.ts';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { requestId } from './request-id.ts';

it('assigns each request a new id, whatever id the client sends', async () => {
  const ids: string[] = [];
  const app = new Hono<Env>();
  app.use(requestId(new SeededRandom(), new ManualClock()));
  app.get('/', (c) => c.text(c.get('requestId')));
  const env = { outgoing: { setHeader: (_name: string, id: string) => void ids.push(id) } };
  const headers = { 'x-request-id': 'chosen by the client' };
  const bodies = [];
  for (let count = 0; count < 2; count++)
    bodies.push(await (await app.request('/', { headers }, env)).text());
  expect(bodies).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
  expect(ids).toEqual(ids.filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)));
});
