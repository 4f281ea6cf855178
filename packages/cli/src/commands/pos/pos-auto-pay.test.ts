import { describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { liveSimulator } from '../../../test/live.ts';
import { openPosMerchant } from '../../../test/pos-merchant.ts';
import { jsonLines } from '../../../test/stage.ts';
import { runSim } from '../../run-sim.ts';

const live = liveSimulator();

describe('sim pos pay --auto', () => {
  it('pays and declines incoming payments until it is stopped, with the same results for the same seed', async () => {
    const runs: string[][] = [];
    for (const seed of ['lunch', 'lunch']) {
      const { runForData, create, login, stageOf } = await openPosMerchant(live);
      await runForData('pair', 'SN-1', ...login);
      const words = ['pay', '--auto', '--delay', '0', '--decline-rate', '0.5', '--seed', seed, '--json'];
      const stage = await stageOf(...words);
      // Shortens only the pauses of 500 ms between two polls, not the timeouts of calls.
      const deadline = (ms: number) => AbortSignal.timeout(ms === 500 ? 5 : ms);
      const running = runSim({ ...stage.context, deadline });
      const orders: string[] = [];
      const results = () => jsonLines(stage.stdout());
      for (let n = 1; n <= 4; n++) {
        orders.push(await create());
        await until(() => results().length === n);
      }
      stage.signal('SIGINT');
      expect(await running).toBe(0);
      expect(results().map(({ order_id }) => order_id)).toEqual(orders);
      runs.push(results().map(({ result }) => result));
      const declined = results().filter(({ result }) => result === 'declined');
      expect(await runForData('list')).toHaveLength(declined.length);
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(new Set(runs[0])).toEqual(new Set(['paid', 'declined']));
  });

  it('reports its progress and the seed that repeats it', async () => {
    const { runForData, create, login, stageOf } = await openPosMerchant(live);
    await runForData('pair', 'SN-1', ...login);
    const order = await create();
    const stage = await stageOf('pay', '--auto', '--delay', '0', '--decline-rate', '1');
    const running = runSim(stage.context);
    await until(() => stage.stdout() !== '');
    stage.signal('SIGTERM');
    expect(await running).toBe(0);
    expect(stage.stderr()).toContain('(--seed made-up-password)');
    expect(stage.stdout()).toBe(`${order}  declined  stays pending\n`);
    expect(stage.stderr()).toMatch(/0 paid, 1 declined, 0 not accepted\n$/);
  });
});
