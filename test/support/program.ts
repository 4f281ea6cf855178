import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { scratchFolder } from './scratch.ts';
import { Sightings } from './sightings.ts';

/** Root directory of the checkout under test. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProgramOptions {
  /** Default: a new empty directory. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Data for standard input. */
  readonly input?: Uint8Array;
  /** If true, the program doesn't end with the current test: the caller ends it. */
  readonly outlivesTest?: boolean;
  /** Keeps standard input open for `type`. */
  readonly keepsInput?: boolean;
}

/** A program of this repository, running. */
export interface Running {
  readonly lines: Sightings<string>;
  stdout(): string;
  stderr(): string;
  readonly exited: Promise<Exit>;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Exit>;
}

/** A program in its own process. It ends with its test unless `outlivesTest` is set. */
export interface Program extends Running {
  readonly pid: number;
  /** Writes to the program's standard input. */
  type(text: string): void;
  /** Closes our ends of the program's output pipes, so that it can't write any more. */
  closeOutput(): void;
}

/** Starts `node bin/sim.js …args`. npx isn't used, because it doesn't forward signals. */
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
    env: { ...cleanEnvironment(), ...options.env },
    stdio: 'pipe',
    // The program leads its own process group, so that `killGroup` also ends its child processes.
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

/** Waits for the end of a program, expects exit code 0, and returns its stdout. */
export async function stdoutOf(program: Running): Promise<string> {
  const { code } = await program.exited;
  expect(code, program.stdout() + program.stderr()).toBe(0);
  return program.stdout();
}

/** Kills a program and its child processes, unless all have ended. */
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
 * Returns the environment without variables that configure the simulator or its output. Sets `SHLVL`:
 * without it, bash takes a socket on stdin for a remote login, and reads the machine's bashrc.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const configuringNames = /^(SIM_|VITEST|NODE_ENV|FORCE_COLOR|NO_COLOR|LANG|LC_)|_proxy$/i;
  const variables = Object.entries(process.env).filter(([name]) => !configuringNames.test(name));
  return { ...Object.fromEntries(variables), SHLVL: '1', LANG: 'C.UTF-8', npm_command: 'exec' };
}
