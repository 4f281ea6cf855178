import * as z from 'zod';
import { DAY_MS } from '../fields/durations.ts';
import {
  choice,
  encodeMustBe,
  flag,
  lazyObject,
  lazyShape,
  list,
  mustBe,
  optionalText,
  text,
} from '../fields/fields.ts';
import { parseInstant } from '../fields/instants.ts';
import { consoleApi, lazy } from '../operation.ts';
import { type ShownField, viewOf } from '../views/view.ts';
import { CERTIFICATE_NAME_LIMIT } from './certificates.ts';
import { archivedFilters, classSchema, createClass, joinClass, listClasses } from './classes.ts';
import { practiceSchema, progressSchema } from './progress.ts';
import { abandonedWebhookText, refusedCallText, troubleSchema, webhookAdvice } from './trainee-trouble.ts';

export const ONE_TIME_PASSWORD_MS = DAY_MS;

const MAX_CLASS_PRACTICES = 100;
/** UTC-4, all year. */
const CARACAS_OFFSET_MS = -4 * 3_600_000;

/** Returns the schema of a due date. An empty text removes the date. */
function dueDate() {
  return z
    .string({ error: mustBe('fault.wanted.due_date') })
    .refine((value) => value === '' || parseInstant(value) !== null, {
      error: encodeMustBe('fault.wanted.due_date'),
    });
}

/**
 * Parses a due date to milliseconds since the epoch; null if it is invalid. A date without an offset is in
 * Caracas time, and a date without a time means the end of that day.
 */
export function parseDueDate(date: string): number | null {
  const [day, time = '23:59:59.999'] = date.split(/t/i);
  return parseInstant(/^[\d:.]+$/.test(time) ? `${day}T${time}-04:00` : date);
}

/**
 * Formats a due date in Caracas time: `2027-03-31`, or `2027-03-31 14:00` if it is before the end of the day.
 */
export function formatDueDate(instant: string): string {
  const local = new Date(Date.parse(instant) + CARACAS_OFFSET_MS).toISOString();
  const time = local.slice(11, 16);
  return time === '23:59' ? local.slice(0, 10) : `${local.slice(0, 10)} ${time}`;
}

export const updateClass = consoleApi.patch('updateClass', '/console/classes/{class_id}', {
  body: lazyShape(() => ({
    title: text().exactOptional(),
    closed: flag().exactOptional(),
    archived: flag().meta({ meaning: 'field.archived' }).exactOptional(),
    tools_count: flag().exactOptional(),
    practice_ids: list(text(), 0, MAX_CLASS_PRACTICES)
      .meta({ meaning: 'field.practice_ids.body' })
      .exactOptional(),
    mark: optionalText(CERTIFICATE_NAME_LIMIT).meta({ meaning: 'field.mark.body' }),
    due_at: dueDate().meta({ meaning: 'field.due_at.body' }).exactOptional(),
  })),
  example: { title: 'Integrators, April', closed: true },
  data: classSchema,
  title: 'Class changed',
  problems: [404],
});

export const renewJoinCode = consoleApi.post('renewJoinCode', '/console/classes/{class_id}/join-code', {
  data: classSchema,
  title: 'Join code changed',
  problems: [404],
});

const traineeSchema = lazy(() =>
  progressSchema().extend({
    practices: z.array(practiceSchema().omit({ evidence: true })),
    short_name: z.string(),
    joined_at: z.iso.datetime(),
    progressed_at: z.iso.datetime().meta({ meaning: 'field.stuck_since' }),
    active_at: z.iso.datetime().meta({ meaning: 'field.active_at' }),
    ...troubleSchema().shape,
    certificate: z.string().nullable().meta({ meaning: 'field.certificate' }),
  }),
);

export type TraineeState = z.output<ReturnType<typeof traineeSchema>>;

export const getTrainee = consoleApi.get('getTrainee', '/console/classes/{class_id}/trainees/{short_name}', {
  requestHeaders: [{ name: 'Accept-Language', meaning: 'api.header.accept_language' }],
  data: traineeSchema,
  title: 'Trainee',
  problems: [404],
});

export const removeTrainee = consoleApi.delete(
  'removeTrainee',
  '/console/classes/{class_id}/trainees/{short_name}',
  {
    fullToken: true,
    query: lazyObject(() => ({
      keep_certificate: choice(['true']).meta({ meaning: 'field.keep_certificate' }).exactOptional(),
    })),
    data: lazyObject(() => ({ class_id: z.string(), short_name: z.string() })),
    title: 'Trainee removed',
    problems: [404],
  },
);

export const moveTrainee = consoleApi.post(
  'moveTrainee',
  '/console/classes/{class_id}/trainees/{short_name}/move',
  {
    fullToken: true,
    body: lazyShape(() => ({ to_class_id: text().meta({ meaning: 'field.to_class_id' }) })),
    example: { to_class_id: 'cls_0123456789abcdef' },
    data: lazyObject(() => ({ class_id: z.string(), title: z.string(), short_name: z.string() })),
    title: 'Trainee moved',
    problems: [404],
  },
);

export const resetTraineePassword = consoleApi.post(
  'resetTraineePassword',
  '/console/classes/{class_id}/trainees/{short_name}/password',
  {
    fullToken: true,
    data: lazyObject(() => ({
      short_name: z.string(),
      password: z.string().meta({ meaning: 'field.password.class_trainer' }),
      expires_at: z.iso.datetime(),
    })),
    title: 'One-time password given',
    attempt: { kind: 'login', name: 'account' },
    problems: [404, 409],
  },
);

export const classView = viewOf(listClasses, {
  noun: 'class',
  id: ({ class_id }) => class_id,
  to: ({ class_id }) => `/console/classes/${class_id}`,
  columns: [
    { field: 'title', kind: 'text', layout: 'long' },
    { field: 'join_code', kind: 'code' },
    { field: 'closed_at', kind: 'age' },
    { field: 'archived_at', kind: 'age' },
    { field: 'created_at', kind: 'age' },
  ],
  filters: [{ name: 'archived', values: archivedFilters, words: 'archived', emptyLabel: 'word.archived.no' }],
  facts: [
    { field: 'class_id', kind: 'code' },
    { field: 'title', kind: 'text' },
    { field: 'join_code', kind: 'code' },
    { field: 'closed_at', kind: 'age' },
    { field: 'archived_at', kind: 'age' },
    { field: 'tools_count', kind: 'flag' },
    { field: 'due_at', kind: 'text', value: ({ due_at: due }) => due && formatDueDate(due) },
    { field: 'mark', kind: 'text' },
    {
      field: 'practice_ids',
      kind: 'text',
      value: ({ practice_ids: ids }) => ids?.join(', '),
      layout: 'long',
    },
  ],
  command: 'class create "Integrators, March"',
  form: { operation: createClass, fields: ['title'] },
});

export const joinForm = { operation: joinClass, fields: ['class_code'] };

export const traineeFacts: readonly ShownField<TraineeState>[] = [
  {
    field: 'progressed_at',
    kind: 'age',
    value: ({ completed, progressed_at }) => (completed === 0 ? undefined : progressed_at),
  },
  {
    field: 'progressed_at',
    kind: 'text',
    value: ({ completed }, t) => (completed === 0 ? t('word.trouble.not_started') : undefined),
  },
  { field: 'active_at', kind: 'age' },
  { field: 'certificate', kind: 'code' },
  { field: 'refused_calls', kind: 'count' },
  {
    field: 'last_refused',
    kind: 'age',
    value: ({ last_refused: call }) => call?.at,
    beside: refusedCallText,
    layout: 'long',
  },
  {
    field: 'last_given_up',
    kind: 'age',
    value: ({ last_given_up: webhook }) => webhook?.at,
    beside: (state, t) => [abandonedWebhookText(state, t), webhookAdvice(state, t)].filter(Boolean).join(' '),
    layout: 'long',
  },
  {
    field: 'last_failed_login',
    kind: 'age',
    beside: ({ failed_logins: count }, t) => (count > 0 ? t('word.trouble.login', { count }) : undefined),
    layout: 'long',
  },
];
