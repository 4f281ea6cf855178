import {
  type ClassMemberRecord,
  type ClassRecord,
  classMemberKey,
  type TraineeProgress,
  traineeProgress,
} from '@svc-simulator/core';
import type { Store } from '../store/store.ts';

/** More than the catalogue has practices. */
const PRACTICES_MAX = 1000;
const MEMBERS_A_PAGE = 1000;

/** A trainee's row of the board, with whose it is. */
export interface Trainee {
  readonly accountId: string;
  readonly progress: TraineeProgress;
}

/** Everybody in a class, in the order of joining: one call of the store for the list, and one a trainee. */
export async function traineesOf(
  store: Store,
  { id, accountId }: Pick<ClassRecord, 'id' | 'accountId'>,
): Promise<Trainee[]> {
  const members: ClassMemberRecord[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof store.list<'class_member'>>> = await store.list(
      'class_member',
      accountId,
      { tag: id, limit: MEMBERS_A_PAGE, ...(cursor === null ? {} : { cursor }) },
    );
    members.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return Promise.all(members.reverse().map((member) => traineeOf(store, member)));
}

/** One trainee as it is now; undefined when it is not in the class. */
export async function findTrainee(
  store: Store,
  classId: string,
  accountId: string,
): Promise<Trainee | undefined> {
  const member = await store.get('class_member', classMemberKey(classId, accountId));
  return member && traineeOf(store, member);
}

async function traineeOf(store: Store, member: ClassMemberRecord): Promise<Trainee> {
  const { accountId } = member;
  const { items } = await store.list('practice', accountId, { limit: PRACTICES_MAX });
  return { accountId, progress: traineeProgress(member, items) };
}
