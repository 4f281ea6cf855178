export interface ClassRecord {
  /** `cls_` and 16 hexadecimal digits. */
  readonly id: string;
  readonly accountId: string;
  readonly title: string;
  /** As `joinCodeFrom` returns it: capital letters without spaces and hyphens. */
  readonly joinCode: string;
  readonly createdAt: number;
  /** Time at which the class was closed, so nobody can join; absent while it is open. */
  readonly closedAt?: number;
  /** Set while the class is archived: it is closed, and lists omit it. */
  readonly archivedAt?: number;
  /** Set if practices that were done with a tool count fully. */
  readonly toolsCount?: true;
  /** Ids of the practices of the class in their order; absent for all. */
  readonly practiceIds?: readonly string[];
  readonly dueAt?: number;
  /** School or trainer that certificates name. */
  readonly mark?: string;
}

/**
 * A trainee's membership, stored under `classMemberKey`. Valid only while the trainee's account has the same
 * `classId`.
 */
export interface ClassMemberRecord {
  readonly accountId: string;
  readonly classId: string;
  /** Id of the class owner's account. A reset of either account keeps the record. */
  readonly ownerId: string;
  /** Login name of the trainee. It can contain any character, because it can be a merchant's email. */
  readonly shortName: string;
  readonly joinedAt: number;
  /** Failed logins since the last success; `lastAt` is the machine's time in milliseconds. */
  readonly failedLogins?: { readonly count: number; readonly lastAt: number };
  /** The latest notes, oldest first. */
  readonly notes?: readonly ClassNote[];
}

/** A note between a trainer and a trainee; `at` is the machine's time in milliseconds. */
export interface ClassNote {
  readonly at: number;
  readonly by: 'trainer' | 'trainee';
  readonly text: string;
}

const MAX_NOTES = 20;

export function withNote(member: ClassMemberRecord, note: ClassNote): ClassMemberRecord {
  return { ...member, notes: [...(member.notes ?? []), note].slice(-MAX_NOTES) };
}

export function classMemberKey(classId: string, accountId: string): string {
  return `${classId}:${accountId}`;
}
