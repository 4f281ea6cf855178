import * as z from 'zod';
import { decidedHere } from '../fields/fields.ts';
import { lazy, ofConsole, operation } from '../operation.ts';

const practiceData = lazy(() =>
  z
    .object({
      id: z.string(),
      group: z
        .string()
        .describe(
          'What it is about: `first_steps`, `webhooks`, `bad_outcomes` and so on, in the order of learning.',
        ),
      title: z.string(),
      hint: z.string().describe('What to do, for somebody who does not know how.'),
      done: z.boolean(),
      completed_at: z.iso.datetime().nullable(),
      evidence: z
        .object({ event_id: z.int(), type: z.string(), session_id: z.string().optional() })
        .nullable(),
      from_file: z
        .boolean()
        .describe('A snapshot brought it: it counts for no class and no certificate until it is done here.'),
    })
    .meta(decidedHere),
);

/** `GET /console/progress`: which practices the account has done, in the order of learning (contract section 5). */
export const getProgress = operation({
  ...ofConsole.get('/console/progress'),
  id: 'getProgress',
  summary: 'Progress of the practices, in the order of learning',
  provenance: 'spec',
  requestHeaders: [
    { name: 'Accept-Language', description: 'Language of titles and hints: `es` (default) or `en`.' },
  ],
  data: lazy(() =>
    z.object({
      completed: z.int().meta(decidedHere),
      total: z.int().meta(decidedHere),
      next: z
        .string()
        .nullable()
        .meta(decidedHere)
        .describe('Id of the first one that is not done; null when all are.'),
      practices: z.array(practiceData()),
    }),
  ),
  title: 'Progress',
});
