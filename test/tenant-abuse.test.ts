import { expect, it, onTestFinished } from 'vitest';
import { openAccount, openSession } from './support/api.ts';
import { TestCluster, testDatabase } from './support/postgres.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulatorProcess } from './support/simulator.ts';
import { type Instances, raisePriority, startAttack, type Watched, watch } from './support/tenants.ts';

/**
 * `TENANT_ABUSE_SECONDS=600 npx vitest run --config test/vitest.config.ts test/tenant-abuse.test.ts` runs the
 * long form, on both stores.
 */
const SECONDS = Number(process.env.TENANT_ABUSE_SECONDS ?? 3);
const SEED = Number(process.env.ABUSE_SEED ?? 20261122);
const IS_LONG = SECONDS >= 60;
/** Attacks with many requests, or with requests that no client makes. */
const floods = ['receivers', 'trace', 'unread', 'streams', 'logins', 'bodies', 'lists', 'pages'];
const unusualRequests = ['pipelined', 'frames', 'tokens', 'searches', 'senders'];
/** Attacks by accounts that the attack creates, one for each kind of data. */
const dataAttacks = [
  ...['snapshots', 'clocks', 'batches', 'accounts', 'fat', 'agents', 'payments', 'terminals'],
  ...['forwarded'],
];
/** Attacks with repeated webhooks, and with classes. */
const repetitions = ['resends', 'undelivered', 'relays', 'experiments', 'trainers'];
/** Attacks by strangers, and by a logged-in browser. */
const strangers = ['languages', 'questions', 'references', 'operators'];
/** Attacks by forty accounts together, which take a while to create. */
const crowds = ['readers', 'serials'];
const all = [...floods, ...unusualRequests, ...dataAttacks, ...repetitions, ...strangers, ...crowds];
const attacks =
  process.env.TENANT_ATTACKS?.split(',') ??
  (IS_LONG
    ? [...all, ...[floods, dataAttacks, repetitions, strangers, all].map((names) => names.join('+'))]
    : [floods.join('+'), dataAttacks.join('+'), strangers.join('+')]);

const MOST_MEMORY_MIB = 512;
/** The short form runs next to other tests, so only a hanging response is too slow. */
const MOST_HEALTH_MS = IS_LONG ? 250 : 3000;
/** If a webhook had to wait for another account's backlog, it would take many times as long. */
const MOST_WEBHOOK_MS = IS_LONG ? 3000 : 10_000;
const MOST_TIMES_ALONE = 3;
/** Durations up to this are never too slow. */
const NOISE_MS = IS_LONG ? 40 : 1000;
/** The quantile that is tested. Slower requests are only printed, because other programs can cause them. */
const SHARE = 0.95;

it.each(IS_LONG ? ['in a directory', 'on PostgreSQL, two instances'] : ['in a directory'])(
  `survives ${SECONDS} s of attacks by one tenant, %s`,
  async (store) => {
    let scene = await prepareStore(store);
    const each = SECONDS / attacks.length;
    const alone = await watch(scene.instances, scene.neighbour, Math.min(each, 20));
    const most = MOST_TIMES_ALONE * Math.max(NOISE_MS, shareOf(alone.requests, 0.99));
    const figures = [`alone ${figuresOf(alone)}`];
    const over: string[] = [];
    for (const attack of attacks) {
      // Each attack of the long form gets a new store, so that the data of one doesn't affect the next.
      if (IS_LONG && attack !== attacks[0]) {
        await Promise.all(scene.instances.map(({ stop }) => stop()));
        scene = await prepareStore(store);
      }
      const { instances, neighbour, attacker } = scene;
      const { stop } = await startAttack(attack, instances, attacker, SEED);
      if (store !== 'in a directory') await putDatabaseFirst();
      const measurements = await watch(instances, neighbour, each);
      figures.push(`${attack} ${figuresOf(measurements)} ${await stop()}`);
      if (measurements.memory > MOST_MEMORY_MIB) over.push(`${attack}: ${measurements.memory} MiB`);
      const bounds = {
        health: MOST_HEALTH_MS,
        ready: MOST_HEALTH_MS,
        webhooks: MOST_WEBHOOK_MS,
        requests: most,
      };
      for (const [name, bound] of Object.entries(bounds) as [keyof typeof bounds, number][]) {
        const ms = shareOf(measurements[name], SHARE);
        if (ms > bound) over.push(`${attack}: ${name} ${ms} ms of ${bound}`);
      }
    }
    console.info(figures.join('\n'));
    expect(over).toEqual([]);
  },
  SECONDS * 3000 + 120_000,
);

async function prepareStore(store: string) {
  const instances = await startInstances(store);
  // This process belongs to the session of the shell that started the tests, so its priority is restored.
  onTestFinished(raisePriority(process.pid));
  for (const { pid } of instances) raisePriority(pid);
  const [{ url }] = instances;
  const [neighbour, account] = [await openAccount(url, 'neighbour'), await openAccount(url, 'attacker')];
  for (let count = 0; count < 100; count++) await openSession({ url, account });
  // The store needs six times the size of these bodies, because it escapes the control characters.
  const body = '\u0001'.repeat(65_536);
  for (let count = 0; count < (IS_LONG ? 150 : 40); count++)
    await fetch(`${url}/console/hooks/${account.account_id}/captura`, { method: 'POST', body });
  return { instances, neighbour, attacker: account };
}

async function startInstances(store: string): Promise<Instances> {
  const hosted = ['--hosted', '--quiet', '--trusted-proxy', '127.0.0.1'];
  const env = { SIM_OPERATOR_TOKEN: 'an-operator-token-of-forty-characters-00' };
  if (store === 'in a directory')
    return [await startSimulatorProcess({ dataDir: scratchFolder(), args: hosted, env })];
  const args = [...hosted, '--database', await testDatabase()];
  return [await startSimulatorProcess({ args, env }), await startSimulatorProcess({ args, env })];
}

/** Gives priority to the processes of the database: one for each connection, each with its own session. */
async function putDatabaseFirst() {
  const cluster = await TestCluster.shared();
  for (const { pid } of await cluster.query<{ pid: number }>('select pid from pg_stat_activity'))
    raisePriority(pid);
}

function shareOf(times: readonly number[], share: number): number {
  const ascending = [...times].sort((a, b) => a - b);
  return Math.round(ascending[Math.floor((ascending.length - 1) * share)] ?? 0);
}

function figuresOf({ requests, health, ready, webhooks, memory, waited }: Watched): string {
  const spread = (times: readonly number[]) =>
    [0.5, 0.95, 0.99, 1].map((share) => shareOf(times, share)).join('/');
  return `requests ${spread(requests)} ms (50/95/99/100 %, ${requests.length}), health ${spread(health)} ms, ready ${spread(ready)} ms, webhooks ${spread(webhooks)} ms (${webhooks.length}), ${Math.round(memory)} MiB, no processor for ${Math.round(waited)} ms`;
}
