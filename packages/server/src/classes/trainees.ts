import {
  type ClassMemberRecord,
  type ClassRecord,
  classMemberKey,
  type TraineeProgress,
  traineeProgress,
} from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/embedded/every-record.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import { PRACTICES_MAX } from '../practices/progress.ts';

/** A trainee's row of the board, with whose it is. */
export interface Trainee {
  readonly accountId: string;
  readonly progress: TraineeProgress;
}

/** Everybody in a class, in the order of joining: one call of the store for the list, and one a trainee. */
export async function traineesOf(
  store: Store,
  { id, accountId, toolsCount }: ClassRecord,
): Promise<Trainee[]> {
  const members = await everyRecord(store, 'class_member', accountId, id);
  return Promise.all(members.reverse().map((member) => traineeOf(store, member, toolsCount)));
}

/** One trainee as it is now; undefined when it is not in the class. */
export async function findTrainee(
  store: Store,
  { id, toolsCount }: ClassRecord,
  accountId: string,
): Promise<Trainee | undefined> {
  const member = await store.get('class_member', classMemberKey(id, accountId));
  return member && traineeOf(store, member, toolsCount);
}

async function traineeOf(store: Store, member: ClassMemberRecord, toolsCount?: true): Promise<Trainee> {
  const { accountId } = member;
  const { items } = await store.list('practice', accountId, { limit: PRACTICES_MAX });
  return { accountId, progress: traineeProgress(member, items, toolsCount) };
}
