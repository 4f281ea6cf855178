import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { bodyLimit } from './body-limit.ts';

async function send(body: string): Promise<Response> {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers['content-length'] = String(body.length);
  incoming.push(body);
  incoming.push(null);
  incoming.complete = true;
  const app = new Hono<Env>();
  app.post('/', bodyLimit(5), (c) => c.text(Buffer.from(c.get('bodyBytes') ?? []).toString()));
  return app.request('/', { method: 'POST' }, { incoming });
}

it('reads a body up to the limit, and returns 413 beyond it', async () => {
  expect(await (await send('hello')).text()).toBe('hello');
  expect((await send('hello!')).status).toBe(413);
});
