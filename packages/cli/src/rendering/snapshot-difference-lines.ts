import type { TraceEvent } from '@svc-simulator/contract';
import { membersOf } from '@svc-simulator/contract';
import type { SnapshotDifference } from '@svc-simulator/core';
import { t } from '@svc-simulator/core';
import type { Colours } from './colours.ts';
import { money, plain } from './text.ts';
import { traceLine } from './trace-line.ts';

const VALUE_WIDTH = 80;

/** What one of each list is called. */
const names: Readonly<Record<SnapshotDifference['list'], () => string>> = {
  account: () => t`account`,
  agreements: () => t`agreement`,
  partners: () => t`partner`,
  sessions: () => t`session`,
  deliveries: () => t`delivery`,
  practices: () => t`practice`,
  terminals: () => t`terminal`,
  transactions: () => t`transaction`,
  settlements: () => t`settlement`,
  trace: () => t`trace`,
};

/** Differences for people, a line each: `+` was added, `-` removed, `~` changed from what to what. */
export function differenceLines(differences: readonly SnapshotDifference[], colours: Colours): string[] {
  return differences.map((difference) => {
    const { list, id, change, pointer, from, to } = difference;
    const who = [names[list](), ...(id === null || list === 'trace' ? [] : [plain(id, 60)])].join(' ');
    if (change === 'changed')
      return `${colours.yellow('~')} ${who}  ${plain(pointer)}: ${told(from)} → ${told(to)}`;
    const sign = change === 'added' ? colours.green('+') : colours.red('-');
    return `${sign} ${who}  ${list === 'trace' ? traceLine((to ?? from) as TraceEvent, colours) : summaryOf(difference)}`.trimEnd();
  });
}

function told(value: unknown): string {
  return value === undefined ? t`nothing` : plain(value, VALUE_WIDTH);
}

/** What a record is about, in a few words. */
function summaryOf({ list, from, to }: SnapshotDifference): string {
  const record = membersOf(to ?? from);
  const fields = membersOf(record.fields);
  switch (list) {
    case 'sessions':
      return `${plain(record.status)} ${money(fields.amount_reference, fields.currency_reference)}, ${plain(fields.identifier, 40)}`;
    case 'deliveries':
      return `${plain(record.event)} ${plain(record.state)} ${plain(record.url, 60)}`;
    case 'agreements':
      return plain(fields.title ?? '', 60);
    case 'partners':
      return plain(fields.name ?? '', 60);
    case 'terminals':
      return plain(record.state);
    case 'transactions':
      return `${plain(record.status)} ${money(Number(record.amountMinor) / 100, record.currencyReference)}`;
    default:
      return '';
  }
}
