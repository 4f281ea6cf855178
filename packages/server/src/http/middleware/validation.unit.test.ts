import { createButtonSession, listSessions, type Operation } from '@svc-simulator/contract';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Runtime } from '../../runtime.ts';
import type { Env } from '../env.ts';
import { validation } from './validation.ts';

async function send(operation: Operation, path: string, body?: string, type = 'application/json') {
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('requestId', 'r');
    if (body !== undefined) c.set('bodyBytes', Buffer.from(body));
    return next();
  });
  app.all('/', validation(operation, {} as Runtime), (c) => c.json(c.get('valid')));
  const response = await app.request(path, { headers: { 'content-type': type } });
  return { status: response.status, json: JSON.parse(await response.text()) };
}

it('sets the validated query, with defaults for absent members', async () => {
  const { status, json } = await send(listSessions, '/?limit=5');
  expect([status, json.query.limit]).toEqual([200, 5]);
});

it('returns 415 before 400, and 400 with the pointer of each fault', async () => {
  expect((await send(createButtonSession, '/', '{', 'text/plain')).status).toBe(415);
  expect((await send(createButtonSession, '/', '{')).status).toBe(400);
  const { status, json } = await send(createButtonSession, '/', '{"amount":true}');
  expect(status).toBe(400);
  expect(json.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain('/amount');
  expect((await send(listSessions, '/?limit=none')).status).toBe(400);
});
