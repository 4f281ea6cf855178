import type { Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { DAY_MS } from '../fields/durations.ts';
import { flag, lazyObject, lazyShape, text } from '../fields/fields.ts';
import { consoleApi, lazy } from '../operation.ts';
import { type ShownField, viewOf } from '../views/view.ts';
import { attemptReason } from '../webhooks/deliveries.ts';
import { shortEvent } from '../webhooks/events.ts';
import { classSchema, createClass, joinClass, listClasses } from './classes.ts';
import { practiceSchema, progressSchema } from './progress.ts';

export const ONE_TIME_PASSWORD_MS = DAY_MS;

const traineeParams = lazyObject(() => ({ class_id: z.string(), short_name: z.string() }));

export const updateClass = consoleApi.patch('updateClass', '/console/classes/{class_id}', {
  body: lazyShape(() => ({
    title: text().exactOptional(),
    closed: flag().exactOptional(),
    tools_count: flag().exactOptional(),
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
    progressed_at: z.iso.datetime().meta({ means: 'field.stuck_since' }),
    active_at: z.iso.datetime().meta({ means: 'field.active_at' }),
    refused_calls: z.int().meta({ means: 'field.refused_calls' }),
    last_refused: z
      .object({
        at: z.iso.datetime(),
        method: z.string(),
        operation: z.string().nullable().meta({ means: 'field.operation' }),
        status: z.int(),
        cause: z.string().meta({ means: 'field.cause.refused' }),
      })
      .nullable(),
    last_given_up: z
      .object({
        at: z.iso.datetime(),
        event: z.string(),
        status: z.int().nullable().meta({ means: 'field.status.deliverie' }),
        error: z.string().nullable(),
        cause: z.string().nullable().meta({ means: 'field.cause' }),
      })
      .nullable(),
  }),
);

export type TraineeState = z.output<ReturnType<typeof traineeSchema>>;

export const getTrainee = consoleApi.get('getTrainee', '/console/classes/{class_id}/trainees/{short_name}', {
  params: traineeParams,
  requestHeaders: [{ name: 'Accept-Language', means: 'api.header.accept_language' }],
  data: traineeSchema,
  title: 'Trainee',
  problems: [404],
});

export const removeTrainee = consoleApi.delete(
  'removeTrainee',
  '/console/classes/{class_id}/trainees/{short_name}',
  {
    fullToken: true,
    params: traineeParams,
    data: lazyObject(() => ({ class_id: z.string(), short_name: z.string() })),
    title: 'Trainee removed',
    problems: [404],
  },
);

export const resetTraineePassword = consoleApi.post(
  'resetTraineePassword',
  '/console/classes/{class_id}/trainees/{short_name}/password',
  {
    fullToken: true,
    params: traineeParams,
    data: lazyObject(() => ({
      short_name: z.string(),
      password: z.string().meta({ means: 'field.password.class_trainer' }),
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
    { field: 'title', kind: 'text', isLong: true },
    { field: 'join_code', kind: 'code' },
    { field: 'closed_at', kind: 'age' },
    { field: 'created_at', kind: 'age' },
  ],
  facts: [
    { field: 'class_id', kind: 'code' },
    { field: 'title', kind: 'text' },
    { field: 'join_code', kind: 'code' },
    { field: 'closed_at', kind: 'age' },
    { field: 'tools_count', kind: 'flag' },
  ],
  command: 'class create "Integrators, March"',
  form: { operation: createClass, fields: ['title'] },
});

export const joinForm = { operation: joinClass, fields: ['class_code'] };

function abandonedText(last: NonNullable<TraineeState['last_given_up']>, t: Texts) {
  return [shortEvent(last.event), last.status, attemptReason(last, t)].filter(Boolean).join(' · ');
}

/** Facts that may explain why a trainee is stuck. */
export const traineeFacts: readonly ShownField<TraineeState>[] = [
  { field: 'progressed_at', kind: 'age' },
  { field: 'active_at', kind: 'age' },
  { field: 'refused_calls', kind: 'count' },
  {
    field: 'last_refused',
    kind: 'age',
    value: ({ last_refused: call }) => call?.at,
    beside: ({ last_refused: call }) =>
      call ? `${call.method} ${call.operation ?? '?'} · ${call.status} ${call.cause}` : undefined,
    isLong: true,
  },
  {
    field: 'last_given_up',
    kind: 'age',
    value: ({ last_given_up: webhook }) => webhook?.at,
    beside: ({ last_given_up: webhook }, t) => (webhook ? abandonedText(webhook, t) : undefined),
    isLong: true,
  },
];
