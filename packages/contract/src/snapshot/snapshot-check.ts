import type * as z from 'zod';
import { faultsOf } from '../fields/faults.ts';
import { membersOf } from '../fields/objects.ts';
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

/** Faults that are told at once; the file is not looked at any further. */
export const SNAPSHOT_FAULTS_MAX = 50;

/** What is missing in a record of the same list. */
const idOf: Readonly<Record<SnapshotList, (record: Readonly<Record<string, unknown>>) => unknown>> = {
  agreements: ({ id }) => id,
  partners: ({ id }) => id,
  sessions: ({ id }) => id,
  deliveries: ({ id }) => id,
  practices: ({ practiceId }) => practiceId,
  terminals: ({ serial }) => serial,
  transactions: ({ orderId }) => String(orderId).toLowerCase(),
  settlements: ({ terminalId, batchNumber }) => `${terminalId} ${batchNumber}`,
  trace: ({ id }) => id,
};

/** Looks for what is wrong, and stops when that is enough to tell. */
class Inspection {
  readonly faults: Fault[] = [];

  get isOver(): boolean {
    return this.faults.length >= SNAPSHOT_FAULTS_MAX;
  }

  add(pointer: string, detail: string): void {
    if (!this.isOver) this.faults.push({ pointer, detail });
  }

  /** The value as its schema has it; undefined when it does not fit. */
  parse<T>(schema: z.ZodType<T>, value: unknown, pointer: string): T | undefined {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const fault of faultsOf(parsed.error)) this.add(pointer + fault.pointer, fault.detail);
    return undefined;
  }
}

/**
 * Takes parsed JSON for a snapshot, or tells what is wrong with it, the first faults of it, each with a pointer such as
 * `/accounts/0/sessions/3/status`.
 */
export function checkSnapshot(
  value: unknown,
):
  | { readonly file: SnapshotFile; readonly faults: readonly [] }
  | { readonly file: null; readonly faults: readonly Fault[] } {
  const { format, version, saved_at, accounts, ...others } = membersOf(value);
  const inspection = new Inspection();
  if (format !== SNAPSHOT_FORMAT) {
    inspection.add('/format', `must be ${SNAPSHOT_FORMAT}: this is no file that sim snapshot save wrote`);
    return { file: null, faults: inspection.faults };
  }
  if (version !== SNAPSHOT_VERSION) {
    inspection.add('/version', faultOfVersion(version));
    return { file: null, faults: inspection.faults };
  }
  inspection.parse(moment(), saved_at, '/saved_at');
  for (const name of Object.keys(others).slice(0, 5))
    inspection.add('', `has what this version does not know: ${name.slice(0, 100)}`);
  const whole: AccountSnapshot[] = [];
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > SNAPSHOT_ACCOUNTS_MAX)
    inspection.add('/accounts', `must be a list of 1 to ${SNAPSHOT_ACCOUNTS_MAX} accounts`);
  else {
    for (const [at, account] of accounts.entries()) {
      if (inspection.isOver) break;
      const checked = checkAccount(inspection, account, `/accounts/${at}`);
      if (
        checked &&
        whole.some(({ id, shortName }) => id === checked.id || isSameName(shortName, checked.shortName))
      )
        inspection.add(
          `/accounts/${at}`,
          'is there twice: another account of the file has its id or its name',
        );
      if (checked) whole.push(checked);
    }
  }
  if (typeof saved_at !== 'string' || inspection.faults.length > 0)
    return { file: null, faults: inspection.faults };
  return { file: { format, version, saved_at, accounts: whole }, faults: [] };
}

function faultOfVersion(version: unknown): string {
  return typeof version === 'number' && version > SNAPSHOT_VERSION
    ? `is ${version}, and this simulator reads version ${SNAPSHOT_VERSION}: load it with a newer svc-simulator, or save it again with this one`
    : `must be ${SNAPSHOT_VERSION}`;
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function checkAccount(inspection: Inspection, value: unknown, pointer: string): AccountSnapshot | undefined {
  const before = inspection.faults.length;
  const members = { ...membersOf(value) };
  const given = snapshotListNames.map((name) => [name, members[name]] as const);
  for (const name of snapshotListNames) delete members[name];
  const head = inspection.parse(snapshotHead(), members, pointer);
  const lists = given.map(([name, records]) => [
    name,
    checkList(inspection, name, records, `${pointer}/${name}`),
  ]);
  if (!head || inspection.faults.length > before) return undefined;
  const account = { ...head, ...Object.fromEntries(lists) } as AccountSnapshot;
  checkReferences(inspection, account, pointer);
  return inspection.faults.length > before ? undefined : account;
}

function checkList(inspection: Inspection, name: SnapshotList, records: unknown, pointer: string): unknown[] {
  const found: unknown[] = [];
  const most = mostOf(name);
  if (!Array.isArray(records) || records.length > most) {
    inspection.add(pointer, `must be a list of at most ${most} records`);
    return found;
  }
  const schema: z.ZodType = snapshotLists()[name];
  const ids = new Set<unknown>();
  for (const [at, record] of records.entries()) {
    if (inspection.isOver) break;
    const parsed = inspection.parse(schema, record, `${pointer}/${at}`);
    if (parsed === undefined) continue;
    const id = idOf[name](membersOf(parsed));
    if (ids.has(id)) inspection.add(`${pointer}/${at}`, 'is there twice');
    ids.add(id);
    found.push(parsed);
  }
  return found;
}

function checkReferences(inspection: Inspection, account: AccountSnapshot, pointer: string): void {
  const { trace, deliveries, practices, settlements, terminals, merchant } = account;
  trace.forEach(({ id }, at) => {
    if (id !== at + 1)
      inspection.add(`${pointer}/trace/${at}/id`, `must be ${at + 1}: events are numbered from 1`);
  });
  deliveries.forEach(({ emission, id }, at) => {
    if (emission === null) return;
    const event = trace[emission - 1];
    if (event?.type !== 'webhook.emitted' || event.data.delivery_id !== id)
      inspection.add(
        `${pointer}/deliveries/${at}/emission`,
        'must be the number of its event webhook.emitted',
      );
  });
  practices.forEach(({ evidence }, at) => {
    if (evidence.event !== null && trace[evidence.event - 1]?.type !== evidence.type)
      inspection.add(
        `${pointer}/practices/${at}/evidence/event`,
        `must be the number of an event ${evidence.type}`,
      );
  });
  const known = new Map(terminals.map(({ id, serial }) => [id, serial]));
  settlements.forEach(({ terminalId, serial }, at) => {
    if (known.get(terminalId) !== serial)
      inspection.add(
        `${pointer}/settlements/${at}/terminalId`,
        'must be the id of the terminal with its serial',
      );
  });
  if (merchant === null)
    for (const name of ['terminals', 'transactions'] as const)
      if (account[name].length > 0) inspection.add(`${pointer}/${name}`, 'must be empty without a merchant');
}
