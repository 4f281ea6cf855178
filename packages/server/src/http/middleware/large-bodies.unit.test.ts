import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { LargeBodies } from '../limits/large-bodies.ts';
import { largeBodies } from './large-bodies.ts';

it('serves four large bodies of a client at the same time and small bodies without a limit', async () => {
  const ends = new Map<string, () => void>();
  const bodies = new LargeBodies(() => '192.0.2.1');
  const app = new Hono<Env>();
  app.use(largeBodies(bodies, 2 ** 20));
  app.post('/:name', async (c) => {
    await new Promise<void>((end) => ends.set(c.req.param('name'), end));
    return c.text('');
  });
  const send = async (name: string, bytes: number) => {
    const incoming = { headers: { 'content-length': String(bytes) }, socket: {} };
    return (await app.request(`/${name}`, { method: 'POST' }, { incoming })).status;
  };
  const large = ['a', 'b', 'c', 'd', 'e'].map((name) => send(name, 100_000));
  const small = send('small', 100);
  await expect.poll(() => [...ends.keys()].sort()).toEqual(['a', 'b', 'c', 'd', 'small']);
  ends.get('small')?.();
  expect(await small).toBe(200);
  ends.get('a')?.();
  await expect.poll(() => ends.has('e')).toBe(true);
  for (const end of ends.values()) end();
  expect(await Promise.all(large)).toEqual([200, 200, 200, 200, 200]);
});
