import { resolve } from 'node:path';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { DemoAccount, Log, Simulator } from '@svc-simulator/simulator';
import type { CliContext } from '../cli-context.ts';
import { type RunFile, readRunFile, writeRunFile } from '../connection/run-file.ts';

interface StartedSimulator {
  readonly account: DemoAccount | null;
  readonly seededAccounts: readonly DemoAccount[];
  readonly data: string;
  readonly simulator: Simulator;
  readonly log: Log;
}

/**
 * Writes the run file and returns a function that removes it. Doesn't replace the file of another running
 * simulator: two can use one directory if one of them stores its data only in memory. If writing fails, warns
 * and continues.
 */
export async function keepRunFile(
  { t, directory, isAlive, pid }: CliContext,
  { data: dataDirectory, simulator, account, seededAccounts, log }: StartedSimulator,
): Promise<() => Promise<void>> {
  const { url, caCertificate, onCredentials } = simulator;
  const data = resolve(directory, dataDirectory);
  const warn = (text: string) => log('warn', t('cli.start.needs_mock', { text, url }));
  try {
    const otherRun = await readRunFile(t, data).catch(() => null);
    if (!otherRun || otherRun.pid === pid || !isAlive(otherRun.pid)) {
      let runFile: RunFile = {
        url,
        pid,
        account,
        ...(seededAccounts.length > 0 && { accounts: seededAccounts }),
        ...caFileOf(caCertificate),
      };
      const removeRunFile = await writeRunFile(t, data, runFile);
      const unsubscribe = onCredentials(async (changedAccount) => {
        runFile = withCredentials(runFile, changedAccount);
        await writeRunFile(t, data, runFile);
      });
      return () => {
        unsubscribe();
        return removeRunFile();
      };
    }
    warn(t('cli.start.other_run_file', { data, url: otherRun.url, pid: otherRun.pid }));
  } catch (error) {
    warn(t('cli.start.run_file_not_written', { data, error: fileFault(t, error) }));
  }
  return async () => {};
}

export function caFileOf(caCertificate: Simulator['caCertificate']): { readonly ca_file?: string } {
  return caCertificate ? { ca_file: caCertificate.file } : {};
}

function withCredentials(run: RunFile, changedAccount: DemoAccount): RunFile {
  const updated = (account: DemoAccount) =>
    account.account_id === changedAccount.account_id ? changedAccount : account;
  const { account, accounts } = run;
  return {
    ...run,
    account: account && updated(account),
    ...(accounts && { accounts: accounts.map(updated) }),
  };
}
