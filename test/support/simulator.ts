import { afterAll } from 'vitest';
import { type Program, startSim } from './program.ts';

/** The credentials in the ready line of `sim start --json` (contract section 8). */
export interface DemoAccount {
  readonly account_id: string;
  readonly short_name: string;
  readonly password: string;
  readonly token: string;
  readonly console_token: string;
  readonly webhook_secret: string;
  readonly agreement_id: string;
  readonly merchant_id: string;
  readonly merchant_email: string;
}

export interface Simulator extends Program {
  readonly url: string;
  readonly account: DemoAccount;
}

export interface StartOptions {
  /** Data directory of a durable store; without one the simulator keeps memory only. */
  readonly dataDir?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where `bin` stands. */
  readonly checkout?: string;
  /** Whoever starts it stops it. */
  readonly outlivesTest?: boolean;
}

/** Starts the real binary on a free port and waits until it says that it is ready. */
export async function startSimulator(options: StartOptions = {}): Promise<Simulator> {
  const store = options.dataDir === undefined ? ['--ephemeral'] : ['--data', options.dataDir];
  const program = startSim(['start', '--json', '--port', '0', ...store, ...(options.args ?? [])], {
    ...(options.env && { env: options.env }),
    ...(options.checkout && { checkout: options.checkout }),
    ...(options.outlivesTest && { outlivesTest: true }),
  });
  const ready = await Promise.race([
    program.lines.first((line) => line.startsWith('{'), 'the ready line'),
    program.exited.then(({ code, signal }) => {
      throw new Error(
        `sim start ended (code ${code}, signal ${signal}) before it was ready:\n${program.stderr()}`,
      );
    }),
  ]);
  const { url, account } = JSON.parse(ready) as { url: string; account: DemoAccount };
  return { ...program, url, account };
}

/** One simulator for the tests of a file, which keep apart by accounts, sessions or merchants of their own. */
export function simulatorOfFile(options: StartOptions = {}): () => Promise<Simulator> {
  let started: Promise<Simulator> | undefined;
  afterAll(async () => void (await (await started)?.stop()));
  return () => {
    started ??= startSimulator({ ...options, outlivesTest: true });
    return started;
  };
}
