import { readFileSync } from 'node:fs';
import { get } from 'node:https';
import { expect, it } from 'vitest';
import { startSimulator } from './index.ts';

it('serves https to the test, and to programs that trust its certificate', async () => {
  await using sim = await startSimulator({ tls: true, timeoutMs: 30_000 });
  expect(sim.url).toMatch(/^https:/);
  const session = await sim.session.create();
  expect(session.payment_url).toMatch(sim.url);
  expect((await sim.session.pay(session)).result).toBe('paid');
  await sim.session.waitFor(session, 'accredited');
  await sim.clock.advance('1 day');

  expect(readFileSync(sim.env.NODE_EXTRA_CA_CERTS ?? '', 'utf8')).toBe(sim.ca);
  const status = await new Promise((resolve, reject) => {
    const request = get(`${sim.url}/health`, { ca: sim.ca ?? '' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.on('error', reject);
  });
  expect(status).toBe(200);
});

it('serves http by default', async () => {
  await using sim = await startSimulator();
  expect([sim.url.split(':')[0], sim.ca, sim.env.NODE_EXTRA_CA_CERTS]).toEqual(['http', null, undefined]);
});
