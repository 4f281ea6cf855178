import type { DataOf } from '@svc-simulator/client';
import {
  fromNames,
  type loadSnapshot,
  type SnapshotFile,
  type SnapshotList,
  snapshotListNames,
} from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Colours } from './report.ts';
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
  { saved_at, now, shifted_ms, loaded }: DataOf<typeof loadSnapshot>,
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
  return parts.map(([list, count]) => counted(t, list, count)).join(', ') || t('cli.snapshot.nothing');
}

function counted(t: Texts, list: string, count: number): string {
  return t.maybe(`cli.snapshot.count.${list}`, { count }) ?? t('cli.snapshot.count.events', { count });
}
