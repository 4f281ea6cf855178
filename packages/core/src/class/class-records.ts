/** A trainer's class. */
export interface ClassRecord {
  /** `cls_` + 16 hex. */
  readonly id: string;
  /** Whose class it is. */
  readonly accountId: string;
  readonly title: string;
  /** Of `joinCode`. */
  readonly joinCode: string;
  readonly createdAt: number;
  /** Since when nobody can join; absent: it is open. */
  readonly closedAt?: number;
  /** What a tool did counts here as what a program did. */
  readonly toolsCount?: true;
}

/** A trainee of a class: as long as `classId` of the account says so. The record stands under `classMemberKey`. */
export interface ClassMemberRecord {
  /** The trainee's account. */
  readonly accountId: string;
  readonly classId: string;
  /** The account whose class it is: the record stands in that one's lists, and outlives a reset of either. */
  readonly ownerId: string;
  /** The trainee's login name; a merchant's is an e-mail, with any characters. */
  readonly shortName: string;
  readonly joinedAt: number;
}

/** Id of a member's record. */
export function classMemberKey(classId: string, accountId: string): string {
  return `${classId}:${accountId}`;
}
