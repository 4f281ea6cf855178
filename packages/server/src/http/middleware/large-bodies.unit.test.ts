import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { LargeBodies } from '../limits/large-bodies.ts';
import { largeBodies } from './large-bodies.ts';

it('serves four large bodies of a client at once, the fifth once one is served, and small ones at once', async () => {
  const ends: (() => void)[] = [];
  const app = new Hono<Env>();
  app.use(largeBodies(new LargeBodies(() => '192.0.2.1'), 2 ** 20));
  app.post('/', async (c) => {
    await new Promise<void>((end) => ends.push(end));
    return c.text('');
  });
  const send = (bytes: number) => {
    const incoming = { headers: { 'content-length': String(bytes) }, socket: {} };
    return app.request('/', { method: 'POST' }, { incoming });
  };
  const large = Array.from({ length: 5 }, () => send(100_000));
  const small = send(100);
  await expect.poll(() => ends.length).toBe(5);
  ends.at(-1)?.();
  expect((await small).status).toBe(200);
  ends[0]?.();
  expect((await large[0])?.status).toBe(200);
  await expect.poll(() => ends.length).toBe(6);
  for (const end of ends) end();
  expect((await Promise.all(large)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});
