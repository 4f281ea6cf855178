import { type ClassMemberRecord, classMemberKey } from '@svc-simulator/core';
import { put, ref, type Store } from '@svc-simulator/store/store.ts';

type NotesStore = Pick<Store, 'get' | 'transact'>;

/**
 * Counts failed logins in the trainee's class membership, where the trainer sees them. `name` is in lower
 * case.
 */
export function noteFailedLogins(store: NotesStore, name: string, count: number, now: number): Promise<void> {
  return changeMember(store, name, ({ failedLogins, ...member }) => ({
    ...member,
    failedLogins: { count: (failedLogins?.count ?? 0) + count, lastAt: now },
  }));
}

/** Deletes the count, because the trainee has logged in. */
export function forgetFailedLogins(store: NotesStore, name: string): Promise<void> {
  return changeMember(store, name, ({ failedLogins, ...member }) => failedLogins && member);
}

async function changeMember(
  store: NotesStore,
  name: string,
  change: (member: ClassMemberRecord) => ClassMemberRecord | undefined,
): Promise<void> {
  const entry = await store.get('name', name);
  const account = entry && (await store.get('account', entry.accountId));
  if (account?.classId === undefined) return;
  const key = ref('class_member', classMemberKey(account.classId, account.id));
  const current = await store.get('class_member', key.id);
  if (!current || !change(current)) return;
  await store.transact({ account: account.id, lock: [key] }, (view) => {
    const member = view.get('class_member', key.id);
    const next = member && change(member);
    return { result: null, ...(next && { puts: [put('class_member', key.id, next)] }) };
  });
}
