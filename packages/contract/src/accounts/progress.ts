import * as z from 'zod';
import { decidedHere, lazyObject } from '../fields/fields.ts';
import { consoleApi } from '../operation.ts';
import { noteSchema } from './class-notes.ts';

export const practiceSchema = lazyObject(
  () => ({
    id: z.string(),
    group: z.string().meta({ meaning: 'field.group' }),
    title: z.string(),
    hint: z.string().meta({ meaning: 'field.hint' }),
    done: z.boolean(),
    completed_at: z.iso.datetime().nullable(),
    evidence: z.object({ event_id: z.int(), type: z.string(), session_id: z.string().optional() }).nullable(),
    from_file: z.boolean().meta({ meaning: 'field.from_file' }),
    by: z.enum(['program', 'tool']).nullable().meta({ meaning: 'field.by.practice' }),
    whole: z.boolean().meta({ meaning: 'field.whole' }),
  }),
  decidedHere,
);

export function dueTime() {
  return z.iso.datetime().nullable().meta({ meaning: 'field.due_at' });
}

type PracticeRow = z.output<ReturnType<typeof practiceSchema>>;

export const progressSchema = lazyObject(() => ({
  completed: z.int().meta(decidedHere),
  total: z.int().meta(decidedHere),
  next: z.string().nullable().meta(decidedHere).meta({ meaning: 'field.next' }),
  practices: z.array(practiceSchema()),
  due_at: dueTime().meta(decidedHere),
  notes: z.array(noteSchema()).meta(decidedHere).meta({ meaning: 'field.notes' }),
}));

/** Counts the practices that count for a certificate (`done`), and those that are only completed (`half`). */
export function practiceCounts(practices: readonly { readonly done: boolean; readonly whole: boolean }[]) {
  return {
    done: practices.filter(({ whole }) => whole).length,
    half: practices.filter(({ done, whole }) => done && !whole).length,
  };
}

/**
 * Returns why a completed practice doesn't count for a certificate, as the end of a key `practice.half.…`.
 */
export function halfReasonOf({ from_file, by }: Pick<PracticeRow, 'from_file' | 'by'>) {
  if (from_file) return 'snapshot';
  return by === null ? 'unknown' : 'tool';
}

export const getProgress = consoleApi.get('getProgress', '/console/progress', {
  provenance: 'spec',
  requestHeaders: [{ name: 'Accept-Language', meaning: 'api.header.accept_language' }],
  data: progressSchema,
  title: 'Progress',
});
