import { EmbeddedTrace } from '@svc-simulator/store/embedded/trace/trace.ts';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

describe('a configured receiver', async () => {
  const { sim, account } = await startAccountForBlock();
  const receiverPath = (query: string, name = 'captura') => `/console/hooks/${account.id}/${name}?${query}`;

  it('makes the simulator retry until it succeeds, and time out if it responds too late', async () => {
    const seenTrace = new SeenTrace(sim);
    const retriedSession = await sim.button(account, {
      webhook_url: sim.url + receiverPath('fail_times=1&answer_body=busy'),
    });
    expect((await seenTrace.of(retriedSession, 'webhook.attempted')).data).toMatchObject({
      via: 'loopback',
      status: 500,
      response_body: 'busy',
    });
    await sim.clock.advance(2000);
    await seenTrace.of(retriedSession, 'webhook.delivered');
    const slowSession = await sim.button(account, { webhook_url: sim.url + receiverPath('delay_ms=6000') });
    await expect
      .poll(async () => {
        await sim.clock.advance(1000);
        return (await sim.trace(account, `&session_id=${slowSession}&type=webhook.attempted`)).length;
      })
      .toBeGreaterThan(0);
    expect((await seenTrace.of(slowSession, 'webhook.attempted')).data).toMatchObject({
      status: null,
      error: 'timeout',
    });
  });

  it('reads a limited part of earlier large requests, however many there are', async () => {
    const body = 'x'.repeat(64 * 1024);
    const post = (query: string) => sim.send('POST', receiverPath(query), { body });
    for (let count = 0; count < 20; count++) await post('answer_status=200');
    const page = vi.spyOn(EmbeddedTrace.prototype, 'page');
    onTestFinished(() => page.mockRestore());
    await post('fail_times=10');
    const pages = await Promise.all(page.mock.results.map(({ value }) => value));
    const bytes = pages.flatMap(({ items }) => items).reduce((sum, { json }) => sum + json.length, 0);
    expect(bytes).toBeGreaterThan(64 * 1024);
    expect(bytes).toBeLessThan(400 * 1024);
  });
});
