import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { cleanEnvironment, type Exit, type ProgramOptions, type Running, root } from './program.ts';
import { scratchFolder } from './scratch.ts';
import { Sightings } from './sightings.ts';

const requireModule = createRequire(import.meta.url);

/** A `sim` within this process. */
export interface RunningHere extends Running {
  /** The output on both streams, in order. */
  readonly said: readonly (readonly ['stdout' | 'stderr', text: string])[];
}

/** The output and exit code of a command. */
export interface RanHere extends Pick<RunningHere, 'said'> {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type OptionsHere = Omit<ProgramOptions, 'keepsInput'> & {
  /** The main function to call. Default: that of `dist/sim.cjs`. */
  readonly main?: (process: NodeJS.Process) => Promise<void>;
};

/**
 * Starts `sim …words` in this process, for tests that aren't about processes, because starting a process
 * takes longer than most commands. Ends with the test unless `outlivesTest` is set.
 */
export function startSimHere(
  words: readonly string[],
  {
    cwd = scratchFolder(),
    main = requireModule(`${root}dist/sim.cjs`).main,
    env = {},
    input = new Uint8Array(),
    outlivesTest,
  }: OptionsHere = {},
): RunningHere {
  const chunks: (readonly ['stdout' | 'stderr', string])[] = [];
  const lines = new Sightings<string>(`line of ${words.join(' ')}`);
  let line = '';
  const streamTo = (stream: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write(text, _, callback) {
        chunks.push([stream, String(text)]);
        if (stream === 'stdout') {
          const splitLines = `${line}${text}`.split('\n');
          line = splitLines.pop() ?? '';
          for (const one of splitLines) lines.add(one);
        }
        callback();
      },
    });
  const { platform, pid, kill, getBuiltinModule } = process;
  const fakeProcess = Object.assign(new EventEmitter(), {
    platform,
    pid,
    kill,
    getBuiltinModule,
    argv: [process.execPath, `${root}bin/sim.js`, ...words],
    env: { ...cleanEnvironment(), ...env },
    cwd: () => cwd,
    stdin: Readable.from([input]),
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
    exitCode: 0,
    exit: (_code?: number) => {},
  });
  const exited = new Promise<Exit>((resolve, reject) => {
    fakeProcess.exit = (code = fakeProcess.exitCode) => resolve({ code, signal: null });
    main(fakeProcess as unknown as NodeJS.Process).catch(reject);
  });
  const signal = (name: NodeJS.Signals) => void fakeProcess.emit(name);
  const stop = () => {
    signal('SIGTERM');
    return exited;
  };
  if (!outlivesTest) onTestFinished(async () => void (await stop()));
  const outputOf = (stream: 'stdout' | 'stderr') => () =>
    chunks.flatMap(([name, text]) => (name === stream ? text : [])).join('');
  return {
    said: chunks,
    lines,
    stdout: outputOf('stdout'),
    stderr: outputOf('stderr'),
    exited,
    signal,
    stop,
  };
}

/** Runs `sim …words` in this process to its end. */
export async function runSimHere(words: readonly string[], options: OptionsHere = {}): Promise<RanHere> {
  const { exited, said, stdout, stderr } = startSimHere(words, { ...options, outlivesTest: true });
  const { code } = await exited;
  return { code: code ?? 0, stdout: stdout(), stderr: stderr(), said };
}
