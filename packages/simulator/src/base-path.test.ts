import { expect, it } from 'vitest';
import { createSimulator } from './simulator.ts';

it('does not start under a path of its own', async () => {
  const starting = createSimulator({ port: 0, publicUrl: 'https://host.invalid/console' });
  await expect(starting).rejects.toMatchObject({
    code: 'BAD_OPTION',
    message: expect.stringContaining('begins with /console, which is a path of the simulator'),
  });
});

it('leads from /console/ and its like to the page, and a program to its problem', async () => {
  await using simulator = await throwaway();
  const ask = (path: string, headers = {}) => fetch(simulator.url + path, { headers, redirect: 'manual' });
  for (const path of [
    '/console',
    '/console/login',
    '/docs',
    '/docs/api',
    '/docs/relay',
    '/terminal',
    '/fidelidad',
  ]) {
    const answer = await ask(`${path}/?lang=es`, { accept: 'text/html' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `${path}?lang=es`]);
    expect((await fetch(`${simulator.url}${path}/`, { headers: { accept: 'text/html' } })).status).toBe(200);
  }
  expect((await ask('/console/keys/', { authorization: 'Bearer x' })).status).toBe(404);
  expect((await ask('/health/')).status).toBe(404);
});

async function throwaway() {
  const simulator = await createSimulator({ port: 0, throwaway: true });
  return { url: simulator.url, [Symbol.asyncDispose]: () => simulator.close() };
}
