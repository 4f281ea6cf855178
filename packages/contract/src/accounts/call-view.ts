import { byFilters } from '../made-by.ts';
import { operations } from '../operations.ts';
import { type ShownField, viewOf } from '../views/view.ts';
import { type CallData, isLogged, listCalls } from './calls.ts';

export const callStatus = {
  field: 'status',
  kind: 'state',
  tone: ({ status }) => (status < 400 ? 'good' : 'bad'),
} as const satisfies ShownField<Pick<CallData, 'status'>>;

/** Matches the UUIDs in a path. Lists show only the first 8 characters of each. */
const uuids = /\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

export const callView = viewOf(listCalls, {
  noun: 'call',
  id: ({ id }) => String(id),
  to: ({ id }) => `/console/calls/${id}`,
  columns: [
    {
      field: 'path',
      kind: 'call',
      value: ({ method, path }) => `${method} ${path.replace(uuids, '$1…')}`,
      beside: ({ origin }, t) => (origin ? t('word.call.page') : undefined),
      layout: 'ownLine',
    },
    callStatus,
    {
      field: 'detail',
      kind: 'text',
      // `what_to_do` of a successful call lists its ignored fields. All calls from web pages (with `origin`)
      // have the same advice, which a list needn't repeat.
      value: ({ detail, origin, what_to_do }) => detail ?? (origin === null ? what_to_do : null),
      layout: 'long',
    },
    { field: 'duration_ms', kind: 'duration' },
    { field: 'at', kind: 'age' },
  ],
  filters: [
    { name: 'errors', values: ['true'], words: 'errors' },
    { name: 'operation', values: operations.flatMap(({ id, family }) => (isLogged(family) ? [id] : [])) },
    { name: 'by', values: byFilters, words: 'by', emptyLabel: 'word.by.program' },
    { name: 'session_id', as: 'session' },
  ],
  command: 'session create',
  facts: [
    { field: 'x-request-id', kind: 'code', value: ({ request_id }) => request_id },
    { field: 'Idempotency-Key', kind: 'code', value: ({ idempotency_key }) => idempotency_key },
    { field: 'user_agent', kind: 'code' },
    { field: 'origin', kind: 'code' },
  ],
});
