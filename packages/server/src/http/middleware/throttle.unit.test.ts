import type { AccountRecord } from '@svc-simulator/core';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { Throttle } from '../limits/throttle.ts';
import { throttle } from './throttle.ts';

it('returns 429 once an account has used up its minute, and the number of remaining requests before', async () => {
  const headers = new Map<string, string>();
  const account = { id: 'a', settings: { throttle_per_minute: 2 } } as AccountRecord;
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('requestId', 'r');
    c.set('receivedAt', 1000);
    c.set('principal', { account });
    return next();
  });
  app.get('/', throttle(new Throttle()), (c) => c.text('served'));
  const env = { outgoing: { setHeader: (name: string, value: string) => void headers.set(name, value) } };
  const statuses = [];
  for (let count = 0; count < 3; count++) {
    const { status } = await app.request('/', {}, env);
    statuses.push([status, headers.get('x-ratelimit-remaining')]);
  }
  expect(statuses).toEqual([
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ]);
});
