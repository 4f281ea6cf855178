import { inAccount } from '@svc-simulator/test-support/account.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';

describe('a programmed receiver', async () => {
  const { sim, account } = await inAccount();
  const address = (query: string, name = 'captura') => `/console/hooks/${account.id}/${name}?${query}`;

  it('does the same for deliveries: retries until it succeeds, and a time-out where it waits too long', async () => {
    const seen = new SeenTrace(sim);
    const retried = await sim.button(account, {
      webhook_url: sim.url + address('fail_times=1&answer_body=busy'),
    });
    expect((await seen.of(retried, 'webhook.attempted')).data).toMatchObject({
      via: 'loopback',
      status: 500,
      response_body: 'busy',
    });
    await sim.clock.advance(2000);
    await seen.of(retried, 'webhook.delivered');
    const slow = await sim.button(account, { webhook_url: sim.url + address('delay_ms=6000') });
    await expect
      .poll(async () => {
        await sim.clock.advance(1000);
        return (await sim.trace(account, `&session_id=${slow}&type=webhook.attempted`)).length;
      })
      .toBeGreaterThan(0);
    expect((await seen.of(slow, 'webhook.attempted')).data).toMatchObject({ status: null, error: 'timeout' });
  });
});
