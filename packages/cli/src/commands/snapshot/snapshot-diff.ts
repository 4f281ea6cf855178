import type { AccountSnapshot, SnapshotFile } from '@svc-simulator/contract';
import { snapshotDifferences, t } from '@svc-simulator/core';
import { fetchSnapshot } from '../../connection/snapshot-calls.ts';
import { exitCodes, ToldFailure, wrongUsage } from '../../failures.ts';
import { snapshotIn, snapshotTextIn } from '../../input/snapshot-text.ts';
import { runCommand } from '../../plain-command.ts';
import { differenceLines } from '../../rendering/snapshot-difference-lines.ts';
import { plain } from '../../rendering/text.ts';

export const declare = runCommand({
  takes: {
    '<file>': 'how it was',
    '[file2]': 'how it is; left out: the account of the running simulator',
    '--no-trace': 'do not compare the trace, nor deliveries that are over',
    '--account <name>': 'which one of several accounts: its name or its id',
  },
  json: 'one line of JSON: whether they are the same, and every difference',
  help: () => t`\nExit code 0 when there is no difference, 1 when there is one.`,
  run: async ({ given, context, connect, report }) => {
    const { file: name, file2: otherName, trace, account } = given;
    const inFile = async (one: string) => snapshotIn(await snapshotTextIn(context, one), one);
    const running = async () => {
      const connection = await connect();
      return fetchSnapshot(context, connection, connection.key(), trace);
    };
    const file = await inFile(name);
    const other = await (otherName === undefined ? running() : inFile(otherName));
    const [before, after] = pairOf(file, other, account, [name, otherName ?? t`the simulator`]);
    const compared = trace ? (one: AccountSnapshot) => one : withoutTrace;
    const differences = snapshotDifferences(compared(before), compared(after));
    const same = differences.length === 0;
    report({ same, differences }, (colours) =>
      same ? [t`no difference to ${plain(name)}`] : differenceLines(differences, colours),
    );
    if (!same) throw new ToldFailure(exitCodes.refused);
  },
});

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
  throw wrongUsage(
    wanted === undefined
      ? t`${plain(missing)} has several accounts; say which one with --account`
      : t`${plain(missing)} has no account ${plain(wanted)}`,
  );
}

function withoutTrace(account: AccountSnapshot): AccountSnapshot {
  return { ...account, trace: [], deliveries: account.deliveries.filter(({ state }) => state === 'open') };
}
