import { accept, type Outcome } from '@svc-simulator/contract';
import {
  type AccountRecord,
  type ClassMemberRecord,
  type ClassRecord,
  classMemberKey,
  joinCodeFrom,
  type TraceDraft,
} from '@svc-simulator/core';
import { type DecisionView, type Put, put, type Ref, ref, type Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { changeAccount } from '../account-change.ts';
import { missing } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';

export interface Membership {
  readonly classRecord: ClassRecord;
  readonly member: ClassMemberRecord;
}

interface Enrollment {
  readonly account: AccountRecord;
  readonly member: ClassMemberRecord;
  readonly puts: readonly Put[];
  readonly deletes: readonly Ref[];
  readonly events: readonly TraceDraft[];
}

/** Finds the class of a typed join code; joining checks it again (`isJoinable`) under the lock. */
export async function classOfCode(store: Store, typedCode: string): Promise<ClassRecord | undefined> {
  const entry = await store.get('class_code', joinCodeFrom(typedCode));
  const classRecord = entry && (await store.get('class', entry.classId));
  return classRecord?.closedAt === undefined ? classRecord : undefined;
}

export function isJoinable(view: DecisionView, { id, joinCode }: ClassRecord): boolean {
  const current = view.get('class', id);
  return current?.joinCode === joinCode && current.closedAt === undefined;
}

/** Moves an account into a class and out of its former one; `now` in milliseconds. */
export function enroll(account: AccountRecord, classRecord: ClassRecord, now: number): Enrollment {
  const enrolledAccount = { ...withOwnPassword(account), classId: classRecord.id };
  const member: ClassMemberRecord = {
    accountId: account.id,
    classId: classRecord.id,
    ownerId: classRecord.accountId,
    shortName: account.shortName,
    joinedAt: now,
  };
  const { title } = classRecord;
  const departed = account.classId === undefined ? undefined : departure(account.classId, account.id, now);
  return {
    account: enrolledAccount,
    member,
    puts: [put('class_member', classMemberKey(classRecord.id, account.id), member)],
    deletes: departed ? [departed.memberRef] : [],
    events: [
      ...(departed ? [departed.event] : []),
      { type: 'class.joined', at: now, data: { class_id: classRecord.id, title } },
    ],
  };
}

/** Restores the trainee's password when they leave: the trainer's one-time password stops working. */
function withOwnPassword(account: AccountRecord): AccountRecord {
  const { passwordBefore, oneTimePasswordUntil: _, ...rest } = account;
  return passwordBefore ? { ...rest, passwordHash: passwordBefore.hash } : account;
}

function departure(classId: string, accountId: string, now: number, by?: 'trainer') {
  const data = { class_id: classId, ...(by && { by }) };
  const event: TraceDraft = { type: 'class.left', at: now, data };
  return { memberRef: ref('class_member', classMemberKey(classId, accountId)), event };
}

export async function membershipOf(
  { store }: Pick<Runtime, 'store'>,
  { id, classId }: Pick<AccountRecord, 'id' | 'classId'>,
): Promise<Outcome<Membership>> {
  if (classId === undefined) return notInClass;
  const classRecord = await store.get('class', classId);
  const member = await store.get('class_member', classMemberKey(classId, id));
  return classRecord && member ? accept({ classRecord, member }) : notInClass;
}

const unknownJoinCode = missing(message('problem.class.no_code'));

export async function joinClass(
  { store }: Pick<Runtime, 'store'>,
  accountId: string,
  typedCode: string,
): Promise<Outcome<Membership>> {
  const classRecord = await classOfCode(store, typedCode);
  if (!classRecord) return unknownJoinCode;
  const account = ref('account', accountId);
  const key = ref('class_member', classMemberKey(classRecord.id, accountId));
  const lock = [account, key, ref('class', classRecord.id)];
  return store.transact<Outcome<Membership>>({ account: accountId, lock }, (view) => {
    const current = view.get('account', accountId);
    if (!current || !isJoinable(view, classRecord)) return { result: unknownJoinCode };
    const membership = view.get('class_member', key.id);
    // Joining again changes nothing: the trainee keeps the first date.
    if (membership) return { result: accept({ classRecord, member: membership }) };
    const enrollment = enroll(current, classRecord, view.now);
    return {
      result: accept({ classRecord, member: enrollment.member }),
      puts: [put('account', accountId, enrollment.account), ...enrollment.puts],
      deletes: enrollment.deletes,
      events: enrollment.events,
    };
  });
}

/**
 * Removes an account from its class and returns that class; 404 if it is in none, or in another one than
 * `removedFrom`.
 */
export function leaveClass(
  runtime: Pick<Runtime, 'store'>,
  accountId: string,
  removedFrom?: string,
): Promise<Outcome<{ readonly classId: string }>> {
  const target = { id: accountId, ifMissing: notInClass };
  return changeAccount<Outcome<{ classId: string }>>(runtime, target, (current, view) => {
    const { classId, ...rest } = withOwnPassword(current);
    if (classId === undefined || (removedFrom !== undefined && removedFrom !== classId))
      return { result: notInClass };
    const by = removedFrom === undefined ? undefined : 'trainer';
    const { memberRef, event } = departure(classId, accountId, view.now, by);
    return {
      result: accept({ classId }),
      puts: [put('account', accountId, rest)],
      deletes: [memberRef],
      events: [event],
    };
  });
}

export const notInClass = missing(message('problem.class.in_none'));
