import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createClient, problemOf } from '@svc-simulator/client';
import { getSnapshot, type SnapshotFile } from '@svc-simulator/contract';
import { snapshotText, t } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import {
  type Connection,
  type ConnectionOptions,
  connect,
  takesConnection,
} from '../../connection/connection.ts';
import { dataDirectoryOf, readRunFile } from '../../connection/run-file.ts';
import { CommandError } from '../../failures.ts';
import { snapshotIn } from '../../input/snapshot-text.ts';
import { type ReportOptions, report } from '../../rendering/report.ts';
import { countsOf, savedLines } from '../../rendering/snapshot-lines.ts';
import { plain } from '../../rendering/text.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly trace: boolean;
  readonly all?: boolean;
  readonly also?: readonly string[];
}

/** A large account takes the simulator its time. */
const PATIENCE_MS = 120_000;

export const declareSnapshotSave: Declare = (command, context) => {
  command
    .argument('<file>', 'where to write it; - is standard output')
    .option('--no-trace', 'without the trace, and without deliveries that are over')
    .option('--all', 'all accounts that sim start has told the credentials of, those of its seed')
    .option('--also <tokens...>', 'these accounts too, by their API tokens');
  takesConnection(command)
    .option('--json', 'say as JSON what was saved')
    .addHelpText(
      'after',
      t`\nThe file has no tokens, passwords or secrets: it can be committed. One that has the same in it already is left as it is.`,
    )
    .action((file: string, options: Options) => save(context, file, options));
};

async function save(context: CliContext, name: string, options: Options): Promise<void> {
  const connection = await connect(context, options);
  const known = options.all ? await knownTokens(context, options) : [connection.key()];
  const [own = connection.key(), ...tokens] = [...known, ...(options.also ?? [])];
  const first = await fetched(context, connection, own, options.trace);
  const accounts = [...first.accounts];
  for (const token of tokens)
    accounts.push(...(await fetched(context, connection, token, options.trace)).accounts);
  const whole: SnapshotFile = { ...first, accounts };
  const text = snapshotText(whole);
  if (name === '-') {
    context.stdout.write(text);
    return;
  }
  const path = resolve(context.directory, name);
  const changed = !(await holdsTheSame(path, text));
  if (changed) await write(path, text, name);
  const data = { file: name, changed, bytes: Buffer.byteLength(text), accounts: countsOf(whole) };
  report(context, options, data, () => savedLines(data));
}

async function knownTokens({ directory }: CliContext, { data }: Options): Promise<readonly string[]> {
  const run = await readRunFile(dataDirectoryOf(directory, data));
  const accounts = run?.accounts ?? (run?.account ? [run.account] : []);
  if (accounts.length > 0) return accounts.map(({ token }) => token);
  throw new CommandError(
    'usage',
    t`--all needs the run file of sim start here; pass the tokens with --key and --also`,
  );
}

async function fetched(
  context: CliContext,
  { at }: Connection,
  token: string,
  withTrace: boolean,
): Promise<SnapshotFile> {
  const client = createClient({ ...at, token, signal: context.deadline(PATIENCE_MS) });
  const response = await client.send(getSnapshot, { query: { trace: withTrace ? 'all' : 'none' } });
  if (!response.ok) throw await problemOf(response);
  return snapshotIn(await response.text(), t`what the simulator answered`);
}

/** That time has passed is no change: the file keeps what was ahead and behind when it was saved. */
async function holdsTheSame(path: string, text: string): Promise<boolean> {
  const held = await readFile(path, 'utf8').catch(() => null);
  return held !== null && withoutTimeOfSaving(held) === withoutTimeOfSaving(text);
}

function withoutTimeOfSaving(text: string): string {
  return text.replace(/^ {2}"saved_at": .*$/m, '').replaceAll(/^ {6}"now": .*$/gm, '');
}

/** Whole or not at all. */
async function write(path: string, text: string, name: string): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    throw new CommandError('refused', t`${plain(name)} cannot be written (${code})`);
  }
}
