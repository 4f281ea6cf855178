import * as z from 'zod';
import { snapshotSettings } from '../accounts/account-settings.ts';
import { DAY_MS } from '../fields/durations.ts';
import { encodeFault } from '../fields/faults.ts';
import { exactly, integer, lazyExactly, list, text } from '../fields/fields.ts';
import { namesOf } from '../fields/objects.ts';
import { lazy } from '../operation.ts';
import { snapshotChaos, snapshotScript } from './snapshot-control.ts';
import type { SnapshotList } from './snapshot-lists.ts';
import { clockTime, moment, prefixedId, SNAPSHOT_LIST_MAX, type StoredPart } from './snapshot-parts.ts';
import {
  snapshotDelivery,
  snapshotEvent,
  snapshotMerchant,
  snapshotPractice,
  snapshotSettlement,
  snapshotTerminal,
  snapshotTransaction,
} from './snapshot-records.ts';
import { snapshotAgreement, snapshotPartner, snapshotSession } from './snapshot-sessions.ts';

export const SNAPSHOT_FORMAT = 'svc-simulator/snapshot';
/** Version of new snapshots, and the highest version that can be loaded. */
export const SNAPSHOT_VERSION = 1;
export const SNAPSHOT_ACCOUNTS_MAX = 100;

/** A hundred years. Loading also checks that the account's clock can show the resulting time. */
const OFFSET_MAX_MS = 36_525 * DAY_MS;

export const snapshotLists = lazy(
  () =>
    ({
      agreements: snapshotAgreement(),
      partners: snapshotPartner(),
      sessions: snapshotSession(),
      deliveries: snapshotDelivery(),
      practices: snapshotPractice(),
      terminals: snapshotTerminal(),
      transactions: snapshotTransaction(),
      settlements: snapshotSettlement(),
      trace: snapshotEvent(),
    }) satisfies Record<SnapshotList, z.ZodType>,
);

/** Maximum number of terminals in an account, because loading locks each of them. */
const TERMINALS_MAX = 1000;

export function recordLimitOf(name: SnapshotList): number {
  return name === 'terminals' ? TERMINALS_MAX : SNAPSHOT_LIST_MAX;
}

export const snapshotHead = lazyExactly(() => ({
  id: prefixedId('acc'),
  shortName: text(),
  createdAt: moment(),
  now: clockTime().meta({ meaning: 'field.now.snapshot_file' }),
  clock: z
    .union(
      [exactly({ frozenAt: clockTime() }), exactly({ offsetMs: integer(-OFFSET_MAX_MS, OFFSET_MAX_MS) })],
      { error: encodeFault('fault.snapshot.clock') },
    )
    .nullable()
    .meta({ meaning: 'field.clock' }),
  settings: snapshotSettings(),
  demoAgreementId: text().exactOptional().meta({ meaning: 'field.demoAgreementId' }),
  merchant: snapshotMerchant().nullable(),
  script: snapshotScript().nullable(),
  chaos: snapshotChaos().nullable(),
}));

export type SnapshotHead = z.output<ReturnType<typeof snapshotHead>>;
export type SnapshotRecord<L extends SnapshotList> = z.output<ReturnType<typeof snapshotLists>[L]>;
/** A record of a list as the store has it, without the id of its account. */
export type StoredRecord<L extends SnapshotList> = StoredPart<SnapshotRecord<L>>;
export type StoredChaos = StoredPart<z.output<ReturnType<typeof snapshotChaos>>>;
export type StoredMerchant = StoredPart<z.output<ReturnType<typeof snapshotMerchant>>>;

/** One account in a snapshot, without its credentials. All times are ISO 8601 in UTC with milliseconds. */
export type AccountSnapshot = SnapshotHead & {
  readonly [L in SnapshotList]: readonly SnapshotRecord<L>[];
};

/** A snapshot as written by `sim snapshot save` and read by `sim snapshot load`. */
export interface SnapshotFile {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: number;
  readonly saved_at: string;
  readonly accounts: readonly AccountSnapshot[];
}

/** Describes the whole file for the OpenAPI document. To validate a file, use `checkInParts`. */
export const snapshotFile = lazy(() => {
  const records = snapshotLists();
  const lists = namesOf(records).map((name) => [name, list(records[name], 0, recordLimitOf(name))]);
  const account = z.object({ ...snapshotHead().shape, ...Object.fromEntries(lists) });
  return z.object({
    format: z.literal(SNAPSHOT_FORMAT),
    version: z.literal(SNAPSHOT_VERSION),
    saved_at: moment(),
    accounts: list(account, 1, SNAPSHOT_ACCOUNTS_MAX),
  });
});
