import * as z from 'zod';
import { choice, lazyObject, optionalText } from '../fields/fields.ts';
import { controlApi } from '../operation.ts';
import { snapshotFile } from './snapshot-file.ts';

/**
 * Maximum size of a snapshot in bytes. It is lower in hosted mode, because other accounts wait while a
 * snapshot is written or read.
 */
export const snapshotLimitBytes = { local: 32 * 2 ** 20, hosted: 4 * 2 ** 20 } as const;

const snapshotPath = '/control/snapshot';

export const getSnapshot = controlApi.get('getSnapshot', snapshotPath, {
  query: lazyObject(() => ({
    trace: choice(['all', 'none']).default('all').meta({ meaning: 'field.trace.snapshot' }),
  })),
  data: snapshotFile,
  bare: true,
  title: 'Snapshot',
  problems: [422],
});

export const loadSnapshot = controlApi.put('loadSnapshot', snapshotPath, {
  query: lazyObject(() => ({ account: optionalText().meta({ meaning: 'field.account' }) })),
  rawBody: { mediaType: 'application/json', schema: snapshotFile },
  bodyLimitBytes: snapshotLimitBytes,
  data: lazyObject(() => ({
    account_id: z.string(),
    saved_at: z.iso.datetime(),
    now: z.iso.datetime().meta({ meaning: 'field.now' }),
    shifted_ms: z.int().meta({ meaning: 'field.shifted_ms' }),
    loaded: z.record(z.string(), z.int()).meta({ meaning: 'field.loaded' }),
  })),
  title: 'Snapshot loaded',
  problems: [400, 409, 413, 415],
});
