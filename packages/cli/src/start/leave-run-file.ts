import { resolve } from 'node:path';
import { t } from '@svc-simulator/core';
import { fileFault } from '@svc-simulator/machine/file-fault.ts';
import type { DemoAccount, Log, Simulator } from '@svc-simulator/simulator';
import type { CliContext } from '../cli-context.ts';
import { type RunFile, readRunFile, writeRunFile } from '../connection/run-file.ts';

interface Started {
  readonly account: DemoAccount | null;
  /** All accounts of a seed. */
  readonly seeded: readonly DemoAccount[];
  /** The data directory, as it was given. */
  readonly data: string;
  readonly simulator: Simulator;
  readonly log: Log;
}

/**
 * Leaves the run file, and answers how to take it away. Another simulator's is left alone while that one runs: two can
 * share a directory when one of them keeps memory only. Failing here is no reason not to serve.
 */
export async function leaveRunFile(
  { directory, isAlive, pid }: CliContext,
  { data: named, simulator, account, seeded, log }: Started,
): Promise<() => Promise<void>> {
  const { url, trust, onCredentials } = simulator;
  const data = resolve(directory, named);
  const warn = (text: string) => log('warn', t`${text}; other commands need --mock ${url} and --key`);
  try {
    const other = await readRunFile(data).catch(() => null);
    if (!other || other.pid === pid || !isAlive(other.pid)) {
      let told: RunFile = {
        url,
        pid,
        account,
        ...(seeded.length > 0 && { accounts: seeded }),
        ...caFileOf(trust),
      };
      const takeAway = await writeRunFile(data, told);
      const ignoreLogins = onCredentials(async (changed) => {
        told = withCredentials(told, changed);
        await writeRunFile(data, told);
      });
      return () => {
        ignoreLogins();
        return takeAway();
      };
    }
    warn(t`the run file in ${data} belongs to the simulator at ${other.url} (pid ${other.pid})`);
  } catch (error) {
    warn(t`no run file could be written in ${data} (${fileFault(error)})`);
  }
  return async () => {};
}

export function caFileOf(trust: Simulator['trust']): { readonly ca_file?: string } {
  return trust ? { ca_file: trust.file } : {};
}

/** What a run file tells once a log-in has replaced what opens one of its accounts. */
function withCredentials(run: RunFile, changed: DemoAccount): RunFile {
  const current = (one: DemoAccount) => (one.account_id === changed.account_id ? changed : one);
  const { account, accounts } = run;
  return {
    ...run,
    account: account && current(account),
    ...(accounts && { accounts: accounts.map(current) }),
  };
}
