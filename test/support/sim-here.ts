import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { type ProgramOptions, root, surroundings } from './program.ts';
import { scratchFolder } from './scratch.ts';

const required = createRequire(import.meta.url);

/** What a command wrote, and how it ended. */
export interface RanHere {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What it wrote to either, in order. */
  readonly said: readonly (readonly ['stdout' | 'stderr', text: string])[];
}

/**
 * `runSim` of `program.ts` within this process: the same bundle, of which nothing is global, for tests that have no question about the
 * process. To start another one takes longer than most commands do.
 */
export async function runSimHere(
  words: readonly string[],
  {
    cwd = scratchFolder(),
    env = {},
    input = new Uint8Array(),
  }: Pick<ProgramOptions, 'cwd' | 'env' | 'input'> = {},
): Promise<RanHere> {
  const said: (readonly ['stdout' | 'stderr', string])[] = [];
  const into = (stream: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write: (text, _, done) => done(void said.push([stream, String(text)])),
    });
  const { platform, pid, kill, getBuiltinModule } = process;
  const code = await new Promise<number>((resolve, reject) => {
    const own = Object.assign(new EventEmitter(), {
      ...{ platform, pid, kill, getBuiltinModule },
      argv: [process.execPath, `${root}bin/sim.js`, ...words],
      env: { ...surroundings(), ...env },
      cwd: () => cwd,
      stdin: Readable.from([input]),
      ...{ stdout: into('stdout'), stderr: into('stderr') },
      exitCode: 0,
      exit: (code?: number) => resolve(code ?? own.exitCode),
    });
    required(`${root}dist/sim.cjs`).main(own).catch(reject);
  });
  const of = (stream: 'stdout' | 'stderr') =>
    said.flatMap(([name, text]) => (name === stream ? text : [])).join('');
  return { code, stdout: of('stdout'), stderr: of('stderr'), said };
}
