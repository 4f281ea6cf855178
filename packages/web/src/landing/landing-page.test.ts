import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

it('leads from the first page to everything there is to look at, the console first', async () => {
  await using sim = await TestSimulator.start();
  const page = await sim.send('GET', '/', { headers: { accept: 'text/html' } });
  const links = [...page.text.matchAll(/<a href="([^"]+)"/g)].map(([, path]) => `${path}`);
  expect(links.slice(0, 3)).toEqual(['?lang=es', '/console', '/terminal']);
  const accept = { headers: { accept: 'text/html' } };
  for (const path of links) {
    const { status, headers } = await sim.send('GET', path, accept);
    expect([path, headers.get('location') ?? status]).toEqual([
      path,
      path === '/console' ? '/console/login?next=%2Fconsole' : 200,
    ]);
  }
});
