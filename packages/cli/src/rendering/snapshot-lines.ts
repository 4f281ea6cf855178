import type { DataOf } from '@svc-simulator/client';
import {
  type loadSnapshot,
  type SnapshotFile,
  type SnapshotList,
  snapshotListNames,
} from '@svc-simulator/contract';
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
    saved: Object.fromEntries(
      snapshotListNames.map((list) => [list, account[list].length]),
    ) as SavedAccount['saved'],
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
  const size = bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KiB`;
  return [
    changed ? `${plain(file)} saved, ${size}` : `${plain(file)} is the same already, and left as it is`,
    ...accounts.map(({ short_name, saved }) => `  ${plain(short_name)}  ${contentOf(saved)}`),
  ];
}

export function loadedLines({ saved_at, now, shifted_ms, loaded }: DataOf<typeof loadSnapshot>): string[] {
  const shift =
    shifted_ms === 0 ? 'at the same times' : `every time shifted by ${Math.round(shifted_ms / 1000)} s`;
  return [`loaded, saved ${plain(saved_at)}; it is ${plain(now)}, ${shift}`, `  ${contentOf(loaded)}`];
}

function contentOf(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([list, count]) => nounOf(list, count)).join(', ') || 'nothing';
}

const singular: Readonly<Record<string, string>> = { deliveries: 'delivery', trace: 'event' };

function nounOf(list: string, count: number): string {
  const one = singular[list] ?? list.replace(/s$/, '');
  return `${count} ${count === 1 ? one : list === 'trace' ? 'events' : list}`;
}
