import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

it('links from the start page to all pages, first to the console', async () => {
  await using sim = await TestSimulator.start();
  const page = await sim.send('GET', '/', { headers: { accept: 'text/html' } });
  const [, main = ''] = page.text.split('<main');
  const links = [...main.matchAll(/href="([^"]+)"/g)].map(([, path]) => `${path}`);
  expect(links.slice(0, 2)).toEqual(['/console', '/terminal']);
  const accept = { headers: { accept: 'text/html' } };
  for (const path of links) {
    const { status, headers } = await sim.send('GET', path, accept);
    expect([path, headers.get('location') ?? status]).toEqual([
      path,
      path === '/console' ? '/console/login?next=%2Fconsole' : 200,
    ]);
  }
});

it('shows the state of a local simulator: account, receiver and latest session', async () => {
  await using sim = await TestSimulator.start({ demo: true });
  const demo = await sim.simulator.demo;
  const page = async () =>
    (await sim.send('GET', '/', { headers: { accept: 'text/html', 'accept-language': 'es' } })).text;
  const text = await page();
  for (const words of ['<strong>demo</strong>', 'ninguna sesión reciente', 'sin conectar', 'hora real'])
    expect(text).toContain(words);
  const token = demo?.token ?? '';
  let latestId = '';
  for (const more of [{ webhook_url: 'http://shop.invalid/hook' }, {}]) {
    const body = { ...buttonBody, agreement_id: demo?.agreement_id, ...more };
    const creation = await sim.send('POST', '/api/v1/ext/payment-sessions/buttons', { token, body });
    latestId = creation.json.data.id;
  }
  expect(await page()).toContain('<code>http://shop.invalid/hook</code>');
  for (const body of [
    { leg: 1, outcome: 'paid' },
    { leg: 2, outcome: 'accredited' },
  ])
    await sim.send('POST', `/control/sessions/${latestId}/outcome`, { token, body });
  expect(await page()).toContain('pagada · acreditada');
});
