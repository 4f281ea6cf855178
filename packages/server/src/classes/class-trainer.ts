import { accept, type Outcome } from '@svc-simulator/contract';
import { type AccountRecord, type ClassRecord, classMemberKey, joinCode } from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import { type Change, put, type Ref, ref } from '@svc-simulator/store/store.ts';
import { giveOneTimePassword } from '../passwords/password-service.ts';
import { notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { leaveClass } from './membership.ts';

/** A class of another owner gives the same 404 as a missing one. */
export interface OwnClass {
  readonly accountId: string;
  readonly classId: string;
}

export function changeClass(
  runtime: Runtime,
  target: OwnClass,
  {
    title,
    closed,
    tools_count,
  }: { readonly title?: string; readonly closed?: boolean; readonly tools_count?: boolean },
): Promise<Outcome<ClassRecord>> {
  return updateClass(runtime, target, [], (current, now) => {
    const { closedAt: since = now, toolsCount, ...rest } = current;
    const isClosed = closed ?? current.closedAt !== undefined;
    return {
      classRecord: {
        ...rest,
        ...(title !== undefined && { title }),
        ...(isClosed && { closedAt: since }),
        ...((tools_count ?? toolsCount) && { toolsCount: true }),
      },
    };
  });
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
  decide: (current: ClassRecord, now: number) => ClassChange,
): Promise<Outcome<ClassRecord>> {
  const lock = [ref('class', classId), ...furtherLocks];
  return store.transact<Outcome<ClassRecord>>({ account: accountId, lock }, (view) => {
    const current = view.get('class', classId);
    if (current?.accountId !== accountId) return { result: notFound('class') };
    const { classRecord, puts = [], deletes = [] } = decide(current, view.now);
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

export async function resetPassword(runtime: Runtime, target: OwnClass, shortName: string) {
  const lookup = await findTraineeByName(runtime, target, shortName);
  return lookup.ok ? giveOneTimePassword(runtime, lookup.value, target.classId) : lookup;
}

export async function findTraineeByName(
  { store }: Runtime,
  { accountId, classId }: OwnClass,
  shortName: string,
): Promise<Outcome<AccountRecord>> {
  const name = await store.get('name', shortName.toLowerCase());
  const member = name && (await store.get('class_member', classMemberKey(classId, name.accountId)));
  const trainee = member?.ownerId === accountId ? await store.get('account', member.accountId) : undefined;
  // The e-mail of a merchant profile is also a name, but not the one on the board.
  const isNamed = trainee?.shortName.toLowerCase() === shortName.toLowerCase();
  return trainee && isNamed ? accept(trainee) : notFound('trainee');
}

export async function dissolveClass(runtime: Runtime, { id, accountId }: ClassRecord): Promise<void> {
  const { store } = runtime;
  const key = ref('class', id);
  await store.transact({ account: accountId, lock: [key] }, (view) => {
    const current = view.get('class', id);
    return { result: null, deletes: current ? [key, ref('class_code', current.joinCode)] : [] };
  });
  // The code is gone, so nobody can join while the members are read.
  for (const member of await everyRecord(store, 'class_member', accountId, id))
    await leaveClass(runtime, member.accountId, id);
}
