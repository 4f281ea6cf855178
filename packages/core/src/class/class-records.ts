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
  /** Present if practices done with a tool count like those done by a program. */
  readonly toolsCount?: true;
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
}

export function classMemberKey(classId: string, accountId: string): string {
  return `${classId}:${accountId}`;
}
