import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chaosOf, started } from '@svc-simulator/test-support/chaos-scene.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';

describe('the settings of chaos', () => {
  it('are off, set whole, shown, and cleared; under both paths', async () => {
    const sim = await started();
    const account = await sim.account();
    const chaos = chaosOf(sim, account);
    const none = {
      duplicate: 0,
      reorder: 0,
      drop: 0,
      bad_signature: 0,
      stale_timestamp: 0,
      latency: 0,
      error: 0,
      delay: 0,
    };
    const off = {
      active: false,
      seed: null,
      duplicate: 0,
      reorder: 0,
      delay_ms: 0,
      drop: 0,
      bad_signature: 0,
      stale_timestamp: 0,
      latency_ms: 0,
      error_rate: 0,
      set_at: null,
      webhooks: 0,
      calls: 0,
      injected: none,
    };
    expect(await chaos.show()).toEqual(off);
    const set = await chaos.set({ seed: 42, drop: 0.25, delay_ms: { min: 5, max: 10 }, latency_ms: 0 });
    const wanted = {
      ...off,
      active: true,
      seed: 42,
      drop: 0.25,
      delay_ms: { min: 5, max: 10 },
      set_at: '2026-01-01T00:00:00.000Z',
    };
    expect([set.status, set.json.data]).toEqual([200, wanted]);
    expect(await chaosOf(sim, account, '/__test__/chaos').show()).toEqual(wanted);
    await chaos.set({ duplicate: 1 });
    expect(await chaos.show()).toMatchObject({
      duplicate: 1,
      drop: 0,
      delay_ms: 0,
      seed: expect.any(Number),
    });
    expect((await chaos.off()).json.data).toEqual(off);
    expect((await chaos.off()).json.data).toEqual(off);
    const types = (await sim.trace(account))
      .map(({ type }) => type)
      .filter((type) => type.startsWith('chaos'));
    expect(types).toEqual(['chaos.set', 'chaos.set', 'chaos.cleared']);
  });

  it('are refused with every fault', async () => {
    const sim = await started();
    const chaos = chaosOf(sim, await sim.account());
    const wrong = await chaos.set({
      seed: -1,
      duplicate: 1.5,
      drop: '0.1',
      delay_ms: { min: 10, max: 5 },
      latency_ms: 60_001,
      error_rate: null,
    });
    const pointers = wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect([wrong.status, pointers.sort()]).toEqual([
      400,
      ['/delay_ms/max', '/drop', '/duplicate', '/latency_ms', '/seed'],
    ]);
    const empty = await chaos.set({ seed: 1, drops: 0.1 });
    expect([empty.status, empty.json.errors[0].pointer]).toEqual([400, '']);
    const span = await chaos.set({ delay_ms: { min: 0, max: 3_600_001 } });
    expect(span.json.errors[0].pointer).toBe('/delay_ms/max');
    expect((await chaos.set({ delay_ms: '5' })).json.errors[0]).toMatchObject({ pointer: '/delay_ms' });
  });

  it('are one account’s, outlive a restart, and go with a reset', async () => {
    const data = mkdtempSync(join(tmpdir(), 'sim-chaos-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const first = await TestSimulator.start({ data });
    const [account, other] = [await first.account(), await first.account()];
    await chaosOf(first, account).set({ seed: 9, error_rate: 1 });
    expect((await first.send('GET', '/api/v1/ext/payment-stops', account)).status).toBeGreaterThanOrEqual(
      500,
    );
    expect((await first.send('GET', '/api/v1/ext/payment-stops', other)).status).toBe(200);
    await first.close();
    const second = await started({ data });
    expect(await chaosOf(second, account).show()).toMatchObject({
      seed: 9,
      calls: 1,
      injected: { error: 1 },
    });
    expect(await chaosOf(second, other).show()).toMatchObject({ active: false });
    await second.send('POST', '/control/reset', account);
    expect(await chaosOf(second, account).show()).toMatchObject({ active: false });
  });
});
