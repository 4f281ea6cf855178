import { atMost, type Figure, reported } from './figures.ts';
import type { RequestsRequest } from './load/requests.ts';
import { interleave } from './rounds.ts';
import { Simulator } from './simulator.ts';
import { Worker } from './workers.ts';

const ROUNDS = 21;
const FEW = 100;
const MANY = 100_000;
/** So many requests until most code is warm: the two accounts do not take the same way through it. */
const WARM_UP = 4000;

/** What an operation costs in an account with 100 000 sessions, against the same in an account with 100. */
export async function measure(): Promise<Figure[]> {
  const [few, many] = [await Simulator.start(), await Simulator.start()];
  const load = new Worker<string, RequestsRequest, number>('load/requests.ts');
  await load.ready;
  await many.createSessions(MANY);

  /** Milliseconds per request. */
  const cost = (simulator: Simulator, path: string, count: number) =>
    load.ask({
      origin: simulator.url,
      method: 'GET',
      path,
      headers: {
        authorization: `Bearer ${path.startsWith('/console') ? simulator.consoleToken : simulator.token}`,
      },
      connections: 8,
      count,
    });
  const create = (simulator: Simulator, count: number) =>
    load.ask({
      origin: simulator.url,
      method: 'POST',
      path: '/api/v1/ext/payment-sessions/buttons',
      headers: { authorization: `Bearer ${simulator.token}`, 'content-type': 'application/json' },
      body: simulator.buttonBody(),
      connections: 8,
      count,
    });
  const compare = async (figure: string, count: number, pathIn: (simulator: Simulator) => string) => {
    for (const simulator of [few, many]) await cost(simulator, pathIn(simulator), WARM_UP);
    const times = await interleave(ROUNDS, {
      limit: () => cost(few, pathIn(few), count),
      ours: () => cost(many, pathIn(many), count),
    });
    return atMost(figure, times, 1.3);
  };

  try {
    // Warm code on both sides; then the few are few again before each round.
    for (const simulator of [few, many]) await create(simulator, WARM_UP);
    const creation = await interleave(ROUNDS, {
      limit: async () => {
        await few.reset();
        await few.createSessions(FEW);
        return create(few, 500);
      },
      ours: () => create(many, 500),
    });
    await few.reset();
    await few.createSessions(FEW);
    // The latest page of both is of the same kind.
    for (const simulator of [few, many]) await create(simulator, 60);
    const oldest = new Map<Simulator, string>();
    for (const simulator of [few, many]) {
      const { data } = await simulator.get('/console/trace?type=session.created&limit=1');
      oldest.set(simulator, data[0].session_id);
    }
    return [
      atMost('create a button, 100 000 sessions against 100', creation, 1.3),
      await compare(
        'status',
        1000,
        (simulator) => `/api/v1/ext/payment-sessions/status/${oldest.get(simulator)}`,
      ),
      await compare('list of sessions, a page of 50', 400, () => '/console/sessions?limit=50'),
      await compare(
        'list of pending sessions, a page of 50',
        400,
        () => '/console/sessions?limit=50&status=pending',
      ),
      await compare('trace, the latest 50 events', 400, () => '/console/trace?limit=50&order=desc'),
      await compare('trace, the oldest 50 events', 400, () => '/console/trace?limit=50'),
      await compare(
        'trace of one session',
        400,
        (simulator) => `/console/trace?session_id=${oldest.get(simulator)}`,
      ),
      await compare(
        'trace of one type, the latest 50',
        400,
        () => '/console/trace?type=session.created&limit=50&order=desc',
      ),
      reported('  memory of the simulator', many.rssMb, 'MiB', few.rssMb),
    ];
  } finally {
    load.stop();
    await few.stop();
    await many.stop();
  }
}
