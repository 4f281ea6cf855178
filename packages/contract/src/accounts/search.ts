import * as z from 'zod';
import { choice, decidedHere } from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { lazy, ofConsole, operation } from '../operation.ts';
import { cursor, queryInteger } from '../pages.ts';

/** What is searched, in the order in which it is answered. */
export const searchedKinds = [
  'session',
  'delivery',
  'transaction',
  'agreement',
  'partner',
  'terminal',
  'call',
  'event',
] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** Longest text that is searched for, in characters. */
export const SEARCH_LIMIT = 200;

/** `GET /console/search`: what of the account has all the words of a text, by kind. */
export const search = operation({
  ...ofConsole.get('/console/search'),
  id: 'search',
  summary: 'Find what has all the words of a text: by kind, newest first',
  provenance: 'decided',
  query: lazy(() =>
    z.object({
      q: z
        .string({ error: 'is required' })
        .max(SEARCH_LIMIT, { error: `must have at most ${SEARCH_LIMIT} characters` })
        .refine((text) => /\S/.test(text), { error: 'must not be empty' })
        .describe(
          'Words, each of which stands somewhere in what is found: of an identifier, an id, an amount, a payer, a URL, an event, a status or an error, whole or in part.',
        )
        .meta(decidedHere),
      kind: choice(searchedKinds).describe('Only this kind.').meta(decidedHere).exactOptional(),
      from: instant().describe('Only what was made at this time or later.').meta(decidedHere).exactOptional(),
      until: instant().describe('Only what was made before this time.').meta(decidedHere).exactOptional(),
      limit: queryInteger(1, 100).describe('Of each kind.').meta(decidedHere).default(20),
      cursor: cursor(),
    }),
  ),
  data: lazy(() =>
    z.array(
      z.object({
        kind: z.enum(searchedKinds),
        found: z.int().describe('Among those that were looked at.'),
        next_cursor: z
          .string()
          .nullable()
          .describe('Older ones were not looked at: this goes on there, with `kind`; null: all were.'),
        items: z.array(
          z.object({
            id: z.string().describe('Of a call and an event its number, of a terminal its serial.'),
            session_id: z.string().nullable(),
            title: z.string().describe('What people know it by, such as its identifier.'),
            state: z.string().nullable(),
            at: z.iso.datetime(),
            field: z.string().describe('Where the first word stands.'),
            text: z.string().describe('What stands there, shortened.'),
          }),
        ),
      }),
    ),
  ),
  title: 'Found',
  notes: [
    'One search looks at the latest 20 000 sessions, 5 000 deliveries and transactions, 1 000 of each other kind, 300 refused calls and 1 000 events; with `kind`, at 20 000 of that, or as many calls or events.',
  ],
});
