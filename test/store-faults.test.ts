import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCheckedLine } from '../packages/store/src/embedded/checked-line.ts';
import { buttonBody, call, openSession, paymentForm, statusOf } from './support/api.ts';
import { root, runSim, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator, startSimulatorProcess } from './support/simulator.ts';
import { runUnprivileged } from './support/unprivileged.ts';

it('reports that the data directory is read-only, and explains what to do', async () => {
  const folder = scratchFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  for (const [path, mode] of [
    [folder, 0o755],
    [dataDir, 0o555],
  ] as const)
    chmodSync(path, mode);
  const text = (path: string) =>
    `can't write to the data directory ${path} (EACCES); choose another one with --data, or use --ephemeral`;
  for (const path of [dataDir, join(dataDir, 'below')]) {
    const { code, stderr } = await runUnprivileged(['start', '--port', '0', '--quiet', '--data', path]);
    expect(code, stderr).toBe(1);
    expect(stderr).toContain(text(path));
  }
});

it('refuses a second process in a data directory until the first is dead, and names the first', async () => {
  const dataDir = scratchFolder();
  const first = await startSimulatorProcess({ dataDir });
  await expect(startSimulator({ dataDir })).rejects.toThrow(
    `a simulator for ${dataDir} is already running at ${first.url} (process ${first.pid}); use it`,
  );
  first.signal('SIGKILL');
  await first.exited;
  expect((await startSimulator({ dataDir })).account).toEqual(first.account);
});

/** Starts a simulator with a limit on file sizes. Writes beyond it fail, as on a full disk. */
function startLimited(blocks: number, dataDir: string) {
  return startProgram('bash', [
    '-c',
    `ulimit -f ${blocks}; exec "$0" "$@"`,
    process.execPath,
    ...[`${root}bin/sim.js`, 'start', '--json', '--port', '0', '--data', dataDir],
  ]);
}

it("exits with an error that names the directory if it can't write there", async () => {
  const dataDir = `${scratchFolder()}/data`;
  const program = startLimited(0, dataDir);
  expect((await program.exited).code).toBe(1);
  expect(program.stderr()).toContain(
    `no space left for the data directory ${dataDir} (EFBIG); free some space`,
  );
});

it('returns 503 when a write to the store fails, and loses no acknowledged write', async () => {
  const dataDir = scratchFolder();
  const program = startLimited(256, dataDir);
  const { url, account } = JSON.parse(
    await program.lines.first((line) => line.startsWith('{'), 'the ready line'),
  );
  const create = () =>
    call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
      token: account.token,
      body: buttonBody(account.agreement_id),
    });
  const acknowledged: string[] = [];
  let answer = await create();
  while (answer.status === 201) {
    acknowledged.push(answer.body.data.id);
    answer = await create();
  }
  expect(answer.status).toBe(503);
  const page = await fetch(`${url}/pay/${acknowledged[0]}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' },
    body: paymentForm('000000'),
  });
  expect([page.status, page.headers.get('content-type')]).toEqual([
    503,
    expect.stringContaining('text/html'),
  ]);
  expect(await page.text()).toContain('no está disponible');
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(acknowledged.length).toBeGreaterThan(0);

  const idsIn = async (at: string) => {
    const list = await call(at, 'GET', '/console/sessions?limit=1000', { token: account.console_token });
    return list.body.data.map(({ id }: { id: string }) => id).toReversed();
  };
  expect((await call(url, 'GET', '/health')).status).toBe(200);
  expect(await idsIn(url), 'memory is as it was').toEqual(acknowledged);
  program.signal('SIGKILL');
  await program.exited;

  const again = await startSimulator({ dataDir });
  expect(await idsIn(again.url), 'the store is as it was').toEqual(acknowledged);
});

/** After SIGUSR2, setting a long timer throws. So the next session is stored, but setting its timer fails. */
function withoutTimers(folder: string) {
  const preload = join(folder, 'no-timers.cjs');
  writeFileSync(
    preload,
    `process.on('SIGUSR2', () => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (callback, delay, ...more) => {
        if (delay >= 60_000) throw new Error('no timers are left');
        return setTimeout(callback, delay, ...more);
      };
      console.error('armed');
    });`,
  );
  return { NODE_OPTIONS: `--require "${preload}"` };
}

it('exits with the reason when an invariant breaks after a write, and continues from the stored data', async () => {
  const folder = scratchFolder();
  const dataDir = join(folder, 'data');
  const simulator = await startSimulatorProcess({ dataDir, env: withoutTimers(folder) });
  const survivingId = await openSession(simulator, { duration_minutes: 20 });
  simulator.signal('SIGUSR2');
  await expect.poll(() => simulator.stderr()).toContain('armed');
  const ending = openSession(simulator, { duration_minutes: 5 });
  await expect(ending).rejects.toThrow('no timers are left');
  expect((await simulator.exited).code).toBe(1);
  expect(simulator.stderr()).toContain('no timers are left');

  const again = await startSimulator({ dataDir });
  expect(await statusOf(again, survivingId.id)).toBe('pending');
});

it('makes sim exec print an internal error and fail, even if the command succeeds', async () => {
  // Each session expires before the earlier sessions, so each sets a timer, also the first after the signal.
  const command = `(async () => {
    const { SIM_URL, SIM_TOKEN, SIM_AGREEMENT_ID } = process.env;
    const body = ${JSON.stringify(buttonBody('agreement'))};
    process.kill(process.ppid, 'SIGUSR2');
    for (let duration_minutes = 20; duration_minutes >= 5; duration_minutes--) {
      const answer = await fetch(SIM_URL + '/api/v1/ext/payment-sessions/buttons', {
        method: 'POST',
        headers: { authorization: 'Bearer ' + SIM_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, agreement_id: SIM_AGREEMENT_ID, duration_minutes }),
      });
      if (answer.status === 500) return console.log('broken');
    }
  })()`;
  const env = withoutTimers(scratchFolder());
  const { code, stdout, stderr } = await runSim(['exec', '--', process.execPath, '-e', command], { env });
  expect(stdout).toBe('broken\n');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: .*no timers are left.* restart the simulator/m),
  ]);
});

const MEBIBYTE = 2 ** 20;

/** Returns a journal group of 1 MiB, most of it one event. Many groups together don't fit in memory. */
function groupLine(group: number, id: number): Buffer {
  const pad = 'x'.repeat(MEBIBYTE / 8);
  const value = { id: 'p', accountId: 'large', fields: { pad }, createdAt: group };
  const event = { id, at: new Date().toISOString(), type: 'login.succeeded', data: { pad: pad.repeat(7) } };
  const commit = { account: 'large', puts: [{ kind: 'partner', id: 'p', seq: 1, value }], events: [event] };
  return createCheckedLine(
    `{"group":${group},"at":${Date.now()},"safe":0,"commits":[${JSON.stringify(commit)}]`,
  );
}

it('starts from a journal that is larger than the memory of the process', async () => {
  const dataDir = scratchFolder();
  const first = await startSimulatorProcess({ dataDir });
  first.signal('SIGKILL');
  await first.exited;
  const path = join(dataDir, 'journal.jsonl');
  const groups = readFileSync(path, 'utf8').trim().split('\n').length - 1;
  const journal = openSync(path, 'a');
  for (let id = 1; id <= 112; id++) writeSync(journal, groupLine(groups + id, id));
  closeSync(journal);
  const env = { NODE_OPTIONS: '--max-old-space-size=96' };
  expect((await startSimulatorProcess({ dataDir, env })).account).toEqual(first.account);
});
