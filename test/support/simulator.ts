import { afterAll } from 'vitest';
import type { Account } from './api.ts';
import { type Program, type Running, startSim } from './program.ts';
import { type OptionsHere, startSimHere } from './sim-here.ts';

/** The credentials in the ready line of `sim start --json` (contract section 8). */
export interface DemoAccount extends Account {
  readonly merchant_id: string;
  readonly merchant_email: string;
}

export interface Started {
  readonly url: string;
  readonly account: DemoAccount;
}

export type Simulator = Running & Started;
/** A simulator in its own process, for tests that kill it, limit it, or check how it is started. */
export type SimulatorProcess = Program & Started;

export interface StartOptions {
  /** Data directory of a durable store. Default: the simulator stores everything in memory. */
  readonly dataDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** If true, the simulator doesn't end with the current test: the caller stops it. */
  readonly outlivesTest?: boolean;
}

/** Starts `sim start` on a free port, within this process, and waits until it is ready. */
export function startSimulator(options: StartOptions & Pick<OptionsHere, 'main'> = {}): Promise<Simulator> {
  return readStart(startSimHere(wordsOf(options), options));
}

/** Starts `sim start` in its own process. */
export function startSimulatorProcess(options: StartOptions = {}): Promise<SimulatorProcess> {
  return readStart(startSim(wordsOf(options), options));
}

function wordsOf({ dataDir, args = [] }: StartOptions): readonly string[] {
  const store = dataDir === undefined ? ['--ephemeral'] : ['--data', dataDir];
  return ['start', '--json', '--port', '0', ...store, ...args];
}

/** Waits until a simulator has printed that it is ready. */
export async function readStart<P extends Running>(program: P): Promise<P & Started> {
  const line = await Promise.race([
    program.lines.first((line) => line.startsWith('{'), 'the ready line'),
    program.exited.then(({ code, signal }) => {
      throw new Error(
        `sim start ended (code ${code}, signal ${signal}) before it was ready:\n${program.stderr()}`,
      );
    }),
  ]);
  const { url, account } = JSON.parse(line) as Started;
  return { ...program, url, account };
}

/**
 * Returns a function that starts a simulator on its first call, and then returns it again. The tests of a
 * file share it, with separate accounts, sessions or merchants.
 */
export function simulatorOfFile(options: StartOptions = {}): () => Promise<Simulator> {
  let starting: Promise<Simulator> | undefined;
  afterAll(async () => void (await (await starting)?.stop()));
  return () => {
    starting ??= startSimulator({ ...options, outlivesTest: true });
    return starting;
  };
}
