import practice from 'texts:practice';
import { accept, type Outcome } from '@svc-simulator/contract';
import {
  type ClassMemberRecord,
  type ClassRecord,
  classId,
  classMemberKey,
  isoOf,
  joinCode,
  practicesOfClass,
  type TraineeProgress,
  traineeProgress,
} from '@svc-simulator/core';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import { put, ref, type Store } from '@svc-simulator/store/store.ts';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { MAX_PRACTICE_RECORDS } from '../practices/progress.ts';
import { notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';

type ClassRuntime = Pick<Runtime, 'random' | 'store'>;

export async function createClass(
  { random, store }: ClassRuntime,
  accountId: string,
  title: string,
): Promise<ClassRecord> {
  for (;;) {
    const code = ref('class_code', joinCode(random));
    const id = classId(random);
    const creation = await store.transact<ClassRecord | null>(
      { account: accountId, lock: [code] },
      (view) => {
        if (view.get('class_code', code.id)) return { result: null };
        const classRecord: ClassRecord = { id, accountId, title, joinCode: code.id, createdAt: view.now };
        return {
          result: classRecord,
          puts: [put('class', id, classRecord), put('class_code', code.id, { classId: id })],
          events: [{ type: 'class.created', at: view.now, data: { class_id: id, title } }],
        };
      },
    );
    if (creation) return creation;
  }
}

/** Returns a class of the account; 404 if the class doesn't exist or belongs to another account. */
export async function findOwnClass(
  { store }: Pick<Runtime, 'store'>,
  accountId: string,
  id: string,
): Promise<Outcome<ClassRecord>> {
  const record = await store.get('class', id);
  return record?.accountId === accountId ? accept(record) : notFound('class');
}

export function presentClass(classRecord: ClassRecord) {
  const { id, title, joinCode, createdAt, closedAt, archivedAt, toolsCount, practiceIds, dueAt, mark } =
    classRecord;
  return {
    class_id: id,
    title,
    join_code: joinCode,
    created_at: isoOf(createdAt),
    closed_at: closedAt === undefined ? null : isoOf(closedAt),
    archived_at: archivedAt === undefined ? null : isoOf(archivedAt),
    tools_count: toolsCount === true,
    practice_ids: practiceIds ? [...practiceIds] : null,
    due_at: dueAt === undefined ? null : isoOf(dueAt),
    mark: mark ?? null,
  };
}

const practiceTexts = textsByLanguage(practice);

/** Returns the board of a class: its practices in one language, and the trainees in the order of joining. */
export async function classProgress(
  { store }: Pick<Runtime, 'store'>,
  classRecord: ClassRecord,
  language: Language,
) {
  const t = practiceTexts(language);
  const trainees = await traineesOf(store, classRecord);
  return {
    ...presentClass(classRecord),
    practices: practicesOfClass(classRecord).map(({ id, group }) => ({
      id,
      title: t(`practice.${id}.title`),
      group,
    })),
    trainees,
  };
}

export interface Trainee {
  readonly accountId: string;
  readonly member: ClassMemberRecord;
  readonly progress: TraineeProgress;
}

/**
 * Returns the trainees in the order of joining. Reads the list once, and then the practices of each trainee.
 */
export async function traineesOf(store: Store, classRecord: ClassRecord): Promise<Trainee[]> {
  const members = await everyRecord(store, 'class_member', classRecord.accountId, classRecord.id);
  return Promise.all(members.reverse().map((member) => traineeOf(store, member, classRecord)));
}

export async function findTrainee(
  store: Store,
  classRecord: ClassRecord,
  accountId: string,
): Promise<Trainee | undefined> {
  const member = await store.get('class_member', classMemberKey(classRecord.id, accountId));
  return member && traineeOf(store, member, classRecord);
}

async function traineeOf(
  store: Store,
  member: ClassMemberRecord,
  classRecord: ClassRecord,
): Promise<Trainee> {
  const { accountId } = member;
  const { items } = await store.list('practice', accountId, { limit: MAX_PRACTICE_RECORDS });
  return { accountId, member, progress: traineeProgress(member, items, classRecord) };
}
