import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listenOnFreePort } from '../support/listening.ts';
import { scratchFolder } from '../support/scratch.ts';
import { runSimHere } from '../support/sim-here.ts';
import { startSimulatorProcess } from '../support/simulator.ts';

const KEY = 'sim_api_secret';
const env = { SIM_KEY: KEY };
const isRoot = process.getuid?.() === 0;

/** Commands that send the user's token to the simulator. */
const commands = [
  ...['status', 'session list', 'session create', 'trace', 'clock show', 'chaos show', 'keys show'],
  ...['delivery list', 'agreement list', 'script show', 'snapshot save -', 'relay --port 1'],
].map((words) => words.split(' '));

type Change = (file: string) => void;
const mode =
  (bits: number): Change =>
  (file) =>
    chmodSync(file, bits);
const ofDirectory =
  (change: Change): Change =>
  (file) =>
    change(dirname(file));
const ofAnother: Change = (file) => chownSync(file, statSync(file).uid + 1, -1);

const suspects: readonly (readonly [string, Change])[] = [
  ['a file with mode 666', mode(0o666)],
  ['a file with mode 620', mode(0o620)],
  ['a directory with mode 777', ofDirectory(mode(0o777))],
  ['a directory with mode 775', ofDirectory(mode(0o775))],
  ['a directory with mode 1777', ofDirectory(mode(0o1777))],
  ...(isRoot
    ? ([
        ['a file of another user', ofAnother],
        ['a directory of another user', ofDirectory(ofAnother)],
      ] as const)
    : []),
];

it.each(suspects)(
  'sends no credential to the URL in %s, in this or a parent directory',
  async (_, change) => {
    for (const below of ['', 'shop', 'shop/src/deep']) {
      const { cwd, file, seen } = await project(below);
      change(file);
      for (const words of commands) {
        const { code, stderr } = await runSimHere(words, { cwd, env });
        expect(stderr, words.join(' ')).toContain('running.json was ignored');
        expect(code, words.join(' ')).not.toBe(0);
      }
      expect(seen).toEqual([]);
    }
  },
);

it('sends credentials to the URL in a run file that only the user can write', async () => {
  const { cwd, seen } = await project('shop/src');
  // Not `relay`, which would reconnect indefinitely.
  const once = commands.filter(([name]) => name !== 'relay');
  for (const words of once) await runSimHere(words, { cwd, env });
  const credentials = seen.filter((credential) => credential !== undefined);
  expect(credentials.length).toBeGreaterThanOrEqual(once.length);
  expect(new Set(credentials)).toEqual(new Set([`Bearer ${KEY}`]));
});

it.each(['777', '775', '773', '722', '1777', '2777'])(
  'removes the write access of others to a data directory with mode %s at each start, and reports the change',
  async (mode) => {
    const directory = join(scratchFolder(), 'data');
    mkdirSync(directory);
    const link = `${directory}-link`;
    symlinkSync(directory, link);
    for (const dataDir of [directory, link, directory]) {
      chmodSync(directory, Number.parseInt(mode, 8));
      const { stderr, stop } = await startSimulatorProcess({ dataDir });
      expect(stderr()).toContain(`others could write to the data directory ${dataDir};`);
      expect(statSync(directory).mode & 0o022).toBe(0);
      expect((await stop()).code).toBe(0);
    }
    const { stderr } = await startSimulatorProcess({ dataDir: directory });
    expect(stderr()).toBe('');
  },
);

/** Creates a project with a run file whose URL leads to a server that records the credentials it receives. */
async function project(below: string) {
  const folder = scratchFolder();
  const cwd = join(folder, below);
  mkdirSync(cwd, { recursive: true });
  const receivedKeys: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    receivedKeys.push(headers.authorization);
    response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"title":"x","status":404}');
  });
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  const file = join(folder, '.sim', 'running.json');
  mkdirSync(dirname(file), { mode: 0o700 });
  writeFileSync(file, JSON.stringify({ url, pid: process.pid, account: null }), { mode: 0o600 });
  return { cwd, file, seen: receivedKeys };
}
