import type { DataOf } from '@svc-simulator/client';
import {
  fromNames,
  type loadSnapshot,
  type SnapshotFile,
  type SnapshotList,
  snapshotListNames,
} from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { plain } from './text.ts';

/** What one account of a snapshot has, by its lists. */
export interface SavedAccount {
  readonly account_id: string;
  readonly short_name: string;
  readonly saved: Readonly<Record<SnapshotList, number>>;
}

export function countsOf({ accounts }: SnapshotFile): readonly SavedAccount[] {
  return accounts.map((account) => ({
    account_id: account.id,
    short_name: account.shortName,
    saved: fromNames(snapshotListNames, (list) => account[list].length),
  }));
}

export function savedLines({
  file,
  changed,
  bytes,
  accounts,
}: {
  readonly file: string;
  readonly changed: boolean;
  readonly bytes: number;
  readonly accounts: readonly SavedAccount[];
}): string[] {
  const size = bytes < 10_000 ? t`${bytes} bytes` : `${Math.round(bytes / 1024)} KiB`;
  return [
    changed ? t`${plain(file)} saved, ${size}` : t`${plain(file)} is the same already, and left as it is`,
    ...accounts.map(({ short_name, saved }) => `  ${plain(short_name)}  ${contentOf(saved)}`),
  ];
}

export function loadedLines({ saved_at, now, shifted_ms, loaded }: DataOf<typeof loadSnapshot>): string[] {
  const shift =
    shifted_ms === 0 ? t`at the same times` : t`every time shifted by ${Math.round(shifted_ms / 1000)} s`;
  return [t`loaded, saved ${plain(saved_at)}; it is ${plain(now)}, ${shift}`, `  ${contentOf(loaded)}`];
}

function contentOf(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([list, count]) => counted(list, count)).join(', ') || t`nothing`;
}

function counted(list: string, count: number): string {
  const one = count === 1;
  switch (list) {
    case 'agreements':
      return one ? t`1 agreement` : t`${count} agreements`;
    case 'partners':
      return one ? t`1 partner` : t`${count} partners`;
    case 'sessions':
      return one ? t`1 session` : t`${count} sessions`;
    case 'deliveries':
      return one ? t`1 delivery` : t`${count} deliveries`;
    case 'practices':
      return one ? t`1 practice` : t`${count} practices`;
    case 'terminals':
      return one ? t`1 terminal` : t`${count} terminals`;
    case 'transactions':
      return one ? t`1 transaction` : t`${count} transactions`;
    case 'settlements':
      return one ? t`1 settlement` : t`${count} settlements`;
    default:
      return one ? t`1 event` : t`${count} events`;
  }
}
