import {
  accept,
  type BodyOf,
  faultAt,
  findNearest,
  type Outcome,
  parseDueDate,
  type Refused,
  type updateClass as updateClassOperation,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  type ClassRecord,
  classMemberKey,
  isPracticeId,
  joinCode,
  practices,
} from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import { type Change, put, type Ref, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { changeAccount } from '../account-change.ts';
import { giveOneTimePassword } from '../passwords/password-service.ts';
import { invalid, notFound, notFoundWith } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { leaveClass } from './membership.ts';

/**
 * Names a class and the account that must own it. A class of another account gets the same 404 as a missing
 * class.
 */
export interface OwnClass {
  readonly accountId: string;
  readonly classId: string;
}

export function changeClass(
  runtime: Runtime,
  target: OwnClass,
  change: BodyOf<typeof updateClassOperation>,
): Promise<Outcome<ClassRecord>> {
  const { title, closed, archived, tools_count, practice_ids, due_at, mark } = change;
  for (const [index, id] of (practice_ids ?? []).entries()) {
    if (!isPracticeId(id)) return Promise.resolve(unknownPractice(index, id));
    if (practice_ids?.indexOf(id) !== index)
      return Promise.resolve(invalid([faultAt(`/practice_ids/${index}`, 'fault.class.repeated', { id })]));
  }
  return updateClass(runtime, target, [], (current, now) => {
    const {
      closedAt = now,
      archivedAt = now,
      toolsCount,
      practiceIds,
      dueAt,
      mark: previousMark,
      ...rest
    } = current;
    const chosenPracticeIds = practice_ids ?? practiceIds ?? [];
    const dueTime = due_at === undefined ? dueAt : parseDueDate(due_at);
    if (due_at && dueTime && dueTime <= now) return invalid([faultAt('/due_at', 'fault.future')]);
    // Archived classes are closed, so reopening a class also restores it from the archive.
    const isArchived = archived ?? (closed !== false && current.archivedAt !== undefined);
    const isClosed = isArchived || (closed ?? current.closedAt !== undefined);
    const printedMark = mark === undefined ? previousMark : mark.trim();
    return {
      classRecord: {
        ...rest,
        ...(printedMark && { mark: printedMark }),
        ...(title !== undefined && { title }),
        ...(isClosed && { closedAt }),
        ...(isArchived && { archivedAt }),
        ...((tools_count ?? toolsCount) && { toolsCount: true }),
        ...(chosenPracticeIds.length > 0 && { practiceIds: chosenPracticeIds }),
        ...(dueTime !== undefined && dueTime !== null && { dueAt: dueTime }),
      },
    };
  });
}

function unknownPractice(index: number, typedId: string) {
  const ids = practices.map(({ id }) => id);
  const [nearest = 'none'] = findNearest(typedId, ids);
  const params = { id: typedId.slice(0, 80), nearest, values: ids.join(', ') };
  return invalid([faultAt(`/practice_ids/${index}`, 'fault.class.practice', params)]);
}

export async function renewJoinCode(runtime: Runtime, target: OwnClass): Promise<Outcome<ClassRecord>> {
  for (;;) {
    const code = ref('class_code', joinCode(runtime.random));
    if (await runtime.store.get('class_code', code.id)) continue;
    return updateClass(runtime, target, [code], (current) => ({
      classRecord: { ...current, joinCode: code.id },
      puts: [put('class_code', code.id, { classId: current.id })],
      deletes: [ref('class_code', current.joinCode)],
    }));
  }
}

type ClassChange = Pick<Change<unknown>, 'puts' | 'deletes'> & { readonly classRecord: ClassRecord };

function updateClass(
  { store }: Runtime,
  { accountId, classId }: OwnClass,
  furtherLocks: readonly Ref[],
  decide: (current: ClassRecord, now: number) => ClassChange | Refused,
): Promise<Outcome<ClassRecord>> {
  const lock = [ref('class', classId), ...furtherLocks];
  return store.transact<Outcome<ClassRecord>>({ account: accountId, lock }, (view) => {
    const current = view.get('class', classId);
    if (current?.accountId !== accountId) return { result: notFound('class') };
    const change = decide(current, view.now);
    if ('ok' in change) return { result: change };
    const { classRecord, puts = [], deletes = [] } = change;
    const data = { class_id: classId, title: classRecord.title };
    return {
      result: accept(classRecord),
      puts: [put('class', classId, classRecord), ...puts],
      deletes,
      events: [{ type: 'class.changed', at: view.now, data }],
    };
  });
}

export async function removeTrainee(
  runtime: Runtime,
  target: OwnClass,
  shortName: string,
): Promise<Outcome<AccountRecord>> {
  const lookup = await findTraineeByName(runtime, target, shortName);
  if (!lookup.ok) return lookup;
  const departure = await leaveClass(runtime, lookup.value.id, target.classId);
  return departure.ok ? lookup : departure;
}

export async function moveMember(
  runtime: Runtime,
  { accountId, classId }: OwnClass,
  shortName: string,
  toClassId: string,
): Promise<Outcome<ClassRecord>> {
  const lookup = await findTraineeByName(runtime, { accountId, classId }, shortName);
  if (!lookup.ok) return lookup;
  const { id } = lookup.value;
  const from = ref('class_member', classMemberKey(classId, id));
  const to = ref('class_member', classMemberKey(toClassId, id));
  const target = { id, ifMissing: notFound('trainee'), lock: [from, to, ref('class', toClassId)] };
  return changeAccount<Outcome<ClassRecord>>(runtime, target, (current, view) => {
    const [member, destination] = [view.get('class_member', from.id), view.get('class', toClassId)];
    if (current.classId !== classId || member?.ownerId !== accountId) return { result: notFound('trainee') };
    if (destination?.accountId !== accountId) return { result: notFound('class', '/to_class_id') };
    if (toClassId === classId) return { result: invalid([faultAt('/to_class_id', 'fault.class.same')]) };
    const { now } = view;
    return {
      result: accept(destination),
      puts: [
        put('account', id, { ...current, classId: toClassId }),
        put('class_member', to.id, { ...member, classId: toClassId }),
      ],
      deletes: [from],
      events: [
        { type: 'class.left', at: now, data: { class_id: classId, by: 'move' } },
        { type: 'class.joined', at: now, data: { class_id: toClassId, title: destination.title } },
      ],
    };
  });
}

export async function resetPassword(runtime: Runtime, target: OwnClass, shortName: string) {
  const lookup = await findTraineeByName(runtime, target, shortName);
  return lookup.ok ? giveOneTimePassword(runtime, lookup.value, { classId: target.classId }) : lookup;
}

export async function findTraineeByName(
  { store }: Runtime,
  { accountId, classId }: OwnClass,
  shortName: string,
): Promise<Outcome<AccountRecord>> {
  const name = await store.get('name', shortName.toLowerCase());
  const member = name && (await store.get('class_member', classMemberKey(classId, name.accountId)));
  const trainee = member?.ownerId === accountId ? await store.get('account', member.accountId) : undefined;
  // The store also finds an account by the email of its merchant profile, but the board shows its short name.
  const isNamed = trainee?.shortName.toLowerCase() === shortName.toLowerCase();
  return trainee && isNamed
    ? accept(trainee)
    : notFoundWith(message('problem.class.unknown_trainee', { name: shortName.slice(0, 80) }));
}

export async function dissolveClass(runtime: Runtime, { id, accountId }: ClassRecord): Promise<void> {
  const { store } = runtime;
  const key = ref('class', id);
  await store.transact({ account: accountId, lock: [key] }, (view) => {
    const current = view.get('class', id);
    return { result: null, deletes: current ? [key, ref('class_code', current.joinCode)] : [] };
  });
  // The join code is already deleted, so nobody can join the class while its members are read.
  for (const member of await everyRecord(store, 'class_member', accountId, id))
    await leaveClass(runtime, member.accountId, id);
}
