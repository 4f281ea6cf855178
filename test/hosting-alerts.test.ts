import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { buttonBody, TestSimulator } from '../packages/test-support/src/simulator.ts';
import { isFiring, parseScrape, type Sample } from './support/alert-rules.ts';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { TestCluster } from './support/postgres.ts';
import { until } from './support/until.ts';

const BUTTON_EXPIRY_MS = 600_000;
const headings = { en: '### Alerts', es: '### Alertas' };

function rulesOf(language: keyof typeof headings): readonly string[] {
  const [, section = ''] = new DocPage('hosting.md', language).text.split(`${headings[language]}\n`);
  return [...section.matchAll(/^\| `(.+?)`/gm)].map(([, rule = '']) => rule);
}

interface Scene {
  readonly cluster: TestCluster;
  readonly database: string;
  readonly sim: TestSimulator;
  readonly createSession: () => Promise<{ readonly status: number }>;
}

/** Starts a simulator with its own database server, because the tests stop and block the server. */
async function createScene(): Promise<Scene> {
  const cluster = await TestCluster.start();
  const url = await cluster.database();
  const sim = await TestSimulator.start({ database: url });
  onTestFinished(async () => {
    await sim.close();
    await cluster.stop();
  });
  const account = await sim.account();
  const id = await sim.button(account);
  const createSession = () =>
    sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
      token: account.token,
      body: { ...buttonBody, agreement_id: account.agreement },
    });
  // A forced outcome that a session can't have returns 500, as specified. It must not fire an alert.
  const impossible = { token: account.token, body: { leg: 2, outcome: 'accredited' } };
  expect((await sim.send('POST', `/control/sessions/${id}/outcome`, impossible)).status).toBe(500);
  return { cluster, database: url.slice(url.lastIndexOf('/') + 1), sim, createSession };
}

/** Holds a lock of the database while `work` runs. */
async function whileLocked({ cluster, database }: Scene, lock: string, work: () => Promise<unknown>) {
  const lockQuery = cluster.query(`begin; ${lock}; select pg_sleep(600)`, database).catch(() => {});
  const isSleeping = "from pg_stat_activity where wait_event = 'PgSleep'";
  await until(async () => (await cluster.query(`select ${isSleeping}`)).length === 1);
  await work();
  await cluster.query(`select pg_terminate_backend(pid) ${isSleeping}`);
  await lockQuery;
}

const scrape = async ({ sim }: Scene) => parseScrape((await sim.send('GET', '/metrics')).text);

/** For each metric, a function that produces the alert's condition and calls `look` to scrape the metrics. */
const conditions: Readonly<Record<string, (scene: Scene, look: () => Promise<void>) => Promise<unknown>>> = {
  sim_ready: stopDatabase,
  sim_store_commit_failures_total: stopDatabase,
  sim_requests_total: stopDatabase,
  sim_jobs_oldest_due_seconds: (scene, look) =>
    whileLocked(scene, 'select from svc_sim.counters for update', async () => {
      await scene.sim.clock.advance(BUTTON_EXPIRY_MS + 20_000);
      await look();
    }),
  sim_store_commit_duration_seconds_bucket: async (scene, look) => {
    let creations: Promise<unknown> = Promise.resolve();
    await whileLocked(scene, 'lock table svc_sim.events in exclusive mode', async () => {
      creations = Promise.all(Array.from({ length: 16 }, scene.createSession));
      await pause(600);
    });
    await creations;
    await look();
  },
  sim_event_loop_delay_seconds: async (_, look) => {
    // The first scrape starts the delay monitor, which measures from its first tick, 10 ms later.
    await pause(50);
    const endMs = performance.now() + 400;
    while (performance.now() < endMs);
    await look();
  },
};

async function stopDatabase({ cluster, createSession }: Scene, look: () => Promise<void>): Promise<void> {
  await cluster.halt();
  try {
    expect((await createSession()).status).toBe(503);
    await look();
  } finally {
    await cluster.resume();
  }
}

it.each(rulesOf('en'))('fires the alert %s if its condition occurs, and not before', async (rule) => {
  const produce = conditions[/sim_\w+/.exec(rule)?.[0] ?? ''];
  if (!produce) throw new Error('this alert has no test');
  const scene = await createScene();
  const earlier = await scrape(scene);
  let quiet: readonly Sample[] = earlier;
  // A busy machine can fire the alert by itself, so the test first waits until the alert is quiet.
  await until(async () => {
    const former = quiet;
    quiet = await scrape(scene);
    return !isFiring(rule, former, quiet);
  });
  await produce(scene, async () => {
    let now = await scrape(scene);
    await until(async () => {
      now = isFiring(rule, quiet, now) ? now : await scrape(scene);
      return isFiring(rule, quiet, now);
    });
  });
});

it.each(pageLanguages)('shows the same alerts on the page in %s', (language) => {
  expect(rulesOf(language)).toEqual(rulesOf('en'));
  expect(rulesOf(language)).toHaveLength(Object.keys(conditions).length);
});
