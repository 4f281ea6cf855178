import { viewOf } from '../views/view.ts';
import { traceTypes } from '../webhooks/events.ts';
import { getTrace } from './console.ts';

/** What happened in an account; each event is told by `eventLine`. */
export const eventView = viewOf(getTrace, {
  noun: 'event',
  id: ({ id }) => String(id),
  to: ({ id }) => `/console/trace/${id}`,
  columns: [
    { field: 'at', kind: 'instant' },
    { field: 'type', kind: 'code' },
  ],
  filters: [
    { name: 'type', values: traceTypes, isSeveral: true },
    { name: 'session_id', as: 'session' },
  ],
  command: 'session create',
  facts: [
    { field: 'at', kind: 'instant' },
    {
      field: 'session_id',
      kind: 'code',
      to: ({ session_id }) => session_id && `/console/sessions/${session_id}`,
    },
  ],
});
