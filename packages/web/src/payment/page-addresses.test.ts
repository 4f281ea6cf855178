import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

const UNKNOWN = '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b';
const inBrowser = { headers: { accept: 'text/html' } };

describe.each(eachStore())('addresses of a payment page, %s (contract section 12)', (_name, start) => {
  it('redirects /ID and /?id=ID to the payment page, on every instance', async () => {
    const { sim, other } = await start();
    const id = await sim.button(await sim.account());
    for (const one of [sim, other])
      for (const [path, location] of [
        [`/${id}`, `/pay/${id}`],
        [`/?id=${id}`, `/pay/${id}`],
        [`/${id}?lang=en`, `/pay/${id}?lang=en`],
        [`/?lang=es&id=${id}`, `/pay/${id}?lang=es`],
        [`/${id}?lang=%0d%0ax%3a1`, `/pay/${id}?lang=%0D%0Ax%3A1`],
      ] as const) {
        const answer = await one.send('GET', path, inBrowser);
        expect([answer.status, answer.headers.get('location')]).toEqual([302, location]);
        expect((await one.send('GET', location, inBrowser)).status).toBe(200);
      }
  });

  it('returns 404 for an unknown session', async () => {
    const { sim } = await start();
    for (const path of [
      `/${UNKNOWN}`,
      `/?id=${UNKNOWN}`,
      '/?id=%00',
      `/?id=${'x'.repeat(5000)}`,
      '/?id=//evil.invalid',
    ]) {
      const answer = await sim.send('GET', `${path}`, inBrowser);
      expect([path.slice(0, 50), answer.status, answer.headers.get('location')]).toEqual([
        path.slice(0, 50),
        404,
        null,
      ]);
    }
  });
});

describe('addresses without a payment page', () => {
  it("doesn't redirect the start page, unknown paths, POST or /health", async () => {
    const sim = await TestSimulator.start();
    onTestFinished(() => sim.close());
    expect((await sim.send('GET', '/?id=', inBrowser)).status).toBe(200);
    expect((await sim.send('GET', '/', inBrowser)).status).toBe(200);
    for (const path of ['/nowhere', '/favicon.ico', `/${UNKNOWN}x`])
      expect((await sim.send('GET', path)).headers.get('content-type')).toBe(
        'application/problem+json; charset=utf-8',
      );
    expect((await sim.send('POST', `/${UNKNOWN}`)).headers.get('allow')).toBe('GET, HEAD');
    expect((await sim.send('GET', '/health')).status).toBe(200);
  });

  it('stays below the path of the public URL', async () => {
    const sim = await TestSimulator.start({ publicUrl: 'https://pay.invalid/pagos/' });
    onTestFinished(() => sim.close());
    const id = await sim.button(await sim.account(), buttonBody);
    for (const path of [`/${id}?lang=en`, `/?id=${id}&lang=en`])
      expect((await sim.send('GET', path)).headers.get('location')).toBe(`/pagos/pay/${id}?lang=en`);
  });
});
