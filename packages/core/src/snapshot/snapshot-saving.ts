import {
  type AccountSnapshot,
  parseInstant,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotFile,
  snapshotRecordLists,
  type TraceEvent,
} from '@svc-simulator/contract';
import { accountTime } from '../account-clock.ts';
import { settingsOf } from '../account-settings.ts';
import { strongestRecords } from '../practice/catalogue.ts';
import type { AccountRecord, DeliveryRecord, Kind, PracticeRecord, Records } from '../records.ts';
import { isoOf } from '../session/payment-view.ts';
import { accountFieldsOf, DUE_DATE, withTimes } from './snapshot-account.ts';

export const snapshotKinds = [
  'agreement',
  'partner',
  'session',
  'delivery',
  'practice',
  'merchant',
  'terminal',
  'transaction',
  'settlement',
  'script',
  'script_progress',
] as const satisfies Kind[];
export type SnapshotKind = (typeof snapshotKinds)[number];

/** The content of an account at one time: records oldest first, trace events as stored. */
export interface AccountImage {
  readonly account: AccountRecord;
  readonly records: { readonly [K in SnapshotKind]: readonly Records[K][] };
  readonly trace: readonly TraceEvent[];
}

export interface SnapshotOptions {
  readonly machineMs: number;
  /** If false, the snapshot omits finished deliveries, and all events that open deliveries don't need. */
  readonly withTrace: boolean;
}

export function snapshotOf(
  { account, records, trace }: AccountImage,
  { machineMs, withTrace }: SnapshotOptions,
): AccountSnapshot {
  const shiftMs = account.timeShiftMs ?? 0;
  const timeText = (ms: number) => isoOf(ms - shiftMs);
  const withSavedTimes = (record: object) =>
    withTimes(record, (time, name) =>
      timeText(name === DUE_DATE ? (parseInstant(String(time)) ?? 0) : Number(time)),
    );
  const saveRecord = ({ accountId: _, ...record }: { accountId: string }) => withSavedTimes(record);
  const deliveries = records.delivery.filter(({ state }) => withTrace || state === 'open');
  const savedEvents = savedEventsOf(trace, withTrace ? null : deliveries);
  const numbersById = new Map(savedEvents.map(({ id }, index) => [id, index + 1]));
  const numberOf = (eventId: number) => numbersById.get(eventId) ?? null;
  const [merchant] = records.merchant;
  const [script] = records.script;
  return {
    ...accountFieldsOf(account, 'saved'),
    settings: settingsOf(account),
    createdAt: timeText(account.createdAt),
    now: timeText(accountTime(account.clock, machineMs)),
    clock: savedClock(account),
    script: script ? withSavedTimes(savedScript(script, records.script_progress)) : null,
    chaos: account.chaos ? withSavedTimes(withEvent(account.chaos, numberOf)) : null,
    merchant: merchant ? saveRecord(withoutPassword(merchant)) : null,
    agreements: records.agreement.map((record) => saveRecord(record)),
    partners: records.partner.map((record) => saveRecord(record)),
    sessions: records.session.map(({ webhookCredentials: _, fromFile: __, ...session }) =>
      saveRecord(session),
    ),
    deliveries: deliveries.map((record) => saveRecord(savedDelivery(record, numberOf))),
    practices: [...strongestRecords(records.practice).values()].map((record) =>
      saveRecord(savedPractice(record, numberOf)),
    ),
    terminals: records.terminal.map((record) => saveRecord(withoutTerminalSecrets(record))),
    transactions: records.transaction.map(({ merchantId: _, ...record }) => saveRecord(record)),
    settlements: records.settlement.map((record) => saveRecord(record)),
    trace: savedEvents.map(({ at, ...event }, index) => ({
      ...withoutParsedBody(event),
      id: index + 1,
      at: timeText(Date.parse(at)),
    })),
  } as unknown as AccountSnapshot;
}

export function snapshotFileOf(accounts: readonly AccountSnapshot[], savedAtMs: number): SnapshotFile {
  return { format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, saved_at: isoOf(savedAtMs), accounts };
}

/** Omits the parsed body of a received webhook, because `raw_body` has the same content. */
function withoutParsedBody<E extends Pick<TraceEvent, 'type' | 'data'>>(event: E): E {
  if (event.type !== 'webhook.received') return event;
  const { body: _, ...data } = event.data;
  return { ...event, data };
}

/**
 * Returns the events of a snapshot: the whole trace, or only the emissions and last attempts of
 * `openDeliveries`.
 */
function savedEventsOf(
  trace: readonly TraceEvent[],
  openDeliveries: readonly DeliveryRecord[] | null,
): readonly TraceEvent[] {
  if (openDeliveries === null) return trace.filter(({ type }) => type !== 'control.snapshot');
  const emissions = new Set(openDeliveries.map(({ emittedEventId }) => emittedEventId));
  const attempts = new Map(openDeliveries.map(({ id, attempts }) => [id, attempts]));
  return trace.filter(
    ({ id, type, data }) =>
      emissions.has(id) ||
      (type === 'webhook.attempted' && attempts.get(String(data.delivery_id)) === data.attempt),
  );
}

/** A frozen clock has the saved time after every load; a running clock keeps its offset to the machine. */
function savedClock({ clock }: AccountRecord): AccountSnapshot['clock'] {
  if (!clock) return null;
  return clock.frozenAt === null
    ? { offsetMs: Math.round(clock.offsetMs) }
    : { frozenAt: isoOf(clock.frozenAt) };
}

function withoutPassword({ passwordHash: _, ...merchant }: Records['merchant']) {
  return merchant;
}

function withoutTerminalSecrets({
  code: _,
  linkedWith: __,
  linkedEpoch: ___,
  secretKey,
  ...terminal
}: Records['terminal']) {
  return { ...terminal, state: secretKey === null ? 'unlinked' : 'linked' };
}

type NumberOf = (eventId: number) => number | null;

function savedDelivery(record: DeliveryRecord, numberOf: NumberOf) {
  const { emittedEventId, chaos, last: _, credentials: __, fromFile: ___, ...delivery } = record;
  const chaosFields = chaos && { chaos: withEvent(chaos, numberOf) };
  return { ...delivery, ...chaosFields, emission: numberOf(emittedEventId) };
}

/** Replaces the event id by the event's number in the snapshot, because a load gives events new ids. */
function withEvent({ id, ...chaos }: { readonly id: number }, numberOf: NumberOf) {
  return { ...chaos, event: numberOf(id) };
}

/** Omits the built-in rules, because the loading simulator has them. */
function savedScript(
  { scriptId, rules, ready, ownRules, setAt }: Records['script'],
  [progress]: readonly Records['script_progress'][],
) {
  const handedOut = progress?.scriptId === scriptId ? progress.handedOut : [];
  return { scriptId, rules: ownRules > 0 ? rules.slice(0, ownRules) : null, ready, setAt, handedOut };
}

/** Omits who did the practice, because a loaded practice has no performer. */
function savedPractice({ evidence, fromFile: _, by: __, ...practice }: PracticeRecord, numberOf: NumberOf) {
  const { event_id, ...proof } = evidence;
  return { ...practice, evidence: { ...proof, event: numberOf(event_id) } };
}

/**
 * Serializes a snapshot with sorted members, so that the same state gives the same bytes. Each trace event is
 * one line.
 */
export function snapshotText({ accounts, ...head }: SnapshotFile): string {
  const texts = accounts.map(({ trace, ...account }) => {
    const lines = trace.map(({ id, at, type, session_id, data }) =>
      JSON.stringify({ id, at, type, ...(session_id !== undefined && { session_id }), data }),
    );
    const opening = indentLines(JSON.stringify(sortMembers(account), null, 2).slice(0, -2), 4);
    const events =
      lines.length === 0 ? '[]' : `[\n${lines.map((line) => `        ${line}`).join(',\n')}\n      ]`;
    return `    ${opening},\n      "trace": ${events}\n    }`;
  });
  const opening = JSON.stringify(head, null, 2).slice(0, -2);
  return `${opening},\n  "accounts": [\n${texts.join(',\n')}\n  ]\n}\n`;
}

function indentLines(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => memberRank(a) - memberRank(b) || (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, member]) => [name, sortMembers(member)]));
}

function memberRank(name: string): number {
  if (name === 'id') return 0;
  return longLists.has(name) ? 2 : 1;
}

const longLists = new Set<string>(snapshotRecordLists);
