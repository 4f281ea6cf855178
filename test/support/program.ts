import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { scratchFolder } from './scratch.ts';
import { Sightings } from './sightings.ts';

/** The checkout that is being tested. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProgramOptions {
  /** Default: an empty folder of its own. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Data for its standard input. */
  readonly input?: Uint8Array;
  /** The caller ends it, not the current test. */
  readonly outlivesTest?: boolean;
  /** Its input stays open for `type`. */
  readonly keepsInput?: boolean;
}

/** A program of this repository, running. */
export interface Running {
  /** Lines of stdout. */
  readonly lines: Sightings<string>;
  stdout(): string;
  stderr(): string;
  readonly exited: Promise<Exit>;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, and waits for the end. */
  stop(): Promise<Exit>;
}

/** One that runs as users run it, in a process of its own. It does not outlive its test, unless told to. */
export interface Program extends Running {
  readonly pid: number;
  /** Writes to its input. */
  type(text: string): void;
  /** Reads no more of what it writes. */
  closeOutput(): void;
}

/** Starts `node bin/sim.js …args` (not through npx, which does not pass signals on). */
export function startSim(args: readonly string[], options: ProgramOptions = {}): Program {
  return startProgram(process.execPath, [`${root}bin/sim.js`, ...args], options);
}

/** Runs `sim …args` to its end. */
export async function runSim(
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const program = startSim(args, options);
  const { code } = await program.exited;
  return { code, stdout: program.stdout(), stderr: program.stderr() };
}

export function startProgram(
  command: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Program {
  const child = spawn(command, args, {
    cwd: options.cwd ?? scratchFolder(),
    env: { ...surroundings(), ...options.env },
    stdio: 'pipe',
    // At the head of a group of its own, so that what it started can be ended with it.
    detached: true,
  });
  if (!options.keepsInput) child.stdin.end(options.input);
  const exited = endOf(child);
  const lines = new Sightings<string>(`line of ${args.join(' ')}`);
  const text = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (part: string) => {
      text[stream] += part;
    });
  }
  createInterface({ input: child.stdout }).on('line', (line) => lines.add(line));

  const killLeftover = () => killGroup(child.pid);
  process.once('exit', killLeftover);
  child.once('close', () => process.off('exit', killLeftover));
  if (!options.outlivesTest)
    onTestFinished(async () => {
      killLeftover();
      await exited;
    });

  return {
    pid: child.pid as number,
    lines,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    exited,
    signal: (name) => void child.kill(name),
    type: (text) => void child.stdin.write(text),
    closeOutput: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Returns the stdout of a program after its end, which must be successful. */
export async function stdoutOf(program: Running): Promise<string> {
  const { code } = await program.exited;
  expect(code, program.stdout() + program.stderr()).toBe(0);
  return program.stdout();
}

/** Whatever is left of a program and of what it started; mostly nothing is. */
function killGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/**
 * The environment without what would steer the simulator or colour its output, in which programs speak English and are called by npx. A bash of level 1 whose
 * standard input is a socket, as a pipe of Node is, takes itself for one of a remote login, and reads the machine's bashrc.
 */
export function surroundings(): NodeJS.ProcessEnv {
  const steering = /^(SIM_|VITEST|NODE_ENV|FORCE_COLOR|NO_COLOR|LANG|LC_)|_proxy$/i;
  const variables = Object.entries(process.env).filter(([name]) => !steering.test(name));
  return { ...Object.fromEntries(variables), SHLVL: '1', LANG: 'C.UTF-8', npm_command: 'exec' };
}
