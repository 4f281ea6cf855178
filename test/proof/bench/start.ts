import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atMost, type Figure } from './figures.ts';
import { interleave } from './rounds.ts';
import { freePort, healthy, newFolder, Simulator, simBinary, spawnSim, terminate } from './simulator.ts';

const ROUNDS = 15;

/** How long it takes until the simulator answers, against a bare `node -e 0`. */
export async function measure(): Promise<Figure[]> {
  const full = newFolder();
  const seeded = await Simulator.start(full);
  await seeded.createSessions(10_000);
  await seeded.stop();

  const times = await interleave(ROUNDS, {
    node: () => timeToEnd('-e', '0'),
    help: () => timeToEnd(simBinary, '--help'),
    ephemeral: () => timeToHealth('--ephemeral'),
    empty: () => timeToHealth('--data', newFolder()),
    full: () => timeToHealth('--data', full),
  });
  const limit = times.node;
  return [
    atMost('sim --help, to its end', { ours: times.help, limit }, 2),
    atMost('sim start --ephemeral, to /health', { ours: times.ephemeral, limit }, 3),
    atMost('sim start, empty store, to /health', { ours: times.empty, limit }, 3),
    atMost('sim start, 10 000 sessions, to /health', { ours: times.full, limit }, 5),
  ];
}

async function timeToEnd(...args: string[]): Promise<number> {
  const began = performance.now();
  const [code] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with exit code ${code}`);
  return performance.now() - began;
}

async function timeToHealth(...store: string[]): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawnSim(['start', '--port', String(port), '--quiet', ...store]);
  await healthy(`http://127.0.0.1:${port}`, child);
  const took = performance.now() - began;
  await terminate(child);
  return took;
}
