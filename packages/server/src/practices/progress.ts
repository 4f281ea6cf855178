import practice from 'texts:practice';
import { getProgress } from '@svc-simulator/contract';
import {
  type AccountRecord,
  bestOf,
  isoOf,
  isWhole,
  type Practice,
  type PracticeRecord,
  practices,
} from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { type Language, type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { reply } from '../http/reply.ts';
import { type Route, route } from '../http/request-context.ts';
import type { Runtime } from '../runtime.ts';

/** More than an account has of them: of each practice what a program did, a tool did and a file says. */
export const PRACTICES_MAX = 200;

/** A practice with what the account has of it. */
interface PracticeProgress extends Pick<Practice, 'id' | 'group'> {
  /** Null until it is done, or a snapshot says that it was. */
  readonly record: PracticeRecord | null;
  /** It is done as a certificate wants it. */
  readonly isWhole: boolean;
}

/** What an account has done, in the order of learning. */
interface Progress {
  readonly completed: number;
  readonly total: number;
  /** The first that is not done, then the first that no certificate takes; null when all are done. */
  readonly next: PracticeProgress | null;
  readonly practices: readonly PracticeProgress[];
  /** Those that no certificate takes: nobody did them here, or a tool did them where a program should. */
  readonly missing: readonly PracticeProgress[];
}

/** Reads an account's progress: one look-up, however long its trace is, and one for its class. */
export async function progressOf(
  { store }: { readonly store: Pick<Store, 'get' | 'list'> },
  { id: accountId, classId }: Pick<AccountRecord, 'id' | 'classId'>,
): Promise<Progress> {
  const { items } = await store.list('practice', accountId, { limit: PRACTICES_MAX });
  const toolsCount = classId !== undefined && (await store.get('class', classId))?.toolsCount;
  const best = bestOf(items);
  const rows = practices.map((practice) => {
    const record = best.get(practice.id) ?? null;
    return {
      id: practice.id,
      group: practice.group,
      record,
      isWhole: isWhole(practice, record, toolsCount === true),
    };
  });
  const missing = rows.filter((row) => !row.isWhole);
  return {
    completed: rows.filter(({ record }) => record !== null).length,
    total: rows.length,
    next: rows.find(({ record }) => record === null) ?? missing[0] ?? null,
    practices: rows,
    missing,
  };
}

const says = textsByLanguage(practice);

/** What to do, for somebody who does not know how; `sim` is what the command line is called where that is read. */
function practiceHint(t: Texts, id: string, sim = 'npx sim'): string {
  return t.maybe(`practice.${id}.hint`, { sim }) ?? '';
}

/** Progress as `GET /console/progress` answers it, in one language. */
export function progressData({ completed, total, next, practices }: Progress, language: Language) {
  const t = says(language);
  return {
    completed,
    total,
    next: next?.id ?? null,
    practices: practices.map(({ id, group, record, isWhole }) => ({
      id,
      group,
      title: t(`practice.${id}.title`),
      hint: practiceHint(t, id),
      done: record !== null,
      completed_at: record ? isoOf(record.completedAt) : null,
      evidence: record?.evidence ?? null,
      from_file: record?.fromFile ?? false,
      by: record?.by ?? null,
      whole: isWhole,
    })),
  };
}

/** The practices of an account (contract section 5). */
export function practiceRoutes(runtime: Runtime): readonly Route[] {
  return [
    route(getProgress, async ({ account, header }) => {
      const progress = await progressOf(runtime, account);
      return reply(progressData(progress, pickLanguage(header('accept-language'))));
    }),
  ];
}
