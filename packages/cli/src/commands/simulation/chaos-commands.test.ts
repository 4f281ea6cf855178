import { describe, expect, it } from 'vitest';
import { liveSimulator } from '../../../test/live.ts';

const { sim, runForData } = liveSimulator();

describe('sim chaos', () => {
  it('chooses a seed and prints it', async () => {
    const { seed } = await runForData('chaos', 'set', '--reorder', '0.5', '--delay', '100-2000');
    expect(seed).toBeGreaterThanOrEqual(0);
    expect(await runForData('chaos', 'show')).toMatchObject({
      active: true,
      seed,
      reorder: 0.5,
      duplicate: 0,
    });
    expect((await sim('chaos', 'show')).stdout).toContain(
      '  delay    100 to 2000 ms  delayed       0 so far\n',
    );
    expect((await sim('trace', '--type', 'chaos.set', '--limit', '1')).stdout).toContain(
      `seed ${seed} · reorder 0.5 · delay_ms 100-2000\n`,
    );
    await sim('chaos', 'off');
  });

  it('requires a fault with its frequency', async () => {
    const nothing = await sim('chaos', 'set', '--seed', '1');
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--drop 0.1')]);
    expect((await sim('chaos', 'set', '--drop', '10%')).code).toBe(2);
    expect((await sim('chaos', 'set', '--delay', 'long')).stderr).toContain('100-2000');
    const longer = await sim('chaos', 'set', '--delay', '5-4');
    expect([longer.code, longer.stderr]).toEqual([1, expect.stringContaining('/delay_ms/max')]);
  });
});
