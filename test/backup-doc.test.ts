import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call, openAccount, openSession, type Place, statusOf } from './support/api.ts';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { TestCluster } from './support/postgres.ts';
import { startProgram, stdoutOf } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { Sightings } from './support/sightings.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

const DIRECTORY = '/var/lib/simulator';
const page = new DocPage('hosting.md');

interface Service {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly start: () => Promise<Simulator>;
}

/** Runs the page's commands. Their `systemctl` stops and starts a simulator of the test. */
class Operator {
  readonly #service: Service;
  #simulator: Simulator | null = null;

  constructor(service: Service) {
    this.#service = service;
  }

  get url(): string {
    if (!this.#simulator) throw new Error('the simulator is stopped');
    return this.#simulator.url;
  }

  async follow(commands: string): Promise<void> {
    const { directory, env } = this.#service;
    for (const command of commands.trim().split('\n')) {
      if (command === 'systemctl start simulator') this.#simulator = await this.#service.start();
      else if (command === 'systemctl stop simulator') {
        await this.#simulator?.stop();
        this.#simulator = null;
      } else {
        const line = command.replaceAll(DIRECTORY, directory);
        await stdoutOf(startProgram('bash', ['-euc', line], { cwd: directory, env }));
      }
    }
  }
}

/**
 * Creates sessions and pays every other session until `stop`. Repeats requests while the simulator is down.
 */
function startTraffic(operator: Operator, account: Place['account']) {
  const ids = new Sightings<string>('session');
  let isOver = false;
  const over = (async () => {
    for (let isOdd = true; !isOver; isOdd = !isOdd) {
      try {
        const place = { url: operator.url, account };
        const { id } = await openSession(place);
        if (isOdd) await call(place.url, 'POST', `/control/sessions/${id}/outcome`, forcedPaid(account));
        ids.add(id);
      } catch {
        // The simulator is down.
      }
      await pause(20);
    }
  })();
  const stop = () => {
    isOver = true;
    return over;
  };
  onTestFinished(stop);
  return { ids, stop };
}

const forcedPaid = ({ token }: Place<'token'>['account']) => ({ token, body: { leg: 1, outcome: 'paid' } });

const readSessions = async (url: string, account: Place['account'], ids: readonly string[]) => {
  const statuses: string[] = [];
  for (const id of ids) statuses.push(await statusOf({ url, account }, id));
  return statuses;
};

/** Returns the ids of the account's trace events. A gap in the ids means that an event was lost. */
async function readEventIds(url: string, { console_token }: Place['account']): Promise<readonly number[]> {
  const trace = await call(url, 'GET', '/console/trace?limit=1000', { token: console_token });
  return trace.body.data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
}

async function createService(store: 'PostgreSQL' | 'a data directory'): Promise<Service> {
  const directory = scratchFolder();
  if (store === 'a data directory') {
    const start = () => startSimulator({ dataDir: `${directory}/.sim` });
    return { directory, env: {}, start };
  }
  const cluster = await TestCluster.start();
  onTestFinished(() => cluster.stop());
  const { hostname } = new URL(cluster.url('sim'));
  const env = { PGHOST: decodeURIComponent(hostname), PGUSER: 'postgres' };
  const service = { directory, env, start: () => startSimulator({ env: { SIM_DATABASE: ownerUrl } }) };
  const ownerUrl = cluster.url('sim').replace('//postgres@', '//sim@');
  const creation = page.block('sh', 'createuser').replace(' --pwprompt', '');
  await new Operator(service).follow(creation);
  return service;
}

describe.each([
  ['PostgreSQL', 'pg_dump', 'pg_restore'],
  ['a data directory', 'tar --create', 'tar --extract'],
] as const)('the backup of %s', (store, backUp, restore) => {
  it('contains everything that was confirmed before it, and can be restored and used', async () => {
    const service = await createService(store);
    const operator = new Operator(service);
    await operator.follow('systemctl start simulator');
    const account = await openAccount(operator.url);
    const traffic = startTraffic(operator, account);
    await traffic.ids.atLeast(20);
    const confirmed = [...traffic.ids.all];
    await operator.follow(page.block('sh', backUp));
    await traffic.ids.atLeast(traffic.ids.all.length + 10);
    await traffic.stop();
    const before = await readSessions(operator.url, account, confirmed);
    await operator.follow(page.block('sh', restore));
    const after = await readSessions(operator.url, account, confirmed);
    expect(after).toEqual(before);
    const eventIds = await readEventIds(operator.url, account);
    expect(eventIds).toEqual(eventIds.map((_, index) => index + 1));
    expect((await openSession({ url: operator.url, account })).status).toBe('pending');
    await operator.follow('systemctl stop simulator');
  });
});

it.each(pageLanguages.filter((language) => language !== 'en'))(
  'shows the same commands on the page in %s',
  (language) => {
    const commands = ({ blocks }: DocPage) =>
      blocks.filter(({ text }) => /pg_|createdb|tar --/.test(text)).map(({ text }) => text);
    expect(commands(new DocPage('hosting.md', language))).toEqual(commands(page));
  },
);
