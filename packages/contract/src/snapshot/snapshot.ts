import * as z from 'zod';
import { choice, optionalText } from '../fields/fields.ts';
import { lazy, ofControl, operation } from '../operation.ts';
import { snapshotFile } from './snapshot-file.ts';

/** The largest snapshot that a simulator writes and reads; a hosted one serves others meanwhile. */
export const snapshotLimitBytes = { local: 32 * 2 ** 20, hosted: 4 * 2 ** 20 } as const;

const path = '/control/snapshot';

/** `GET /control/snapshot`: the caller's account in a file, without the envelope. */
export const getSnapshot = operation({
  ...ofControl.get(path),
  id: 'getSnapshot',
  summary: 'The account in a file: all that it has but what opens something',
  provenance: 'decided',
  query: lazy(() =>
    z.object({
      trace: choice(['all', 'none'])
        .default('all')
        .describe('`none`: without the trace and what is over of the deliveries.'),
    }),
  ),
  data: snapshotFile,
  bare: true,
  title: 'Snapshot',
  problems: [422],
});

/** `PUT /control/snapshot`: the caller's account becomes what the file holds; its credentials stay. */
export const loadSnapshot = operation({
  ...ofControl.put(path),
  id: 'loadSnapshot',
  summary: 'Make the account what a file holds, all or nothing; its credentials stay',
  provenance: 'decided',
  query: lazy(() =>
    z.object({
      account: optionalText().describe('Which one of a file with several accounts: its id or its name.'),
    }),
  ),
  rawBody: { mediaType: 'application/json', schema: snapshotFile },
  bodyLimitBytes: snapshotLimitBytes,
  data: lazy(() =>
    z.object({
      account_id: z.string(),
      saved_at: z.iso.datetime(),
      now: z.iso.datetime().describe('What the account’s clock shows.'),
      shifted_ms: z.int().describe('How far all times of the file were shifted.'),
      loaded: z.record(z.string(), z.int()).describe('How many of each list.'),
    }),
  ),
  title: 'Snapshot loaded',
  problems: [400, 409, 413, 415],
});
