import { type Bilingual, isoOf, type PracticeRecord, practices } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';

/** A practice with what the account has of it. */
export interface PracticeProgress {
  readonly id: string;
  readonly group: (typeof practices)[number]['group'];
  readonly title: Bilingual;
  readonly hint: Bilingual;
  /** Null until it is done. */
  readonly record: PracticeRecord | null;
}

/** What an account has done, in the order of learning. */
export interface Progress {
  readonly completed: number;
  readonly total: number;
  /** The first that is not done; null when all are. */
  readonly next: PracticeProgress | null;
  readonly practices: readonly PracticeProgress[];
}

/** Reads an account's progress: one look-up a practice, however long its trace is. */
export async function progressOf({ store }: Pick<Runtime, 'store'>, accountId: string): Promise<Progress> {
  const rows = await Promise.all(
    practices.map(async ({ id, group, title, hint }) => {
      const record = (await store.get('practice', `${accountId}:${id}`)) ?? null;
      return { id, group, title, hint, record };
    }),
  );
  return {
    completed: rows.filter(({ record }) => record !== null).length,
    total: rows.length,
    next: rows.find(({ record }) => record === null) ?? null,
    practices: rows,
  };
}

/** Progress as `GET /console/progress` answers it, in one language. */
export function progressData({ completed, total, next, practices }: Progress, language: keyof Bilingual) {
  return {
    completed,
    total,
    next: next?.id ?? null,
    practices: practices.map(({ id, group, title, hint, record }) => ({
      id,
      group,
      title: title[language],
      hint: hint[language],
      done: record !== null,
      completed_at: record ? isoOf(record.completedAt) : null,
      evidence: record?.evidence ?? null,
    })),
  };
}
