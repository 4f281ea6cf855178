import * as z from 'zod';
import { faultAt, faultsOf, issue } from '../fields/faults.ts';
import { lazyExactly } from '../fields/fields.ts';
import { fromNames, membersOf } from '../fields/objects.ts';
import { lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';
import {
  type AccountSnapshot,
  mostOf,
  SNAPSHOT_ACCOUNTS_MAX,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotFile,
  snapshotHead,
  snapshotLists,
} from './snapshot-file.ts';
import { type SnapshotList, snapshotListNames } from './snapshot-lists.ts';
import { moment } from './snapshot-parts.ts';

/** Limit on the faults that are reported; the check stops there. */
export const SNAPSHOT_FAULTS_MAX = 50;

const unread = (error: string, least: number, most: number) =>
  z.array(z.unknown(), { error }).min(least, { error }).max(most, { error });

/** Outline of a file: checks its lists only for their length, before their records are parsed. */
const shellOfFile = lazyExactly(() => ({
  format: z.literal(SNAPSHOT_FORMAT, { error: issue('fault.snapshot.format', { format: SNAPSHOT_FORMAT }) }),
  version: z.literal(SNAPSHOT_VERSION, { error: ({ input }) => faultOfVersion(input) }),
  saved_at: moment(),
  accounts: unread(
    issue('fault.snapshot.accounts', { max: SNAPSHOT_ACCOUNTS_MAX }),
    1,
    SNAPSHOT_ACCOUNTS_MAX,
  ),
}));

const shellOfAccount = lazy(() =>
  snapshotHead().extend(
    fromNames(snapshotListNames, (name) =>
      unread(issue('fault.snapshot.records', { max: mostOf(name) }), 0, mostOf(name)),
    ),
  ),
);

type Checked =
  | { readonly file: SnapshotFile; readonly faults: readonly [] }
  | { readonly file: null; readonly faults: readonly Fault[] };

/** Records checked between two pauses, a few milliseconds of work. */
const RECORDS_AT_ONCE = 100;

/**
 * Checks parsed JSON as a snapshot. Returns it, or its first faults with pointers such as
 * `/accounts/0/sessions/3/status`. Stops at the maximum number of faults, so a file full of faults costs no
 * more than one with a single fault, and pauses regularly so that a server can respond to others.
 */
export function* checkInParts(value: unknown): Generator<undefined, Checked> {
  const faults: Fault[] = [];
  const read = <T>(schema: z.ZodType<T>, part: unknown, pointer: string): T | undefined => {
    if (faults.length >= SNAPSHOT_FAULTS_MAX) return undefined;
    const parsed = schema.safeParse(part);
    for (const fault of faultsOf(parsed.error ?? new z.ZodError([])))
      faults.push({ ...fault, pointer: pointer + fault.pointer });
    return parsed.data;
  };
  const file = read(shellOfFile(), value, '');
  const accounts: AccountSnapshot[] = [];
  for (const [at, each] of (file?.accounts ?? []).entries()) {
    const account = read(shellOfAccount(), each, `/accounts/${at}`);
    const lists: Partial<Record<SnapshotList, unknown[]>> = {};
    for (const name of account ? snapshotListNames : []) {
      const schema = snapshotLists()[name] as z.ZodType;
      const records: unknown[] = [];
      for (const [place, record] of (account?.[name] ?? []).entries()) {
        records.push(read(schema, record, `/accounts/${at}/${name}/${place}`));
        if (place % RECORDS_AT_ONCE === RECORDS_AT_ONCE - 1) yield;
      }
      lists[name] = records;
    }
    accounts.push({ ...account, ...lists } as AccountSnapshot);
  }
  if (file && faults.length === 0) {
    yield;
    for (const fault of contradictionsIn(accounts))
      if (faults.push({ ...fault, pointer: `/accounts${fault.pointer}` }) === SNAPSHOT_FAULTS_MAX) break;
    if (faults.length === 0) return { file: { ...file, accounts }, faults: [] };
  }
  return { file: null, faults: faults.slice(0, SNAPSHOT_FAULTS_MAX) };
}

function faultOfVersion(version: unknown): string {
  return typeof version === 'number' && version > SNAPSHOT_VERSION
    ? issue('fault.snapshot.version', { given: version, version: SNAPSHOT_VERSION })
    : issue('fault.must_be', { wanted: SNAPSHOT_VERSION });
}

function* contradictionsIn(accounts: readonly AccountSnapshot[]): Generator<Fault> {
  const names = accounts.map(({ id, shortName }) => [id, shortName.toLowerCase()]);
  for (const [at, account] of accounts.entries()) {
    if (names.slice(0, at).some((other) => other.some((name, which) => name === names[at]?.[which])))
      yield faultAt(`/${at}`, 'fault.snapshot.account_twice');
    for (const fault of [...twiceIn(account), ...strayIn(account)])
      yield { ...fault, pointer: `/${at}${fault.pointer}` };
  }
}

const nameOf: { readonly [L in SnapshotList]?: (record: Readonly<Record<string, unknown>>) => unknown } = {
  practices: ({ practiceId }) => practiceId,
  terminals: ({ serial }) => serial,
  transactions: ({ orderId }) => String(orderId).toLowerCase(),
  settlements: ({ terminalId, batchNumber }) => `${terminalId} ${batchNumber}`,
};

function* twiceIn(account: AccountSnapshot): Generator<Fault> {
  for (const list of snapshotListNames) {
    const known = new Set<unknown>();
    for (const [at, record] of account[list].entries()) {
      const name = nameOf[list]?.(membersOf(record)) ?? membersOf(record).id;
      if (known.has(name)) yield faultAt(`/${list}/${at}`, 'fault.snapshot.twice');
      known.add(name);
    }
  }
}

const contradiction = (pointer: string) => faultAt(pointer, 'fault.snapshot.contradiction');

function* strayIn(account: AccountSnapshot): Generator<Fault> {
  const { trace, deliveries, practices, settlements, terminals, merchant } = account;
  for (const [at, { id }] of trace.entries())
    if (id !== at + 1) yield faultAt(`/trace/${at}/id`, 'fault.snapshot.event_number', { number: at + 1 });
  for (const [at, { emission, id }] of deliveries.entries()) {
    const event = emission === null ? undefined : trace[emission - 1];
    if (emission !== null && (event?.type !== 'webhook.emitted' || event.data.delivery_id !== id))
      yield contradiction(`/deliveries/${at}/emission`);
  }
  for (const [at, { evidence }] of practices.entries())
    if (evidence.event !== null && trace[evidence.event - 1]?.type !== evidence.type)
      yield contradiction(`/practices/${at}/evidence/event`);
  const serials = new Map(terminals.map(({ id, serial }) => [id, serial]));
  for (const [at, { terminalId, serial }] of settlements.entries())
    if (serials.get(terminalId) !== serial) yield contradiction(`/settlements/${at}/terminalId`);
  for (const name of ['terminals', 'transactions'] as const)
    if (merchant === null && account[name].length > 0) yield contradiction(`/${name}`);
}
