import practice from 'texts:practice';
import { getProgress } from '@svc-simulator/contract';
import {
  type AccountRecord,
  type ClassNote,
  type ClassRecord,
  classMemberKey,
  countsForCertificate,
  isoOf,
  type Practice,
  type PracticeRecord,
  practicesOfClass,
  strongestRecords,
} from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';

/** More than an account can have: one record per practice and kind of performer. */
export const MAX_PRACTICE_RECORDS = 200;

interface PracticeProgress extends Pick<Practice, 'id' | 'group'> {
  /** Null until the account does the practice or loads a snapshot with it. */
  readonly record: PracticeRecord | null;
  /** True if the practice counts for a certificate. */
  readonly isCertifiable: boolean;
}

interface AccountProgress {
  readonly completed: number;
  readonly total: number;
  /**
   * The first undone practice. If all are done, the first that no certificate accepts; null if there is none.
   */
  readonly next: PracticeProgress | null;
  readonly practices: readonly PracticeProgress[];
  /** Practices that no certificate accepts: undone, or done with a tool instead of a program. */
  readonly missing: readonly PracticeProgress[];
  /** The account's class, which can choose its practices and a due date. */
  readonly classRecord: ClassRecord | undefined;
  /** Notes between the account and its trainer, oldest first. */
  readonly notes: readonly ClassNote[];
}

/** Reads an account's progress with at most three queries, however long its trace is. */
export async function readProgress(
  { store }: { readonly store: Pick<Store, 'get' | 'list'> },
  { id: accountId, classId }: Pick<AccountRecord, 'id' | 'classId'>,
): Promise<AccountProgress> {
  const { items } = await store.list('practice', accountId, { limit: MAX_PRACTICE_RECORDS });
  const classRecord = classId === undefined ? undefined : await store.get('class', classId);
  const member =
    classId === undefined ? undefined : await store.get('class_member', classMemberKey(classId, accountId));
  const recordsById = strongestRecords(items);
  const rows = practicesOfClass(classRecord).map((definition) => {
    const record = recordsById.get(definition.id) ?? null;
    return {
      id: definition.id,
      group: definition.group,
      record,
      isCertifiable: countsForCertificate(definition, record, classRecord?.toolsCount),
    };
  });
  const missing = rows.filter((row) => !row.isCertifiable);
  return {
    completed: rows.filter(({ record }) => record !== null).length,
    total: rows.length,
    next: rows.find(({ record }) => record === null) ?? missing[0] ?? null,
    practices: rows,
    missing,
    classRecord,
    notes: member?.notes ?? [],
  };
}

const progressTexts = textsByLanguage(practice);

export function presentProgress(
  { completed, total, next, practices, classRecord, notes }: AccountProgress,
  language: Language,
) {
  const t = progressTexts(language);
  return {
    completed,
    total,
    next: next?.id ?? null,
    due_at: classRecord?.dueAt === undefined ? null : isoOf(classRecord.dueAt),
    notes: notes.map(({ at, by, text }) => ({ at: isoOf(at), by, text })),
    practices: practices.map(({ id, group, record, isCertifiable }) => ({
      id,
      group,
      title: t(`practice.${id}.title`),
      hint: t.maybe(`practice.${id}.hint`, { sim: 'npx sim' }) ?? '',
      done: record !== null,
      completed_at: record ? isoOf(record.completedAt) : null,
      evidence: record?.evidence ?? null,
      from_file: record?.fromFile ?? false,
      by: record?.by ?? null,
      whole: isCertifiable,
    })),
  };
}

export function practiceRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(getProgress, async ({ account, header }) => {
      const progress = await readProgress(runtime, account);
      return reply(presentProgress(progress, pickLanguage(header('accept-language'))));
    }),
  ];
}
