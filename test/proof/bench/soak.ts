import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, reported, within } from './figures.ts';
import type { LoadRequest } from './load/http.ts';
import type { SoakRequest, SoakSample } from './load/soaked.ts';
import { quantile } from './rounds.ts';
import { newFolder, Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

/** `SOAK_MINUTES=20 npm run bench -- soak` */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 3);
const CONNECTIONS = 16;
const LOAD_SECONDS = 15;
const FORTNIGHT_AND_A_DAY_MS = 15 * 86_400_000;
/** Until compiled code, caches and buffers have the size that they keep. */
const WARM_UP_SHARE = 0.25;

interface Sample extends SoakSample {
  readonly atMs: number;
}

/**
 * Half of what the simulator can take (sessions created, their webhooks delivered), for minutes; in between the clock jumps
 * until everything is swept. What is left in memory then must not grow.
 */
export async function measure(): Promise<Figure[]> {
  const soaked = new Worker<{ url: string }, SoakRequest, SoakSample | number>(
    'load/soaked.ts',
    [newFolder()],
    ['--expose-gc'],
  );
  const load = new Worker<string, LoadRequest, number>('load/http.ts');
  const receiver = new Worker<{ url: string }, { reset: true } | { count: number }, number>(
    'load/receiver.ts',
  );
  const { url } = await soaked.ready;
  const { url: receiverUrl } = await receiver.ready;
  await load.ready;
  const simulator = await Simulator.at(url);
  const create = (seconds: number, rate?: number) =>
    load.ask({
      url: `${url}/api/v1/ext/payment-sessions/buttons`,
      method: 'POST',
      headers: { authorization: `Bearer ${simulator.token}`, 'content-type': 'application/json' },
      body: simulator.buttonBody({ webhook_url: receiverUrl }),
      connections: CONNECTIONS,
      seconds,
      ...(rate !== undefined && { rate }),
    });
  const sweep = async () => {
    // What is still to expire does so first, and is kept for a fortnight from then: one jump is not enough.
    do {
      await soaked.ask({ jumpMs: FORTNIGHT_AND_A_DAY_MS });
      await pause(500);
    } while ((await simulator.get('/console/sessions?limit=1')).data.length > 0);
  };
  try {
    await create(3);
    const most = await create(5);
    await sweep();
    const samples: Sample[] = [];
    const began = performance.now();
    while (performance.now() - began < MINUTES * 60_000) {
      await create(LOAD_SECONDS, Math.round(most / 2));
      const { loopDelayP99Ms } = (await soaked.ask({ measure: true })) as SoakSample;
      await sweep();
      const { heapMb } = (await soaked.ask({ measure: true })) as SoakSample;
      samples.push({ atMs: performance.now() - began, heapMb, loopDelayP99Ms });
    }
    const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
    return [
      within('heap growth after warm-up', slopeOf(warm) * 3_600_000, 1, 'MB/h'),
      within(
        'event-loop delay, p99 (the median of the rounds)',
        quantile(
          warm.map((s) => s.loopDelayP99Ms),
          0.5,
        ),
        50,
      ),
      reported('sessions a second, half of the most', most / 2, '/s'),
      reported('heap when everything is swept', warm.at(-1)?.heapMb ?? 0, 'MB'),
    ];
  } finally {
    for (const worker of [load, receiver, soaked]) worker.stop();
  }
}

/** MB a millisecond, by least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, meanHeap] = [mean(samples.map((s) => s.atMs)), mean(samples.map((s) => s.heapMb))];
  let [above, below] = [0, 0];
  for (const { atMs, heapMb } of samples) {
    above += (atMs - meanAt) * (heapMb - meanHeap);
    below += (atMs - meanAt) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
