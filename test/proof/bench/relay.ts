import type { ChildProcess } from 'node:child_process';
import { createAndDeliver, createOnly } from './delivering.ts';
import { atLeast, type Figure, reported } from './figures.ts';
import type { WsRequest } from './limits/ws.ts';
import { interleave } from './rounds.ts';
import { Simulator, spawnSim, terminate } from './simulator.ts';
import { rssMb, Worker } from './workers.ts';

const BURST = 10_000;

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
  await connected(simulator, relay);

  try {
    await createAndDeliver(simulator, receiver, url, BURST);
    const emitted = await simulator.get('/console/trace?type=webhook.emitted&limit=1');
    const body: string = emitted.data[0].data.raw_body;
    const burst = { url, body, count: BURST };
    // The first rounds find cold code.
    for (let warm = 0; warm < 3; warm++) await limitServer.ask(burst);
    await createAndDeliver(simulator, receiver, url, BURST);

    const times = await interleave(5, {
      limit: async () => (BURST / (await limitServer.ask(burst))) * 1000,
      creating: () => createOnly(simulator, BURST),
      both: () => createAndDeliver(simulator, receiver, url, BURST),
    });
    const perSecond = (milliseconds: number) => (BURST / milliseconds) * 1000;
    const rates = { limit: perSecond(times.limit), ours: perSecond(times.both - times.creating) };
    return [
      atLeast('relay, burst of 10 000, none lost (creating the sessions taken off)', rates, 0.4),
      reported('  with creating the sessions, in batches', perSecond(times.both), '/s'),
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
async function connected(simulator: Simulator, relay: ChildProcess): Promise<void> {
  for (;;) {
    const { data } = await simulator.get('/console/trace?type=relay.connected&limit=1');
    if (data.length > 0) return;
    if (relay.exitCode !== null) throw new Error(`sim relay ended with exit code ${relay.exitCode}`);
  }
}
