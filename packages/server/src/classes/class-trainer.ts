import { accept, type Outcome } from '@svc-simulator/contract';
import { type AccountRecord, type ClassRecord, classMemberKey, joinCode } from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/embedded/every-record.ts';
import { type Change, put, type Ref, ref } from '@svc-simulator/store/store.ts';
import { notFound } from '../http/refusals.ts';
import { giveOneTimePassword } from '../passwords/password-service.ts';
import type { Runtime } from '../runtime.ts';
import { leaveClass } from './membership.ts';

/** Which class, and whose it has to be; a class of somebody else is the same 404 as none. */
export interface OwnClass {
  readonly accountId: string;
  readonly classId: string;
}

/** Renames a class, closes it so that nobody can join, opens it again, or says whether what tools did counts. */
export function changeClass(
  runtime: Runtime,
  own: OwnClass,
  {
    title,
    closed,
    tools_count,
  }: { readonly title?: string; readonly closed?: boolean; readonly tools_count?: boolean },
): Promise<Outcome<ClassRecord>> {
  return inClass(runtime, own, [], (before, now) => {
    const { closedAt: since = now, toolsCount, ...rest } = before;
    const isClosed = closed ?? before.closedAt !== undefined;
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

/** Gives a class a join code that no other class has; the former one is nobody's from then on. */
export async function renewJoinCode(runtime: Runtime, own: OwnClass): Promise<Outcome<ClassRecord>> {
  for (;;) {
    const code = ref('class_code', joinCode(runtime.random));
    // A code that a class has already, this one or another: very seldom.
    if (await runtime.store.get('class_code', code.id)) continue;
    return inClass(runtime, own, [code], (before) => ({
      classRecord: { ...before, joinCode: code.id },
      puts: [put('class_code', code.id, { classId: before.id })],
      deletes: [ref('class_code', before.joinCode)],
    }));
  }
}

type ClassChange = Pick<Change<unknown>, 'puts' | 'deletes'> & { readonly classRecord: ClassRecord };

function inClass(
  { store }: Runtime,
  { accountId, classId }: OwnClass,
  also: readonly Ref[],
  decide: (before: ClassRecord, now: number) => ClassChange,
): Promise<Outcome<ClassRecord>> {
  const lock = [ref('class', classId), ...also];
  return store.transact<Outcome<ClassRecord>>({ account: accountId, lock }, (view) => {
    const before = view.get('class', classId);
    if (before?.accountId !== accountId) return { result: notFound('class') };
    const { classRecord, puts = [], deletes = [] } = decide(before, view.now);
    const data = { class_id: classId, title: classRecord.title };
    return {
      result: accept(classRecord),
      puts: [put('class', classId, classRecord), ...puts],
      deletes,
      events: [{ type: 'class.changed', at: view.now, data }],
    };
  });
}

/** Takes a trainee out of a class. */
export async function removeTrainee(
  runtime: Runtime,
  own: OwnClass,
  shortName: string,
): Promise<Outcome<AccountRecord>> {
  const found = await traineeNamed(runtime, own, shortName);
  if (!found.ok) return found;
  const left = await leaveClass(runtime, found.value.id, own.classId);
  return left.ok ? found : left;
}

/** Gives a trainee a one-time password. */
export async function resetPassword(runtime: Runtime, own: OwnClass, shortName: string) {
  const found = await traineeNamed(runtime, own, shortName);
  return found.ok ? giveOneTimePassword(runtime, found.value, own.classId) : found;
}

/** The account of a trainee of one's own class, by its login name. */
export async function traineeNamed(
  { store }: Runtime,
  { accountId, classId }: OwnClass,
  shortName: string,
): Promise<Outcome<AccountRecord>> {
  const name = await store.get('name', shortName.toLowerCase());
  const member = name && (await store.get('class_member', classMemberKey(classId, name.accountId)));
  const trainee = member?.ownerId === accountId ? await store.get('account', member.accountId) : undefined;
  // The e-mail of a merchant profile is a name too, and not the one that the board shows.
  const isNamed = trainee?.shortName.toLowerCase() === shortName.toLowerCase();
  return trainee && isNamed ? accept(trainee) : notFound('trainee');
}

/** Removes a class with its code, and whoever is in it from it. */
export async function dissolveClass(runtime: Runtime, { id, accountId }: ClassRecord): Promise<void> {
  const { store } = runtime;
  const own = ref('class', id);
  await store.transact({ account: accountId, lock: [own] }, (view) => {
    const current = view.get('class', id);
    return { result: null, deletes: current ? [own, ref('class_code', current.joinCode)] : [] };
  });
  // Nobody can join any more, so these are all.
  for (const member of await everyRecord(store, 'class_member', accountId, id))
    await leaveClass(runtime, member.accountId, id);
}
