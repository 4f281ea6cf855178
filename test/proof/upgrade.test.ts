import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openAccount, openSession, paymentForm, statusOf, submitPayment } from '../support/api.ts';
import { startBalancer } from '../support/balancer.ts';
import { FailingReceiver } from '../support/failing-receiver.ts';
import { testDatabase } from '../support/postgres.ts';
import { root, startProgram } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';
import { Sightings } from '../support/sightings.ts';
import { readStart, startSimulatorProcess } from '../support/simulator.ts';
import { until } from '../support/until.ts';

const CLIENTS = 4;
const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });

/** Returns the commit of the previous release; undefined in a checkout without history. */
function findRelease(): string | undefined {
  const [commit] = git('log', '-1', '--format=%H', '--grep=^release: ').split('\n');
  return commit || undefined;
}

/** Builds a release in a scratch directory, with the `node_modules` of this checkout. */
function buildRelease(commit: string): string {
  const directory = scratchFolder();
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['--extract', '--directory', directory], { input: archive });
  const modules = `${directory}/node_modules`;
  mkdirSync(`${modules}/@svc-simulator`, { recursive: true });
  for (const name of readdirSync(`${root}node_modules`))
    if (name !== '@svc-simulator') symlinkSync(`${root}node_modules/${name}`, `${modules}/${name}`);
  for (const name of readdirSync(`${directory}/packages`)) {
    symlinkSync(`${directory}/packages/${name}`, `${modules}/@svc-simulator/${name}`);
    symlinkSync(`${root}packages/${name}/node_modules`, `${directory}/packages/${name}/node_modules`);
  }
  execFileSync(process.execPath, ['packages/cli/build/bundle.js'], { cwd: directory, stdio: 'pipe' });
  return directory;
}

const release = findRelease();

it.skipIf(release === undefined)(
  'upgrades two instances from the previous release, one after the other, and loses nothing',
  { timeout: 600_000 },
  async () => {
    const directory = buildRelease(`${release}`);
    const database = await testDatabase({ isEmpty: true });
    const env = { SIM_DATABASE: database, SIM_TRUSTED_PROXY: '127.0.0.1' };
    const args = ['--accreditation-delay', '2000', '--drain', '2000'];
    const words = [`${directory}/bin/sim.js`, 'start', '--json', '--port', '0', '--ephemeral', ...args];
    const startFormer = () => readStart(startProgram(process.execPath, words, { env }));
    const startNew = () => startSimulatorProcess({ env, args });

    const formers = [await startFormer(), await startFormer()];
    const balancer = await startBalancer(...formers.map(({ url }) => url));
    const readyCount = () => balancer.ready().length;
    await until(() => readyCount() === 2);
    const place = { url: balancer.url, account: await openAccount(balancer.url) };
    const receiver = await FailingReceiver.start();
    const answers = new Sightings<string>('answer');
    const paidIds: string[] = [];
    let isLoading = true;
    const client = async () => {
      while (isLoading) {
        try {
          const { id } = await openSession(place, { webhook_url: receiver.url });
          const { status } = await submitPayment(place.url, id, paymentForm('000000'));
          if (status === 303) paidIds.push(id);
          answers.add(String(status));
        } catch (error) {
          answers.add(String(error));
        }
        await pause(20);
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    const continueLoad = () => answers.atLeast(answers.all.length + 40);
    await continueLoad();
    for (const former of formers) {
      const next = await startNew();
      balancer.instances.add(next.url);
      await until(() => balancer.ready().includes(next.url));
      // Both versions now serve the same account.
      await continueLoad();
      expect(await former.stop()).toEqual({ code: 0, signal: null });
      balancer.instances.delete(former.url);
      await continueLoad();
    }
    isLoading = false;
    await clients;
    expect(new Set(answers.all)).toEqual(new Set(['303']));
    for (const id of paidIds) expect(await statusOf(place, id)).toBe('paid');
    await receiver.waitUntilAccepted(
      paidIds.flatMap((id) =>
        ['created', 'paid', 'accredited'].map((event) => `payment_session.${event} ${id}`),
      ),
    );
    expect(receiver.changed(), 'a webhook that comes again comes with the same key and bytes').toEqual([]);
    console.info(`upgraded from ${`${release}`.slice(0, 8)} under load: ${paidIds.length} payments`);
  },
);
