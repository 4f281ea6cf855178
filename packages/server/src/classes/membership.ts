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
import { notFoundWith } from '../refusals.ts';
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

/**
 * Returns the class of a typed join code; undefined if no class has this code, the class is closed, or its
 * trainer is suspended. The commit checks with `isJoinable` that the class is still open.
 */
export async function classOfCode(store: Store, typedCode: string): Promise<ClassRecord | undefined> {
  const entry = await store.get('class_code', joinCodeFrom(typedCode));
  const classRecord = entry && (await store.get('class', entry.classId));
  const trainer = classRecord && (await store.get('account', classRecord.accountId));
  return trainer?.suspended || classRecord?.closedAt !== undefined ? undefined : classRecord;
}

export function isJoinable(view: DecisionView, { id, joinCode }: ClassRecord): boolean {
  const current = view.get('class', id);
  return current?.joinCode === joinCode && current.closedAt === undefined;
}

/** Moves an account into a class and out of its previous class. */
export function enroll(account: AccountRecord, classRecord: ClassRecord, now: number): Enrollment {
  const enrolledAccount = { ...restoreOwnPassword(account), classId: classRecord.id };
  const member: ClassMemberRecord = {
    accountId: account.id,
    classId: classRecord.id,
    ownerId: classRecord.accountId,
    shortName: account.shortName,
    joinedAt: now,
  };
  const { title } = classRecord;
  const departure =
    account.classId === undefined ? undefined : createDeparture(account.classId, account.id, now);
  return {
    account: enrolledAccount,
    member,
    puts: [put('class_member', classMemberKey(classRecord.id, account.id), member)],
    deletes: departure ? [departure.memberRef] : [],
    events: [
      ...(departure ? [departure.event] : []),
      { type: 'class.joined', at: now, data: { class_id: classRecord.id, title } },
    ],
  };
}

/** Restores the password that a trainer has replaced with a one-time password. */
function restoreOwnPassword(account: AccountRecord): AccountRecord {
  const { passwordBefore, oneTimePasswordUntil: _, ...rest } = account;
  if (!passwordBefore) return account;
  const { hash: passwordHash, classId: _classId, ...oneTime } = passwordBefore;
  return { ...rest, passwordHash, ...oneTime };
}

function createDeparture(classId: string, accountId: string, now: number, by?: 'trainer') {
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

const unknownJoinCode = notFoundWith(message('problem.class.unknown_code'));

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
    // Joining again changes nothing, so the trainee keeps the first date.
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
 * Removes an account from its class and returns the class's id; 404 if the account is in no class.
 * `fromClassId` is set if the trainer removes the trainee: 404 if the trainee is in another class.
 */
export function leaveClass(
  runtime: Pick<Runtime, 'store'>,
  accountId: string,
  fromClassId?: string,
): Promise<Outcome<{ readonly classId: string }>> {
  const target = { id: accountId, ifMissing: notInClass };
  return changeAccount<Outcome<{ classId: string }>>(runtime, target, (current, view) => {
    const { classId, ...rest } = restoreOwnPassword(current);
    if (classId === undefined || (fromClassId !== undefined && fromClassId !== classId))
      return { result: notInClass };
    const by = fromClassId === undefined ? undefined : 'trainer';
    const { memberRef, event } = createDeparture(classId, accountId, view.now, by);
    return {
      result: accept({ classId }),
      puts: [put('account', accountId, rest)],
      deletes: [memberRef],
      events: [event],
    };
  });
}

export const notInClass = notFoundWith(message('problem.class.not_a_member'));
