import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Client, createClient, type DataOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { snapshotText } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import type { Connection, ConnectionOptions } from '../connection/connection.ts';
import { dataDirectoryOf, readRunFile } from '../connection/run-file.ts';
import { toCommandError, wrongUsage } from '../failures.ts';
import { parseJsonInput, readInputText, writeFileAtomically } from '../input/session-body.ts';
import type { Style } from '../rendering/report.ts';
import { printable } from '../rendering/text.ts';
import { accountText, confirm, requestCommand, runCommand, yesParameters } from '../request-command.ts';

/** Long, because saving a large account takes time. */
const SNAPSHOT_TIMEOUT_MS = 120_000;

export const snapshotCommands = {
  save: runCommand({
    parameters: {
      '<file>': 'cli.snapshot.save.file',
      '--no-trace': 'cli.snapshot.save.no_trace',
      '--all': 'cli.snapshot.save.all',
      '--also <tokens...>': 'cli.snapshot.save.also',
    },
    run: async ({ t, values, context, connect, report }) => {
      const { file: name, all, also: otherTokens = [], trace } = values;
      const connection = await connect();
      const apiTokens = all ? await readKnownTokens(context, values) : [connection.key()];
      const [firstToken = connection.key(), ...tokens] = [...apiTokens, ...otherTokens];
      const firstSnapshot = await fetchSnapshot(context, connection, firstToken, trace);
      const accounts = [...firstSnapshot.accounts];
      for (const token of tokens)
        accounts.push(...(await fetchSnapshot(context, connection, token, trace)).accounts);
      const snapshotFile: api.SnapshotFile = { ...firstSnapshot, accounts };
      const text = snapshotText(snapshotFile);
      if (name === '-') {
        context.stdout.write(text);
        return;
      }
      const path = resolve(context.directory, name);
      const isChanged = !(await hasSameContent(path, text));
      if (isChanged)
        await writeFileAtomically(path, text).catch(
          toCommandError(t, (code) => t('machine.cannot_write', { name: printable(name), code })),
        );
      const data = {
        file: name,
        changed: isChanged,
        bytes: Buffer.byteLength(text),
        accounts: snapshotCounts(snapshotFile),
      };
      report(data, () => formatSavedSnapshot(t, data));
    },
  }),

  load: requestCommand({
    parameters: { '<file>': 'cli.snapshot.load.file', '--account <name>': 'field.account', ...yesParameters },
    call: async ({ t, connection, values, context }) => {
      const { file: name, account } = values;
      const body = await parseJsonInput(t, await readInputText(t, context, name), name);
      const question = t('cli.snapshot.load.confirm', {
        account: accountText(t, connection.account),
        url: connection.url,
        name: printable(name),
      });
      await confirm(context, question, values);
      const client = createPatientClient(context, connection, connection.key());
      return client.callUnchecked(api.loadSnapshot, { query: { account }, body });
    },
    lines: formatLoadedSnapshot,
  }),
};

function createPatientClient({ deadline }: CliContext, { clientOptions }: Connection, token: string): Client {
  return createClient({ ...clientOptions, token, signal: deadline(SNAPSHOT_TIMEOUT_MS) });
}

async function fetchSnapshot(
  context: CliContext,
  connection: Connection,
  token: string,
  withTrace: boolean,
): Promise<api.SnapshotFile> {
  const query = { trace: withTrace ? 'all' : 'none' };
  const { data } = await createPatientClient(context, connection, token).callUnchecked(api.getSnapshot, {
    query,
  });
  return data as unknown as api.SnapshotFile;
}

async function readKnownTokens(
  { t, directory }: CliContext,
  { data }: ConnectionOptions,
): Promise<readonly string[]> {
  const run = await readRunFile(t, dataDirectoryOf(directory, data));
  const accounts = run?.accounts ?? (run?.account ? [run.account] : []);
  if (accounts.length > 0) return accounts.map(({ token }) => token);
  throw wrongUsage(t('cli.snapshot.all_needs_run_file'));
}

/** Compares two snapshots, but not the times at which they were saved. */
async function hasSameContent(path: string, text: string): Promise<boolean> {
  const savedText = await readFile(path, 'utf8').catch(() => null);
  return savedText !== null && withoutSaveTime(savedText) === withoutSaveTime(text);
}

function withoutSaveTime(text: string): string {
  return text.replace(/^ {2}"saved_at": .*$/m, '').replaceAll(/^ {6}"now": .*$/gm, '');
}

function snapshotCounts({ accounts }: api.SnapshotFile) {
  return accounts.map((account) => ({
    account_id: account.id,
    short_name: account.shortName,
    saved: api.fromNames(api.snapshotListNames, (list) => account[list].length),
  }));
}

interface SavedSnapshot {
  readonly file: string;
  readonly changed: boolean;
  readonly bytes: number;
  readonly accounts: ReturnType<typeof snapshotCounts>;
}

function formatSavedSnapshot(t: Texts, { file, changed, bytes, accounts }: SavedSnapshot): string[] {
  const size = bytes < 10_000 ? t('cli.snapshot.bytes', { bytes }) : `${Math.round(bytes / 1024)} KiB`;
  return [
    changed
      ? t('cli.snapshot.saved', { file: printable(file), size })
      : t('cli.snapshot.unchanged', { file: printable(file) }),
    ...accounts.map(({ short_name, saved }) => `  ${printable(short_name)}  ${countsText(t, saved)}`),
  ];
}

function formatLoadedSnapshot(
  { saved_at, now, shifted_ms, loaded }: DataOf<typeof api.loadSnapshot>,
  { t }: Style,
): string[] {
  const shift = t('cli.snapshot.time_shift', { seconds: Math.round(shifted_ms / 1000) });
  return [
    t('cli.snapshot.loaded_saved', { saved_at: printable(saved_at), now: printable(now), shift }),
    `  ${countsText(t, loaded)}`,
  ];
}

function countsText(t: Texts, counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([list, count]) => countText(t, list, count)).join(', ') || t('cli.snapshot.nothing');
}

function countText(t: Texts, list: string, count: number): string {
  return t.maybe(`cli.snapshot.count.${list}`, { count }) ?? t('cli.snapshot.count.events', { count });
}
