/**
 * A simulator in a process of its own whose clock can be moved on, so that minutes hold months: what it keeps is swept
 * while others watch its memory (after a full collection) and its event loop. Start it with `--expose-gc`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { clockOn } from '../../../../packages/machine/src/system-clock.ts';
import { createSimulator } from '../../../../packages/simulator/src/index.ts';
import { work } from '../workers.ts';

export type SoakRequest = { readonly jumpMs: number } | { readonly measure: true };

export interface SoakSample {
  readonly heapMb: number;
  /** Of the time since the last sample. */
  readonly loopDelayP99Ms: number;
}

let aheadMs = 0;
const clock = clockOn({
  ...{ performance, setTimeout, clearTimeout },
  Date: { now: () => Date.now() + aheadMs },
});

const [folder = null] = process.argv.slice(2);
const simulator = await createSimulator({ port: 0, data: folder, demo: false, clock });
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

work({ url: simulator.url }, async (request: SoakRequest): Promise<SoakSample | number> => {
  if ('jumpMs' in request) {
    aheadMs += request.jumpMs;
    return aheadMs;
  }
  const loopDelayP99Ms = delay.percentile(99) / 1e6;
  globalThis.gc?.();
  const heapMb = process.memoryUsage().heapUsed / 2 ** 20;
  delay.reset();
  return { heapMb, loopDelayP99Ms };
});
