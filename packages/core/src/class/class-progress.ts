import { bestOf, isWhole, practices } from '../practice/catalogue.ts';
import type { PracticeRecord } from '../records.ts';
import { isoOf } from '../session/payment-view.ts';
import type { ClassMemberRecord } from './class-records.ts';

/** How far a trainee is, as the owner of the class sees it. Times are ISO 8601. */
export interface TraineeProgress {
  readonly short_name: string;
  readonly joined_at: string;
  readonly completed: number;
  readonly total: number;
  /** When each practice that is done was done, by its id, in the order of learning. */
  readonly done: Readonly<Record<string, string>>;
  /** Those of them that a tool of ours did, and a program should: no certificate takes them. */
  readonly half: readonly string[];
  /** The first practice that is not done, then the first that is half done; null when all are done. */
  readonly stuck_on: string | null;
  /** When the trainee last completed a practice, or joined when that was later; null when all are done. */
  readonly stuck_since: string | null;
}

/** Works out a trainee's row of the class board from its practices; those that the catalogue does not have don't count, nor those of a file. */
export function traineeProgress(
  { shortName, joinedAt }: ClassMemberRecord,
  records: readonly PracticeRecord[],
  toolsCount = false,
): TraineeProgress {
  const best = bestOf(records.filter(({ fromFile }) => !fromFile));
  const done: Record<string, string> = {};
  const half: string[] = [];
  let missing: string | undefined;
  let lastAt = joinedAt;
  for (const practice of practices) {
    const record = best.get(practice.id);
    if (!record) missing ??= practice.id;
    else {
      done[practice.id] = isoOf(record.completedAt);
      lastAt = Math.max(lastAt, record.completedAt);
      if (!isWhole(practice, record, toolsCount)) half.push(practice.id);
    }
  }
  const stuckOn = missing ?? half[0] ?? null;
  return {
    short_name: shortName,
    joined_at: isoOf(joinedAt),
    completed: Object.keys(done).length,
    total: practices.length,
    done,
    half,
    stuck_on: stuckOn,
    stuck_since: stuckOn === null ? null : isoOf(lastAt),
  };
}
