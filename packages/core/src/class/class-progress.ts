import { countsForCertificate, strongestRecords } from '../practice/catalogue.ts';
import type { PracticeRecord } from '../records.ts';
import { isoOf } from '../session/payment-view.ts';
import { practicesOfClass } from './class-practices.ts';
import type { ClassMemberRecord, ClassRecord } from './class-records.ts';

/** A trainee's progress, as the class owner sees it. Times are ISO 8601. */
export interface TraineeProgress {
  readonly short_name: string;
  readonly joined_at: string;
  readonly completed: number;
  readonly total: number;
  /** Completion time of each practice, by its id, in the order of the class. */
  readonly done: Readonly<Record<string, string>>;
  /** Practices that were done with a tool instead of a program, so they don't count for the certificate. */
  readonly half: readonly string[];
  /**
   * Id of the practice to do next: the one after the furthest completed practice, else the first missing one,
   * else the first one done with a tool. Null if there is none.
   */
  readonly stuck_on: string | null;
  /** Time of the latest completed practice, or of joining if that was later; null if `stuck_on` is null. */
  readonly stuck_since: string | null;
}

/** Calculates a trainee's progress. Practices from a loaded snapshot don't count. */
export function traineeProgress(
  { shortName, joinedAt }: ClassMemberRecord,
  records: readonly PracticeRecord[],
  classRecord: Pick<ClassRecord, 'toolsCount' | 'practiceIds'> = {},
): TraineeProgress {
  const practices = practicesOfClass(classRecord);
  const bestRecords = strongestRecords(records.filter(({ fromFile }) => !fromFile));
  const completionTimes: Record<string, string> = {};
  const doneWithTools: string[] = [];
  let firstMissing: string | undefined;
  let nextMissing: string | undefined;
  let lastAt = joinedAt;
  for (const practice of practices) {
    const record = bestRecords.get(practice.id);
    if (!record) {
      firstMissing ??= practice.id;
      nextMissing ??= practice.id;
    } else {
      nextMissing = undefined;
      completionTimes[practice.id] = isoOf(record.completedAt);
      lastAt = Math.max(lastAt, record.completedAt);
      if (!countsForCertificate(practice, record, classRecord.toolsCount)) doneWithTools.push(practice.id);
    }
  }
  const stuckOn = nextMissing ?? firstMissing ?? doneWithTools[0] ?? null;
  return {
    short_name: shortName,
    joined_at: isoOf(joinedAt),
    completed: Object.keys(completionTimes).length,
    total: practices.length,
    done: completionTimes,
    half: doneWithTools,
    stuck_on: stuckOn,
    stuck_since: stuckOn === null ? null : isoOf(lastAt),
  };
}
