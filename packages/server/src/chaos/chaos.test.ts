import { createChaosClient, startScene } from '@svc-simulator/test-support/chaos-scene.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';

describe('the settings of chaos', () => {
  it('applies to one account, survives a restart, and ends with a reset', async () => {
    const data = scratchFolder();
    const first = await TestSimulator.start({ data });
    const [account, other] = [await first.account(), await first.account()];
    await createChaosClient(first, account).set({ seed: 9, error_rate: 1 });
    expect((await first.send('GET', '/api/v1/ext/payment-stops', account)).status).toBeGreaterThanOrEqual(
      500,
    );
    expect((await first.send('GET', '/api/v1/ext/payment-stops', other)).status).toBe(200);
    await first.close();
    const second = await startScene({ data });
    expect(await createChaosClient(second, account).show()).toMatchObject({
      seed: 9,
      calls: 1,
      injected: { error: 1 },
    });
    expect(await createChaosClient(second, other).show()).toMatchObject({ active: false });
    await second.send('POST', '/control/reset', account);
    expect(await createChaosClient(second, account).show()).toMatchObject({ active: false });
  });
});
