import { logIn } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it, onTestFinished } from 'vitest';

it('compresses pages for clients that accept gzip, but no pages with secrets, JSON or streams', async () => {
  const sim = await TestSimulator.start();
  onTestFinished(() => sim.close());
  const account = await sim.account();
  const browser = await logIn(sim, account);
  const id = await sim.button(account);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const encodingOf = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(sim.url + path, {
      headers: { accept: 'text/html', cookie, ...headers },
      redirect: 'manual',
    });
    expect([path, answer.status]).toEqual([path, 200]);
    const { headers: responseHeaders } = answer;
    return {
      headers: responseHeaders,
      html: await answer.text(),
      encoding: responseHeaders.get('content-encoding'),
    };
  };
  for (const path of ['/', `/pay/${id}`, '/terminal', '/docs', '/docs/webhooks', '/fidelidad', '/console']) {
    const gzipResponse = await encodingOf(path, { 'accept-encoding': 'gzip, br' });
    const plainResponse = await encodingOf(path, { 'accept-encoding': 'identity' });
    expect([path, gzipResponse.encoding, plainResponse.encoding]).toEqual([path, 'gzip', null]);
    expect(gzipResponse.headers.get('vary')).toContain('Accept-Encoding');
    expect(gzipResponse.html.length).toBeGreaterThan(1000);
    expect(gzipResponse.html.length).toBe(plainResponse.html.length);
  }
  const zips = { 'accept-encoding': 'gzip' };
  const token = { ...zips, accept: 'application/json', authorization: `Bearer ${account.console}` };
  expect((await encodingOf('/console/keys', zips)).encoding).toBeNull();
  expect((await encodingOf('/fidelidad', { ...zips, accept: 'application/json' })).encoding).toBeNull();
  expect((await encodingOf('/console/trace', token)).encoding).toBeNull();
  const stop = new AbortController();
  const stream = await fetch(`${sim.url}/console/live`, {
    headers: { ...zips, cookie },
    signal: stop.signal,
  });
  expect([stream.status, stream.headers.get('content-encoding')]).toEqual([200, null]);
  stop.abort();
});
