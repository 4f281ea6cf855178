import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SnapshotFile } from '@svc-simulator/contract';
import { snapshotText, t } from '@svc-simulator/core';
import type { CliContext } from '../../cli-context.ts';
import type { ConnectionOptions } from '../../connection/connection.ts';
import { dataDirectoryOf, readRunFile } from '../../connection/run-file.ts';
import { fetchSnapshot } from '../../connection/snapshot-calls.ts';
import { refusing, wrongUsage } from '../../failures.ts';
import { runCommand } from '../../plain-command.ts';
import { countsOf, savedLines } from '../../rendering/snapshot-lines.ts';
import { plain } from '../../rendering/text.ts';
import { writeWholeFile } from '../../whole-file.ts';

export const declare = runCommand({
  takes: {
    '<file>': 'where to write it; - is standard output',
    '--no-trace': 'without the trace, and without deliveries that are over',
    '--all': 'the accounts of sim start --seed, all of them',
    '--also <tokens...>': 'these accounts too, by their API tokens',
  },
  json: 'say as JSON what was saved',
  help: () =>
    t`\nThe file has no tokens, passwords or secrets: it can be committed. A file that has the same content already is not written again.`,
  run: async ({ given, context, connect, report }) => {
    const { file: name, all, also = [], trace } = given;
    const connection = await connect();
    const known = all ? await knownTokens(context, given) : [connection.key()];
    const [own = connection.key(), ...tokens] = [...known, ...also];
    const first = await fetchSnapshot(context, connection, own, trace);
    const accounts = [...first.accounts];
    for (const token of tokens)
      accounts.push(...(await fetchSnapshot(context, connection, token, trace)).accounts);
    const whole: SnapshotFile = { ...first, accounts };
    const text = snapshotText(whole);
    if (name === '-') {
      context.stdout.write(text);
      return;
    }
    const path = resolve(context.directory, name);
    const changed = !(await holdsTheSame(path, text));
    if (changed)
      await writeWholeFile(path, text).catch(
        refusing((code) => t`${plain(name)} cannot be written (${code})`),
      );
    const data = { file: name, changed, bytes: Buffer.byteLength(text), accounts: countsOf(whole) };
    report(data, () => savedLines(data));
  },
});

async function knownTokens(
  { directory }: CliContext,
  { data }: ConnectionOptions,
): Promise<readonly string[]> {
  const run = await readRunFile(dataDirectoryOf(directory, data));
  const accounts = run?.accounts ?? (run?.account ? [run.account] : []);
  if (accounts.length > 0) return accounts.map(({ token }) => token);
  throw wrongUsage(t`--all needs the run file of sim start here; pass the tokens with --key and --also`);
}

/** That time has passed is no change: the file keeps what was ahead and behind when it was saved. */
async function holdsTheSame(path: string, text: string): Promise<boolean> {
  const held = await readFile(path, 'utf8').catch(() => null);
  return held !== null && withoutTimeOfSaving(held) === withoutTimeOfSaving(text);
}

function withoutTimeOfSaving(text: string): string {
  return text.replace(/^ {2}"saved_at": .*$/m, '').replaceAll(/^ {6}"now": .*$/gm, '');
}
