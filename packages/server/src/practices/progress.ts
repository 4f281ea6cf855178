import practice from 'texts:practice';
import { isoOf, type Practice, type PracticeRecord, practiceKey, practices } from '@svc-simulator/core';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import type { Runtime } from '../runtime.ts';

/** A practice with what the account has of it. */
export interface PracticeProgress extends Pick<Practice, 'id' | 'group'> {
  /** Null until it is done, or a snapshot says that it was. */
  readonly record: PracticeRecord | null;
}

/** What an account has done, in the order of learning. */
export interface Progress {
  readonly completed: number;
  readonly total: number;
  /** The first that is not done, then the first that only a snapshot says so of; null when all are done. */
  readonly next: PracticeProgress | null;
  readonly practices: readonly PracticeProgress[];
  /** Those that nobody has done here, whatever a snapshot says: a certificate wants all. */
  readonly missing: readonly PracticeProgress[];
}

/** Reads an account's progress: a look-up or two a practice, however long its trace is. */
export async function progressOf({ store }: Pick<Runtime, 'store'>, accountId: string): Promise<Progress> {
  const rows = await Promise.all(
    practices.map(async ({ id, group }) => {
      const own = { accountId, practiceId: id };
      const record =
        (await store.get('practice', practiceKey(own))) ??
        (await store.get('practice', practiceKey({ ...own, fromFile: true }))) ??
        null;
      return { id, group, record };
    }),
  );
  const missing = rows.filter(({ record }) => record === null || record.fromFile);
  return {
    completed: rows.filter(({ record }) => record !== null).length,
    total: rows.length,
    next: rows.find(({ record }) => record === null) ?? missing[0] ?? null,
    practices: rows,
    missing,
  };
}

const says = textsByLanguage(practice);

/** Progress as `GET /console/progress` answers it, in one language. */
export function progressData({ completed, total, next, practices }: Progress, language: Language) {
  const t = says(language);
  return {
    completed,
    total,
    next: next?.id ?? null,
    practices: practices.map(({ id, group, record }) => ({
      id,
      group,
      title: t(`practice.${id}.title`),
      hint: t(`practice.${id}.hint`),
      done: record !== null,
      completed_at: record ? isoOf(record.completedAt) : null,
      evidence: record?.evidence ?? null,
      from_file: record?.fromFile ?? false,
    })),
  };
}
