import * as z from 'zod';
import { decidedHere, lazyObject } from '../fields/fields.ts';
import { ofConsole } from '../operation.ts';

export const practiceData = lazyObject(
  () => ({
    id: z.string(),
    group: z.string().meta({ means: 'field.group' }),
    title: z.string(),
    hint: z.string().meta({ means: 'field.hint' }),
    done: z.boolean(),
    completed_at: z.iso.datetime().nullable(),
    evidence: z.object({ event_id: z.int(), type: z.string(), session_id: z.string().optional() }).nullable(),
    from_file: z.boolean().meta({ means: 'field.from_file' }),
    by: z.enum(['program', 'tool']).nullable().meta({ means: 'field.by.practice' }),
    whole: z.boolean().meta({ means: 'field.whole' }),
  }),
  decidedHere,
);

type Practice = z.output<ReturnType<typeof practiceData>>;

export const progressData = lazyObject(() => ({
  completed: z.int().meta(decidedHere),
  total: z.int().meta(decidedHere),
  next: z.string().nullable().meta(decidedHere).meta({ means: 'field.next' }),
  practices: z.array(practiceData()),
}));

/** Counts the completed practices, and those done with a tool instead of a program. */
export function practiceCounts(practices: readonly { readonly done: boolean; readonly whole: boolean }[]) {
  return {
    done: practices.filter(({ whole }) => whole).length,
    half: practices.filter(({ done, whole }) => done && !whole).length,
  };
}

/** Returns the end of the text key that explains why a practice doesn't count for a certificate. */
export function halfOf({ from_file, by }: Pick<Practice, 'from_file' | 'by'>) {
  if (from_file) return 'snapshot';
  return by === null ? 'unknown' : 'tool';
}

/** `GET /console/progress`: the account's practices in the order of learning (contract section 5). */
export const getProgress = ofConsole.get('getProgress', '/console/progress', {
  provenance: 'spec',
  requestHeaders: [{ name: 'Accept-Language', means: 'api.header.accept_language' }],
  data: progressData,
  title: 'Progress',
});
