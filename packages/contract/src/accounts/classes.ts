import * as z from 'zod';
import { choice, lazyObject, lazyShape, text } from '../fields/fields.ts';
import { consoleApi, lazy } from '../operation.ts';
import { cursor, limit } from '../pages.ts';
import { dueTime } from './progress.ts';
import { troubleSchema } from './trainee-trouble.ts';

export const classSchema = lazyObject(() => ({
  class_id: z.string().meta({ pattern: '^cls_[0-9a-f]{16}$' }),
  title: z.string(),
  join_code: z.string().meta({ meaning: 'field.join_code' }).meta({ pattern: '^[2-9A-HJ-NP-Z]{8}$' }),
  created_at: z.iso.datetime(),
  closed_at: z.iso.datetime().nullable().meta({ meaning: 'field.closed_at' }),
  archived_at: z.iso.datetime().nullable().meta({ meaning: 'field.archived_at' }),
  tools_count: z.boolean().meta({ meaning: 'field.tools_count' }),
  practice_ids: z.array(z.string()).nullable().meta({ meaning: 'field.practice_ids' }),
  due_at: dueTime(),
  mark: z.string().nullable().meta({ meaning: 'field.mark' }),
}));

export const membershipSchema = lazyObject(() => ({
  class_id: z.string(),
  title: z.string(),
  joined_at: z.iso.datetime(),
}));

const classProgressSchema = lazy(() =>
  classSchema().extend({
    practices: z.array(z.object({ id: z.string(), title: z.string(), group: z.string() })),
    trainees: z
      .array(
        z.object({
          short_name: z.string(),
          joined_at: z.iso.datetime(),
          completed: z.int(),
          total: z.int(),
          done: z.record(z.string(), z.iso.datetime()).meta({ meaning: 'field.done' }),
          half: z.array(z.string()).meta({ meaning: 'field.half' }),
          stuck_on: z.string().nullable().meta({ meaning: 'field.stuck_on' }),
          stuck_since: z.iso.datetime().nullable().meta({ meaning: 'field.stuck_since' }),
          ...troubleSchema().shape,
          certificate: z.string().nullable().meta({ meaning: 'field.certificate' }),
          asked_at: z.iso.datetime().nullable().meta({ meaning: 'field.asked_at' }),
        }),
      )
      .meta({ meaning: 'field.trainees' }),
  }),
);

/**
 * Returns the number of practices that count for a certificate. `completed` also counts the practices in
 * `half`, such as those done with a tool.
 */
export function certifiedCountOf({
  completed,
  half,
}: {
  readonly completed: number;
  readonly half: readonly string[];
}) {
  return completed - half.length;
}

/** By default, lists omit archived classes. */
export const archivedFilters = ['only', 'all'] as const;

export const createClass = consoleApi.post('createClass', '/console/classes', {
  body: lazyShape(() => ({ title: text() })),
  example: { title: 'Integrators, March' },
  data: classSchema,
  status: 201,
  title: 'Class created',
});

export const listClasses = consoleApi.get('listClasses', '/console/classes', {
  query: lazyObject(() => ({
    archived: choice(archivedFilters).meta({ meaning: 'field.archived.filter' }).exactOptional(),
    limit: limit(),
    cursor: cursor(),
  })),
  data: lazy(() => z.array(classSchema())),
  title: 'Classes',
  paged: true,
});

export const getClassProgress = consoleApi.get('getClassProgress', '/console/classes/{class_id}/progress', {
  requestHeaders: [{ name: 'Accept-Language', meaning: 'api.header.accept_language' }],
  data: classProgressSchema,
  title: 'Class progress',
  problems: [404],
  media: ['application/json', 'text/csv', 'text/event-stream'],
});

export const joinClass = consoleApi.post('joinClass', '/console/class', {
  fullToken: true,
  body: lazyShape(() => ({ class_code: text() })),
  example: { class_code: 'K7MWQ2XD' },
  data: membershipSchema,
  title: 'Class joined',
  attempt: { kind: 'class_code', name: 'account' },
  problems: [404],
});

export const getClass = consoleApi.get('getClass', '/console/class', {
  data: membershipSchema,
  title: 'Class',
  problems: [404],
});

export const leaveClass = consoleApi.delete('leaveClass', '/console/class', {
  fullToken: true,
  data: lazyObject(() => ({ class_id: z.string() })),
  title: 'Class left',
  problems: [404],
});
