import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { describe, expect, it } from 'vitest';

describe.each(eachStore())('the throttle, %s', (_, start) => {
  it("ends after a minute even if the machine's clock is set back", async () => {
    const { sim } = await start();
    const account = await sim.account();
    await sim.ask(account, 'PUT', '/console/settings', { throttle_per_minute: 1 });
    const status = async () =>
      (await sim.send('GET', '/api/v1/ext/payment-sessions/status/none', account)).status;
    expect([await status(), await status()]).toEqual([404, 429]);
    sim.clock.jump(-3_600_000);
    expect([await status(), await status()]).toEqual([404, 429]);
    await sim.clock.advance(60_000);
    expect(await status()).toBe(404);
  });
});
