export interface ClassRecord {
  /** `cls_` + 16 hex. */
  readonly id: string;
  readonly accountId: string;
  readonly title: string;
  /** Normalized as by `joinCodeFrom`. */
  readonly joinCode: string;
  readonly createdAt: number;
  /** Time after which nobody can join; absent while the class is open. */
  readonly closedAt?: number;
  /** Set while the class is archived: it is closed, and lists leave it out. */
  readonly archivedAt?: number;
  /** Present if practices done with a tool count like those done by a program. */
  readonly toolsCount?: true;
  /** Ids of the practices that the class asks for, in its order; absent for all. */
  readonly practiceIds?: readonly string[];
  readonly dueAt?: number;
  /** Name of the school or the trainer, printed on certificates. */
  readonly mark?: string;
}

/**
 * A trainee's membership; `classId` of the account decides whether it still holds. Stored under
 * `classMemberKey`.
 */
export interface ClassMemberRecord {
  readonly accountId: string;
  readonly classId: string;
  /** The account that owns the class; the record is in its lists and outlives a reset of either account. */
  readonly ownerId: string;
  /** The trainee's login name; a merchant's is an email with any characters. */
  readonly shortName: string;
  readonly joinedAt: number;
  /** Failed logins since the latest success; `lastAt` in milliseconds of the machine's clock. */
  readonly failedLogins?: { readonly count: number; readonly lastAt: number };
  /** The latest ones, oldest first. */
  readonly notes?: readonly ClassNote[];
}

/** A note between a trainer and a trainee; `at` in milliseconds of the machine's clock. */
export interface ClassNote {
  readonly at: number;
  readonly by: 'trainer' | 'trainee';
  readonly text: string;
}

const MAX_NOTES = 20;

/** Returns the membership with one more note, and without the oldest if there are too many. */
export function withNote(member: ClassMemberRecord, note: ClassNote): ClassMemberRecord {
  return { ...member, notes: [...(member.notes ?? []), note].slice(-MAX_NOTES) };
}

export function classMemberKey(classId: string, accountId: string): string {
  return `${classId}:${accountId}`;
}
