import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Shown, viewOf } from '../views/view.ts';
import { reasonOf } from '../webhooks/delivery-view.ts';
import { shortEvent } from '../webhooks/events.ts';
import type { TraineeState } from './class-trainer.ts';
import { createClass, joinClass, listClasses } from './classes.ts';

/** Classes as whoever runs them sees them, and the form that makes one. */
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

function givenUpText(last: NonNullable<TraineeState['last_given_up']>, t: Texts) {
  const { event, status, error } = last;
  return [shortEvent(event), status ?? error, reasonOf(last, t)].filter(Boolean).join(' · ');
}

/** What may keep a trainee from going on. */
export const traineeFacts: readonly Shown<TraineeState>[] = [
  { field: 'progressed_at', kind: 'age' },
  { field: 'active_at', kind: 'age' },
  { field: 'refused_calls', kind: 'count' },
  {
    field: 'last_refused',
    kind: 'age',
    value: ({ last_refused: refused }) => refused?.at,
    beside: ({ last_refused: refused }) =>
      refused
        ? `${refused.method} ${refused.operation ?? '?'} · ${refused.status} ${refused.cause}`
        : undefined,
    isLong: true,
  },
  {
    field: 'last_given_up',
    kind: 'age',
    value: ({ last_given_up: givenUp }) => givenUp?.at,
    beside: ({ last_given_up: givenUp }, t) => (givenUp ? givenUpText(givenUp, t) : undefined),
    isLong: true,
  },
];
