import * as z from 'zod';
import { encodeFault, faultAt, faultsOf } from '../fields/faults.ts';
import { lazyExactly } from '../fields/fields.ts';
import { fromNames, membersOf } from '../fields/objects.ts';
import { lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';
import {
  type AccountSnapshot,
  recordLimitOf,
  SNAPSHOT_ACCOUNTS_MAX,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotFile,
  snapshotHead,
  snapshotLists,
} from './snapshot-file.ts';
import { type SnapshotList, snapshotListNames } from './snapshot-lists.ts';
import { moment } from './snapshot-parts.ts';

/** Maximum reported faults; the check stops there. */
export const SNAPSHOT_FAULTS_MAX = 50;

const uncheckedList = (error: string, min: number, max: number) =>
  z.array(z.unknown(), { error }).min(min, { error }).max(max, { error });

/** Checks the top level of a file. `accountOutline` and the schemas of the lists check the rest. */
const fileOutline = lazyExactly(() => ({
  format: z.literal(SNAPSHOT_FORMAT, {
    error: encodeFault('fault.snapshot.format', { format: SNAPSHOT_FORMAT }),
  }),
  version: z.literal(SNAPSHOT_VERSION, { error: ({ input }) => faultOfVersion(input) }),
  saved_at: moment(),
  accounts: uncheckedList(
    encodeFault('fault.snapshot.accounts', { max: SNAPSHOT_ACCOUNTS_MAX }),
    1,
    SNAPSHOT_ACCOUNTS_MAX,
  ),
}));

const accountOutline = lazy(() =>
  snapshotHead().extend(
    fromNames(snapshotListNames, (name) =>
      uncheckedList(
        encodeFault('fault.snapshot.records', { max: recordLimitOf(name) }),
        0,
        recordLimitOf(name),
      ),
    ),
  ),
);

type CheckedSnapshot =
  | { readonly file: SnapshotFile; readonly faults: readonly [] }
  | { readonly file: null; readonly faults: readonly Fault[] };

/** Number of records that are checked without a pause. Checking them takes a few milliseconds. */
const RECORDS_AT_ONCE = 100;

/**
 * Checks parsed JSON as a snapshot. Returns the snapshot or its first faults. Yields regularly, so that a
 * server can respond to other requests meanwhile.
 */
export function* checkInParts(value: unknown): Generator<undefined, CheckedSnapshot> {
  const faults: Fault[] = [];
  const readPart = <T>(schema: z.ZodType<T>, part: unknown, pointer: string): T | undefined => {
    if (faults.length >= SNAPSHOT_FAULTS_MAX) return undefined;
    const result = schema.safeParse(part);
    for (const fault of faultsOf(result.error ?? new z.ZodError([])))
      faults.push({ ...fault, pointer: pointer + fault.pointer });
    return result.data;
  };
  const file = readPart(fileOutline(), value, '');
  const accounts: AccountSnapshot[] = [];
  for (const [accountIndex, accountValue] of (file?.accounts ?? []).entries()) {
    const account = readPart(accountOutline(), accountValue, `/accounts/${accountIndex}`);
    const lists: Partial<Record<SnapshotList, unknown[]>> = {};
    for (const name of account ? snapshotListNames : []) {
      const schema = snapshotLists()[name] as z.ZodType;
      const records: unknown[] = [];
      for (const [recordIndex, record] of (account?.[name] ?? []).entries()) {
        records.push(readPart(schema, record, `/accounts/${accountIndex}/${name}/${recordIndex}`));
        if (recordIndex % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) yield;
      }
      lists[name] = records;
    }
    accounts.push({ ...account, ...lists } as AccountSnapshot);
  }
  if (file && faults.length === 0) {
    yield;
    for (const fault of accountContradictions(accounts))
      if (faults.push({ ...fault, pointer: `/accounts${fault.pointer}` }) === SNAPSHOT_FAULTS_MAX) break;
    if (faults.length === 0) return { file: { ...file, accounts }, faults: [] };
  }
  return { file: null, faults: faults.slice(0, SNAPSHOT_FAULTS_MAX) };
}

function faultOfVersion(version: unknown): string {
  return typeof version === 'number' && version > SNAPSHOT_VERSION
    ? encodeFault('fault.snapshot.version', { given: version, version: SNAPSHOT_VERSION })
    : encodeFault('fault.must_be', { wanted: SNAPSHOT_VERSION });
}

function* accountContradictions(accounts: readonly AccountSnapshot[]): Generator<Fault> {
  const names = accounts.map(({ id, shortName }) => [id, shortName.toLowerCase()]);
  for (const [index, account] of accounts.entries()) {
    if (
      names
        .slice(0, index)
        .some((otherNames) => otherNames.some((name, part) => name === names[index]?.[part]))
    )
      yield faultAt(`/${index}`, 'fault.snapshot.duplicate_account');
    for (const fault of [...repeatedRecords(account), ...brokenReferences(account)])
      yield { ...fault, pointer: `/${index}${fault.pointer}` };
  }
}

const identityOf: { readonly [L in SnapshotList]?: (record: Readonly<Record<string, unknown>>) => unknown } =
  {
    practices: ({ practiceId }) => practiceId,
    terminals: ({ serial }) => serial,
    transactions: ({ orderId }) => String(orderId).toLowerCase(),
    settlements: ({ terminalId, batchNumber }) => `${terminalId} ${batchNumber}`,
  };

function* repeatedRecords(account: AccountSnapshot): Generator<Fault> {
  for (const list of snapshotListNames) {
    const names = new Set<unknown>();
    for (const [index, record] of account[list].entries()) {
      const name = identityOf[list]?.(membersOf(record)) ?? membersOf(record).id;
      if (names.has(name)) yield faultAt(`/${list}/${index}`, 'fault.snapshot.duplicate');
      names.add(name);
    }
  }
}

const contradiction = (pointer: string) => faultAt(pointer, 'fault.snapshot.contradiction');

function* brokenReferences(account: AccountSnapshot): Generator<Fault> {
  const { trace, deliveries, practices, settlements, terminals, merchant } = account;
  for (const [index, { id }] of trace.entries())
    if (id !== index + 1)
      yield faultAt(`/trace/${index}/id`, 'fault.snapshot.event_number', { number: index + 1 });
  for (const [index, { emission, id }] of deliveries.entries()) {
    const event = emission === null ? undefined : trace[emission - 1];
    if (emission !== null && (event?.type !== 'webhook.emitted' || event.data.delivery_id !== id))
      yield contradiction(`/deliveries/${index}/emission`);
  }
  for (const [index, { evidence }] of practices.entries())
    if (evidence.event !== null && trace[evidence.event - 1]?.type !== evidence.type)
      yield contradiction(`/practices/${index}/evidence/event`);
  const serials = new Map(terminals.map(({ id, serial }) => [id, serial]));
  for (const [index, { terminalId, serial }] of settlements.entries())
    if (serials.get(terminalId) !== serial) yield contradiction(`/settlements/${index}/terminalId`);
  for (const name of ['terminals', 'transactions'] as const)
    if (merchant === null && account[name].length > 0) yield contradiction(`/${name}`);
}
