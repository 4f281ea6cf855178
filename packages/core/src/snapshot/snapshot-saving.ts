import {
  type AccountSnapshot,
  instantOf,
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type SnapshotFile,
  snapshotRecordLists,
  type TraceEvent,
} from '@svc-simulator/contract';
import { accountTime } from '../account-clock.ts';
import { settingsOf } from '../account-settings.ts';
import { bestOf } from '../practice/catalogue.ts';
import type { AccountRecord, DeliveryRecord, Kind, PracticeRecord, Records } from '../records.ts';
import { isoOf } from '../session/payment-view.ts';
import { DUE_DATE, fieldsOf, withTimes } from './snapshot-account.ts';

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

/** One account at one time: records oldest first, trace events as stored. */
export interface AccountImage {
  readonly account: AccountRecord;
  readonly records: { readonly [K in SnapshotKind]: readonly Records[K][] };
  readonly trace: readonly TraceEvent[];
}

export interface Saving {
  readonly machineMs: number;
  /** Without the trace, finished deliveries are also left out. */
  readonly withTrace: boolean;
}

export function snapshotOf(
  { account, records, trace }: AccountImage,
  { machineMs, withTrace }: Saving,
): AccountSnapshot {
  const shiftMs = account.timeShiftMs ?? 0;
  const textOf = (ms: number) => isoOf(ms - shiftMs);
  const timed = (record: object) =>
    withTimes(record, (time, name) =>
      textOf(name === DUE_DATE ? (instantOf(String(time)) ?? 0) : Number(time)),
    );
  const saved = ({ accountId: _, ...record }: { accountId: string }) => timed(record);
  const deliveries = records.delivery.filter(({ state }) => withTrace || state === 'open');
  const told = eventsOf(trace, withTrace ? null : deliveries);
  const numbers = new Map(told.map(({ id }, at) => [id, at + 1]));
  const numberOf = (eventId: number) => numbers.get(eventId) ?? null;
  const [merchant] = records.merchant;
  const [script] = records.script;
  return {
    ...fieldsOf(account, 'saved'),
    settings: settingsOf(account),
    createdAt: textOf(account.createdAt),
    now: textOf(accountTime(account.clock, machineMs)),
    clock: clockOf(account),
    script: script ? timed(scriptOf(script, records.script_progress)) : null,
    chaos: account.chaos ? timed(withEvent(account.chaos, numberOf)) : null,
    merchant: merchant ? saved(withoutPassword(merchant)) : null,
    agreements: records.agreement.map((record) => saved(record)),
    partners: records.partner.map((record) => saved(record)),
    sessions: records.session.map(({ webhookCredentials: _, fromFile: __, ...session }) => saved(session)),
    deliveries: deliveries.map((record) => saved(withNumber(record, numberOf))),
    practices: [...bestOf(records.practice).values()].map((record) => saved(withEvidence(record, numberOf))),
    terminals: records.terminal.map((record) => saved(withoutSecrets(record))),
    transactions: records.transaction.map(({ merchantId: _, ...record }) => saved(record)),
    settlements: records.settlement.map((record) => saved(record)),
    trace: told.map(({ at, ...event }, index) => ({
      ...withoutParsedBody(event),
      id: index + 1,
      at: textOf(Date.parse(at)),
    })),
  } as unknown as AccountSnapshot;
}

export function snapshotFileOf(accounts: readonly AccountSnapshot[], savedAtMs: number): SnapshotFile {
  return { format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, saved_at: isoOf(savedAtMs), accounts };
}

/** Leaves parsed bodies out, because the raw body already contains them. */
function withoutParsedBody<E extends Pick<TraceEvent, 'type' | 'data'>>(event: E): E {
  if (event.type !== 'webhook.received') return event;
  const { body: _, ...data } = event.data;
  return { ...event, data };
}

/**
 * Returns the events of a snapshot; without a trace, only emissions of open deliveries and their last
 * attempt. The event of loading one is never included.
 */
function eventsOf(
  trace: readonly TraceEvent[],
  openOnly: readonly DeliveryRecord[] | null,
): readonly TraceEvent[] {
  if (openOnly === null) return trace.filter(({ type }) => type !== 'control.snapshot');
  const emissions = new Set(openOnly.map(({ emittedEventId }) => emittedEventId));
  const attempts = new Map(openOnly.map(({ id, attempts }) => [id, attempts]));
  return trace.filter(
    ({ id, type, data }) =>
      emissions.has(id) ||
      (type === 'webhook.attempted' && attempts.get(String(data.delivery_id)) === data.attempt),
  );
}

/** A stopped clock shows the same time after every load; a running one keeps its offset to the machine. */
function clockOf({ clock }: AccountRecord): AccountSnapshot['clock'] {
  if (!clock) return null;
  return clock.frozenAt === null
    ? { offsetMs: Math.round(clock.offsetMs) }
    : { frozenAt: isoOf(clock.frozenAt) };
}

function withoutPassword({ passwordHash: _, ...merchant }: Records['merchant']) {
  return merchant;
}

function withoutSecrets({
  code: _,
  linkedWith: __,
  linkedEpoch: ___,
  secretKey,
  ...terminal
}: Records['terminal']) {
  return { ...terminal, state: secretKey === null ? 'unlinked' : 'linked' };
}

type NumberOf = (eventId: number) => number | null;

/** The trace has the result of the last attempt. */
function withNumber(record: DeliveryRecord, numberOf: NumberOf) {
  const { emittedEventId, chaos, last: _, credentials: __, fromFile: ___, ...delivery } = record;
  const upset = chaos && { chaos: withEvent(chaos, numberOf) };
  return { ...delivery, ...upset, emission: numberOf(emittedEventId) };
}

/** Chaos is identified by the event that set it. */
function withEvent({ id, ...chaos }: { readonly id: number }, numberOf: NumberOf) {
  return { ...chaos, event: numberOf(id) };
}

/** Leaves the built-in rules out, because the loading simulator also has them. */
function scriptOf(
  { scriptId, rules, ready, ownRules, setAt }: Records['script'],
  [progress]: readonly Records['script_progress'][],
) {
  const handedOut = progress?.scriptId === scriptId ? progress.handedOut : [];
  return { scriptId, rules: ownRules > 0 ? rules.slice(0, ownRules) : null, ready, setAt, handedOut };
}

/** Leaves the origin out, because a loaded practice always comes from a file. */
function withEvidence({ evidence, fromFile: _, by: __, ...practice }: PracticeRecord, numberOf: NumberOf) {
  const { event_id, ...proof } = evidence;
  return { ...practice, evidence: { ...proof, event: numberOf(event_id) } };
}

/**
 * Serializes a snapshot with sorted members, so the same state gives the same bytes and small differences few
 * lines. Each trace event is one line.
 */
export function snapshotText({ accounts, ...head }: SnapshotFile): string {
  const texts = accounts.map(({ trace, ...account }) => {
    const lines = trace.map(({ id, at, type, session_id, data }) =>
      JSON.stringify({ id, at, type, ...(session_id !== undefined && { session_id }), data }),
    );
    const opening = indented(JSON.stringify(ordered(account), null, 2).slice(0, -2), 4);
    const events =
      lines.length === 0 ? '[]' : `[\n${lines.map((line) => `        ${line}`).join(',\n')}\n      ]`;
    return `    ${opening},\n      "trace": ${events}\n    }`;
  });
  const opening = JSON.stringify(head, null, 2).slice(0, -2);
  return `${opening},\n  "accounts": [\n${texts.join(',\n')}\n  ]\n}\n`;
}

function indented(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(
    ([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1),
  );
  return Object.fromEntries(entries.map(([name, member]) => [name, ordered(member)]));
}

/** Returns the position of a member: names of the record first, long values last. */
function rankOf(name: string): number {
  if (name === 'id') return 0;
  return longLists.has(name) ? 2 : 1;
}

const longLists = new Set<string>(snapshotRecordLists);
