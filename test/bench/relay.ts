import { deliver } from './delivering.ts';
import { atLeast, atMost, type Figure, reported } from './figures.ts';
import type { WsRequest } from './limits/ws.ts';
import { interleave, quantile } from './rounds.ts';
import { Simulator, spawnSim, terminate } from './simulator.ts';
import { rssMb, Worker } from './workers.ts';

const BURST = 10_000;
const PACED = 200;

/** Webhooks through `sim relay`, against bare frames over a bare socket (`limit-ws`). */
export async function measure(): Promise<Figure[]> {
  const simulator = await Simulator.start();
  const receiver = new Worker<{ url: string }, { reset: true } | { count: number }, number>(
    'load/receiver.ts',
  );
  const { url } = await receiver.ready;
  const limitServer = new Worker<{ url: string }, WsRequest, number>('limits/ws.ts');
  const limitRelay = new Worker<string, never, never>('limits/ws-relay.ts', [
    (await limitServer.ready).url,
    url,
  ]);
  await limitRelay.ready;
  const relay = spawnSim(['relay', '--key', simulator.token, '--mock', simulator.url]);
  await connected(simulator);

  try {
    await deliver(simulator, receiver, url, BURST);
    const emitted = await simulator.get('/console/trace?type=webhook.emitted&limit=1');
    const body: string = emitted.data[0].data.raw_body;
    // The first rounds find cold code.
    for (let warm = 0; warm < 3; warm++) await limitServer.ask({ url, body, count: BURST, pace: null });
    await deliver(simulator, receiver, url, BURST);

    const latency = await interleave(3, {
      limit: () => limitServer.ask({ url, body, count: PACED, pace: 100 }),
      ours: () => paced(simulator, url),
    });
    const bursts = await interleave(5, {
      limit: () => limitServer.ask({ url, body, count: BURST, pace: null }),
      ours: async () => (BURST / (await deliver(simulator, receiver, url, BURST)).deliveredMs) * 1000,
    });
    return [
      atMost('relay, 100 events/s, from frame to result, p50', latency, 2),
      atLeast('relay, burst of 10 000, none lost, to the last webhook.delivered', bursts, 0.4),
      reported('  memory of the relay afterwards', rssMb(relay.pid as number), 'MiB', limitRelay.rssMb),
      reported('  memory of the simulator afterwards', simulator.rssMb, 'MiB'),
    ];
  } finally {
    receiver.stop();
    limitServer.stop();
    limitRelay.stop();
    await terminate(relay);
    await simulator.stop();
  }
}

/** Resolves when the simulator has the relay; its trace says so. */
async function connected(simulator: Simulator): Promise<void> {
  for (;;) {
    const { data } = await simulator.get('/console/trace?type=relay.connected&limit=1');
    if (data.length > 0) return;
  }
}

/** Creates a session every 10 ms; answers the p50 of the attempts, each from its frame to its result. */
async function paced(simulator: Simulator, url: string): Promise<number> {
  const [newest] = (await simulator.get('/console/trace?order=desc&limit=1')).data;
  const creating: Promise<unknown>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      creating.push(
        simulator.post('/api/v1/ext/payment-sessions/buttons', simulator.buttonBody({ webhook_url: url })),
      );
      if (creating.length < PACED) return;
      clearInterval(timer);
      resolve();
    }, 10);
  });
  await Promise.all(creating);
  for (;;) {
    const { data } = await simulator.get(
      `/console/trace?type=webhook.attempted&limit=1000&after=${newest.id}`,
    );
    if (data.length < PACED) continue;
    return quantile(
      data.map((event: { data: { duration_ms: number } }) => event.data.duration_ms),
      0.5,
    );
  }
}
