import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './listening.ts';
import { createFakeNpx } from './npx.ts';
import { type Program, root, startProgram } from './program.ts';
import { scratchFolder } from './scratch.ts';

export interface Checkout {
  run(commands: string): Program;
  /** Starts a simulator in the checkout; resolves once it has printed its URL. */
  start(): Promise<Program>;
}

/**
 * Creates a directory that looks like a fresh clone after `npm ci`. It runs commands of the documentation;
 * only port 3000 is replaced by a free port.
 */
export async function freshCheckout(language = 'en'): Promise<Checkout> {
  const folder = scratchFolder();
  for (const entry of readdirSync(root).filter((name) => !['.git', '.sim'].includes(name))) {
    symlinkSync(join(root, entry), join(folder, entry));
  }
  const programs = await createFakeNpx();
  const port = String(await freePort());
  const run = (commands: string) =>
    startProgram('bash', ['-euc', inClone(commands).replaceAll('3000', port)], {
      cwd: folder,
      env: { PATH: `${programs}:${process.env.PATH}`, SIM_PORT: '0', SIM_LANG: language, PORT: port },
    });
  const start = async () => {
    const simulator = run('exec npx sim start');
    await simulator.lines.first((line) => line.includes('http://'), 'the banner');
    return simulator;
  };
  return { run, start };
}

/** In a clone, the examples aren't below `node_modules`. */
function inClone(commands: string): string {
  return commands.replaceAll('node_modules/svc-simulator/', '');
}
