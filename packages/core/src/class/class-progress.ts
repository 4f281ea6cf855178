import { practices } from '../practice/catalogue.ts';
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
  /** The first practice that is not done, in the order of learning; null when all are. */
  readonly stuck_on: string | null;
  /** When the trainee last completed a practice, or joined when that was later; null when all are done. */
  readonly stuck_since: string | null;
}

/** Works out a trainee's row of the class board from its practices; those that the catalogue does not have don't count, nor those of a file. */
export function traineeProgress(
  { shortName, joinedAt }: ClassMemberRecord,
  completed: readonly PracticeRecord[],
): TraineeProgress {
  const doneHere = completed.filter(({ fromFile }) => !fromFile);
  const atById = new Map(doneHere.map(({ practiceId, completedAt }) => [practiceId, completedAt]));
  const done: Record<string, string> = {};
  let stuckOn: string | null = null;
  let lastAt = joinedAt;
  for (const { id } of practices) {
    const at = atById.get(id);
    if (at === undefined) stuckOn ??= id;
    else {
      done[id] = isoOf(at);
      lastAt = Math.max(lastAt, at);
    }
  }
  return {
    short_name: shortName,
    joined_at: isoOf(joinedAt),
    completed: Object.keys(done).length,
    total: practices.length,
    done,
    stuck_on: stuckOn,
    stuck_since: stuckOn === null ? null : isoOf(lastAt),
  };
}
