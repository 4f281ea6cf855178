import * as z from 'zod';
import { encodeFault } from '../fields/faults.ts';
import { choice, decidedHere, lazyObject } from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { byFilters, makers } from '../made-by.ts';
import { consoleApi, type Family, lazy } from '../operation.ts';
import { cursor, limit, queryInteger, searchText, totalFlag } from '../pages.ts';

/** Returns true for families whose calls are in the log: those of merchants' programs, and `control`. */
export function isLogged(family: Family): boolean {
  return family === 'session' || family === 'merchant' || family === 'pos' || family === 'control';
}

export const callLogLimits = { calls: 2000, days: 7, bodyCharacters: 16_384 } as const;

const uuidFilter = () => z.uuid({ error: encodeFault('fault.uuid') });

const storedBody = lazy(() =>
  z
    .object({
      text: z.string().meta({ meaning: 'field.text' }),
      characters: z.int().meta({ meaning: 'field.characters' }),
      cut: z.boolean(),
    })
    .nullable(),
);

const callSchema = lazyObject(() => ({
  id: z.int().min(1).meta({ meaning: 'field.id.call' }),
  at: z.iso.datetime().meta({ meaning: 'field.at' }),
  method: z.string(),
  path: z.string().meta({ meaning: 'field.path' }),
  operation: z.string().nullable().meta({ meaning: 'field.operation' }),
  status: z.int(),
  duration_ms: z.int(),
  request_id: z.uuid().meta({ meaning: 'field.request_id' }),
  idempotency_key: z.string().nullable(),
  user_agent: z.string().nullable(),
  origin: z.string().nullable().meta({ meaning: 'field.origin.call' }),
  by: z.enum(makers).meta({ meaning: 'field.by' }),
  request: storedBody().meta({ meaning: 'field.request' }),
  response: storedBody(),
  detail: z.string().nullable().meta({ meaning: 'field.detail' }),
  faults: z
    .array(
      z.object({
        pointer: z.string(),
        detail: z.string(),
        value: z.string().nullable().meta({ meaning: 'field.value' }),
      }),
    )
    .meta({ meaning: 'field.faults' }),
  what_to_do: z.string().nullable().meta({ meaning: 'field.what_to_do' }),
}));

export type CallData = z.output<ReturnType<typeof callSchema>>;

export const listCalls = consoleApi.get('listCalls', '/console/calls', {
  query: lazyObject(() => ({
    errors: choice(['true']).meta({ meaning: 'field.errors' }).exactOptional(),
    status: queryInteger(100, 599).exactOptional(),
    operation: z
      .string()
      .max(100, { error: encodeFault('fault.too_long', { limit: 100 }) })
      .meta({ meaning: 'field.operation.call' })
      .exactOptional(),
    session_id: uuidFilter().meta({ meaning: 'field.session_id.call' }).exactOptional(),
    request_id: uuidFilter().exactOptional(),
    by: choice(byFilters).meta({ meaning: 'field.by.calls' }).exactOptional(),
    q: searchText().meta({ meaning: 'field.q' }),
    since: instant().exactOptional(),
    after: queryInteger(0, Number.MAX_SAFE_INTEGER).meta({ meaning: 'field.after' }).exactOptional(),
    limit: limit(),
    order: choice(['asc', 'desc']).meta(decidedHere).default('desc'),
    cursor: cursor(),
    total: totalFlag(),
  })),
  requestHeaders: [{ name: 'Last-Event-ID', meaning: 'api.header.last_event_id' }],
  data: lazy(() => z.array(callSchema())),
  title: 'Calls',
  paged: true,
  counted: 'asked',
  media: ['application/json', 'text/event-stream'],
});
