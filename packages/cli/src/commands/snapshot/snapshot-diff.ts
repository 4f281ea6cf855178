import { createClient, problemOf } from '@svc-simulator/client';
import { type AccountSnapshot, getSnapshot, type SnapshotFile } from '@svc-simulator/contract';
import { snapshotDifferences, t } from '@svc-simulator/core';
import type { CliContext } from '../../cli-context.ts';
import type { Declare } from '../../command.ts';
import { type ConnectionOptions, connect, takesConnection } from '../../connection/connection.ts';
import { CommandError, ToldFailure } from '../../failures.ts';
import { snapshotIn, snapshotTextIn } from '../../input/snapshot-text.ts';
import { type ReportOptions, report } from '../../rendering/report.ts';
import { differenceLines } from '../../rendering/snapshot-difference-lines.ts';
import { plain } from '../../rendering/text.ts';

interface Options extends ConnectionOptions, ReportOptions {
  readonly trace: boolean;
  readonly account?: string;
}

const PATIENCE_MS = 120_000;

export const declareSnapshotDiff: Declare = (command, context) => {
  command
    .argument('<file>', 'how it was')
    .argument('[file2]', 'how it is; left out: the account of the running simulator')
    .option('--no-trace', 'do not compare the trace, nor deliveries that are over')
    .option('--account <name>', 'which one of several accounts: its name or its id');
  takesConnection(command)
    .option('--json', 'one line of JSON: whether they are the same, and every difference')
    .addHelpText('after', t`\nExit code 0 when there is no difference, 1 when there is one.`)
    .action((file: string, other: string | undefined, options: Options) =>
      diff(context, file, other, options),
    );
};

async function diff(
  context: CliContext,
  name: string,
  otherName: string | undefined,
  options: Options,
): Promise<void> {
  const file = snapshotIn(await snapshotTextIn(context, name), name);
  const other =
    otherName === undefined
      ? await running(context, options)
      : snapshotIn(await snapshotTextIn(context, otherName), otherName);
  const [before, after] = pairOf(file, other, options.account, [name, otherName ?? t`the simulator`]);
  const compared = options.trace ? (one: AccountSnapshot) => one : withoutTrace;
  const differences = snapshotDifferences(compared(before), compared(after));
  const same = differences.length === 0;
  report(context, options, { same, differences }, (colours) =>
    same ? [t`no difference to ${plain(name)}`] : differenceLines(differences, colours),
  );
  if (!same) throw new ToldFailure(1);
}

async function running(context: CliContext, options: Options): Promise<SnapshotFile> {
  const connection = await connect(context, options);
  const token = connection.key();
  const signal = context.deadline(PATIENCE_MS);
  const trace = options.trace ? 'all' : 'none';
  const response = await createClient({ ...connection.at, token, signal }).send(getSnapshot, {
    query: { trace },
  });
  if (!response.ok) throw await problemOf(response);
  return snapshotIn(await response.text(), t`what the simulator answered`);
}

/** The same account of both, by what was asked for, by its id or its name; two that are alone are a pair whatever they are called. */
function pairOf(
  one: SnapshotFile,
  other: SnapshotFile,
  wanted: string | undefined,
  [oneName = '', otherName = '']: readonly string[],
): readonly [AccountSnapshot, AccountSnapshot] {
  const named = ({ accounts }: SnapshotFile, id: string) =>
    accounts.find((account) => account.id === id || account.shortName.toLowerCase() === id.toLowerCase());
  const alone = ({ accounts }: SnapshotFile) => (accounts.length === 1 ? accounts[0] : undefined);
  const after =
    alone(other) ??
    (wanted === undefined ? alone(one) && named(other, alone(one)?.id ?? '') : named(other, wanted));
  const before =
    wanted === undefined
      ? ((after && (named(one, after.id) ?? named(one, after.shortName))) ?? alone(one))
      : named(one, wanted);
  if (before && after) return [before, after];
  const missing = before ? otherName : oneName;
  throw new CommandError(
    'usage',
    wanted === undefined
      ? t`${plain(missing)} has several accounts; say which one with --account`
      : t`${plain(missing)} has no account ${plain(wanted)}`,
  );
}

function withoutTrace(account: AccountSnapshot): AccountSnapshot {
  return { ...account, trace: [], deliveries: account.deliveries.filter(({ state }) => state === 'open') };
}
