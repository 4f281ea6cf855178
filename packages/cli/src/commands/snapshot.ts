import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Client, createClient, type DataOf } from '@svc-simulator/client';
import * as api from '@svc-simulator/contract';
import { snapshotText } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { CliContext } from '../cli-context.ts';
import type { Connection, ConnectionOptions } from '../connection/connection.ts';
import { dataDirectoryOf, readRunFile } from '../connection/run-file.ts';
import { refusing, wrongUsage } from '../failures.ts';
import { jsonIn, textIn, writeWholeFile } from '../input/session-body.ts';
import { accountInWords, expectMeant, plainCommand, runCommand, yesTakes } from '../plain-command.ts';
import type { Colours } from '../rendering/report.ts';
import { plain } from '../rendering/text.ts';

/** The simulator needs some time for a large account. */
const SNAPSHOT_TIMEOUT_MS = 120_000;

export const snapshotCommands = {
  save: runCommand({
    takes: {
      '<file>': 'cli.snapshot.save.file',
      '--no-trace': 'cli.snapshot.save.no_trace',
      '--all': 'cli.snapshot.save.all',
      '--also <tokens...>': 'cli.snapshot.save.also',
    },
    run: async ({ t, given, context, connect, report }) => {
      const { file: name, all, also = [], trace } = given;
      const connection = await connect();
      const apiTokens = all ? await knownTokens(context, given) : [connection.key()];
      const [own = connection.key(), ...tokens] = [...apiTokens, ...also];
      const first = await fetchSnapshot(context, connection, own, trace);
      const accounts = [...first.accounts];
      for (const token of tokens)
        accounts.push(...(await fetchSnapshot(context, connection, token, trace)).accounts);
      const snapshotFile: api.SnapshotFile = { ...first, accounts };
      const text = snapshotText(snapshotFile);
      if (name === '-') {
        context.stdout.write(text);
        return;
      }
      const path = resolve(context.directory, name);
      const isChanged = !(await holdsTheSame(path, text));
      if (isChanged)
        await writeWholeFile(path, text).catch(
          refusing(t, (code) => t('machine.cannot_written', { name: plain(name), code })),
        );
      const data = {
        file: name,
        changed: isChanged,
        bytes: Buffer.byteLength(text),
        accounts: snapshotCounts(snapshotFile),
      };
      report(data, () => savedLines(t, data));
    },
  }),

  load: plainCommand({
    takes: { '<file>': 'cli.snapshot.load.file', '--account <name>': 'field.account', ...yesTakes },
    call: async ({ t, connection, given, context }) => {
      const { file: name, account } = given;
      const body = await jsonIn(t, await textIn(t, context, name), name);
      const question = t('cli.snapshot.load.everything_gone_becomes_holds', {
        account: accountInWords(t, connection.account),
        url: connection.url,
        name: plain(name),
      });
      await expectMeant(context, question, given);
      const client = patientClient(context, connection, connection.key());
      return client.callUnchecked(api.loadSnapshot, { query: { account }, body });
    },
    lines: loadedLines,
  }),
};

function patientClient({ deadline }: CliContext, { at }: Connection, token: string): Client {
  return createClient({ ...at, token, signal: deadline(SNAPSHOT_TIMEOUT_MS) });
}

async function fetchSnapshot(
  context: CliContext,
  connection: Connection,
  token: string,
  withTrace: boolean,
): Promise<api.SnapshotFile> {
  const query = { trace: withTrace ? 'all' : 'none' };
  const { data } = await patientClient(context, connection, token).callUnchecked(api.getSnapshot, { query });
  return data as unknown as api.SnapshotFile;
}

async function knownTokens(
  { t, directory }: CliContext,
  { data }: ConnectionOptions,
): Promise<readonly string[]> {
  const run = await readRunFile(t, dataDirectoryOf(directory, data));
  const accounts = run?.accounts ?? (run?.account ? [run.account] : []);
  if (accounts.length > 0) return accounts.map(({ token }) => token);
  throw wrongUsage(t('cli.snapshot.all_needs_run_file'));
}

/** Ignores the clock: a file keeps the state from when it was saved. */
async function holdsTheSame(path: string, text: string): Promise<boolean> {
  const savedText = await readFile(path, 'utf8').catch(() => null);
  return savedText !== null && withoutTimeOfSaving(savedText) === withoutTimeOfSaving(text);
}

function withoutTimeOfSaving(text: string): string {
  return text.replace(/^ {2}"saved_at": .*$/m, '').replaceAll(/^ {6}"now": .*$/gm, '');
}

export interface SavedAccount {
  readonly account_id: string;
  readonly short_name: string;
  readonly saved: Readonly<Record<api.SnapshotList, number>>;
}

export function snapshotCounts({ accounts }: api.SnapshotFile): readonly SavedAccount[] {
  return accounts.map((account) => ({
    account_id: account.id,
    short_name: account.shortName,
    saved: api.fromNames(api.snapshotListNames, (list) => account[list].length),
  }));
}

interface Saved {
  readonly file: string;
  readonly changed: boolean;
  readonly bytes: number;
  readonly accounts: readonly SavedAccount[];
}

export function savedLines(t: Texts, { file, changed, bytes, accounts }: Saved): string[] {
  const size = bytes < 10_000 ? t('cli.snapshot.bytes', { bytes }) : `${Math.round(bytes / 1024)} KiB`;
  return [
    changed
      ? t('cli.snapshot.saved', { file: plain(file), size })
      : t('cli.snapshot.same_already_left', { file: plain(file) }),
    ...accounts.map(({ short_name, saved }) => `  ${plain(short_name)}  ${contentOf(t, saved)}`),
  ];
}

export function loadedLines(
  { saved_at, now, shifted_ms, loaded }: DataOf<typeof api.loadSnapshot>,
  { t }: Colours,
): string[] {
  const shift = t('cli.snapshot.every_time_shifted_s', { round: Math.round(shifted_ms / 1000) });
  return [
    t('cli.snapshot.loaded_saved', { saved_at: plain(saved_at), now: plain(now), shift }),
    `  ${contentOf(t, loaded)}`,
  ];
}

function contentOf(t: Texts, counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([list, count]) => countText(t, list, count)).join(', ') || t('cli.snapshot.nothing');
}

function countText(t: Texts, list: string, count: number): string {
  return t.maybe(`cli.snapshot.count.${list}`, { count }) ?? t('cli.snapshot.count.events', { count });
}
