import { type Followed, followStream } from '@svc-simulator/client';
import { t } from '@svc-simulator/core';
import type { CliContext } from '../cli-context.ts';
import type { Connection } from '../connection/connection.ts';

/** What is printed: what is there already, then what comes, an item after the other until Ctrl+C. */
export interface Printed<T> extends Followed {
  readonly past: readonly T[];
  readonly lineOf: (item: T) => string;
}

/** Prints a live list of the account, and says when the simulator goes and comes back. */
export async function printFollowed<T extends { readonly id: number }>(
  { stdout, stderr, onStopSignal }: CliContext,
  connection: Connection,
  { past, lineOf, ...followed }: Printed<T>,
): Promise<void> {
  const print = (item: T) => stdout.write(`${lineOf(item)}\n`);
  past.forEach(print);
  let lost = false;
  const ending = new AbortController();
  const ignoreStop = onStopSignal(() => ending.abort());
  const following = followStream<T>(followed, {
    ...connection.at,
    token: connection.consoleToken(),
    after: past.at(-1)?.id ?? 0,
    signal: ending.signal,
    onOpen: () => {
      if (lost) stderr.write(`${t`the simulator is back`}\n`);
      lost = false;
    },
    onLoss: () => {
      if (!lost) stderr.write(`${t`the simulator has gone; waiting for it to come back`}\n`);
      lost = true;
    },
  });
  try {
    for await (const item of following) print(item);
  } finally {
    ignoreStop();
  }
}
