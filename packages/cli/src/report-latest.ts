import { type Followed, followStream } from '@svc-simulator/client';
import type { Connection } from './connection/connection.ts';
import type { Call } from './plain-command.ts';
import { type Colours, coloursFor, type ReportOptions } from './rendering/report.ts';
import { untilStopped } from './start/stop-signal.ts';

/** The latest of a list of the account, newest first, and what tells of what comes. */
interface Latest<T> extends Followed {
  readonly latest: readonly T[];
  readonly lineOf: (item: T, colours: Colours) => string;
  /** Lines below the latest. */
  readonly closing?: (items: readonly T[], colours: Colours) => readonly string[];
}

type At = Pick<Call, 'context' | 'report'> & {
  readonly given: ReportOptions & { readonly follow?: boolean };
};

/** Reports the latest; with `--follow`, then prints what comes, until Ctrl+C. */
export async function reportLatest<T extends { readonly id: number }>(
  at: At,
  connection: Connection,
  { latest, closing = () => [], ...followed }: Latest<T>,
): Promise<void> {
  // Asked for newest first, to get the latest; told oldest first, to be read.
  const past = latest.toReversed();
  if (at.given.follow) await printFollowed(at, connection, { past, ...followed });
  else {
    const { lineOf } = followed;
    at.report(past, (colours) => [...past.map((item) => lineOf(item, colours)), ...closing(past, colours)]);
  }
}

/** Prints what is there already, then what comes, and says when the simulator goes and comes back. */
async function printFollowed<T extends { readonly id: number }>(
  { context, given }: At,
  connection: Connection,
  { past, lineOf, ...followed }: Omit<Latest<T>, 'latest' | 'closing'> & { readonly past: readonly T[] },
): Promise<void> {
  const { stdout, stderr } = context;
  const colours = coloursFor(stdout, context);
  const print = (item: T) => stdout.write(`${given.json ? JSON.stringify(item) : lineOf(item, colours)}\n`);
  past.forEach(print);
  let lost = false;
  const options = {
    ...connection.at,
    token: connection.consoleToken(),
    after: past.at(-1)?.id ?? 0,
    onOpen: () => {
      if (lost) stderr.write(`${colours.t('cli.common.simulator_back')}\n`);
      lost = false;
    },
    onLoss: () => {
      if (!lost) stderr.write(`${colours.t('cli.common.simulator_gone_waiting_come')}\n`);
      lost = true;
    },
  };
  await untilStopped(context, async (signal) => {
    for await (const item of followStream<T>(followed, { ...options, signal })) print(item);
  });
}
