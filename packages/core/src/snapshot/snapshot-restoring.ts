import {
  type AccountSnapshot,
  magicAmounts,
  type Route,
  type SnapshotList,
  type SnapshotRecord,
} from '@svc-simulator/contract';
import { accountTime, clockShowing } from '../account-clock.ts';
import type { AccountChaos } from '../chaos/chaos.ts';
import type { AccountClock } from '../clock.ts';
import { lastAttemptsIn } from '../delivery/last-attempt.ts';
import type { TraceDraft } from '../effects.ts';
import { creditIdsBeyond } from '../ids.ts';
import {
  type MerchantRecord,
  settlementKey,
  type TerminalRecord,
  terminalKey,
  transactionKey,
} from '../pos/pos-records.ts';
import { type AccountRecord, type DeliveryRecord, type Kind, practiceKey, type Records } from '../records.ts';
import { asksForMethod } from '../script/script.ts';
import type { ScriptRecord } from '../script/script-records.ts';
import { isoOf } from '../session/payment-view.ts';
import { DUE_DATE, fieldsOf, withTimes } from './snapshot-account.ts';

export interface Restoration {
  readonly snapshot: AccountSnapshot;
  readonly current: AccountRecord;
  readonly merchant: MerchantRecord | undefined;
  /** Its terminals by serial; linked ones keep their secret. */
  readonly terminalOf: (serial: string) => TerminalRecord | undefined;
  readonly machineMs: number;
  readonly firstEventId: number;
  readonly routeOf: (url: string) => Route;
}

export interface Restored {
  readonly account: AccountRecord;
  /** All other records, each kind oldest first. */
  readonly records: readonly RestoredRecord[];
  readonly events: readonly TraceDraft[];
  readonly nowMs: number;
  readonly shiftMs: number;
}

/** No event has this id, so it replaces a reference to a missing event. */
const NO_EVENT = 0;

/** Due dates such as the last day of the year 9999 mean never. */
const LAST_DUE_MS = Date.UTC(9999, 11, 31);

/**
 * Restores an account from a snapshot. Its times are shifted by the difference of the account's time then and
 * now. Ids stay; events are numbered from `firstEventId`.
 */
export function restore(restoration: Restoration): Restored {
  const { snapshot, current, machineMs, firstEventId } = restoration;
  const clock = clockOf(snapshot, machineMs);
  const nowMs = accountTime(clock, machineMs);
  const shiftMs = nowMs - Date.parse(snapshot.now);
  const accountId = current.id;
  const msOf = (text: string) => Date.parse(text) + shiftMs;
  // biome-ignore lint/suspicious/noExplicitAny: the records of a file that was checked, with their times as numbers.
  const brought = (record: object): any => ({
    ...withTimes(record, (time, name) => {
      const ms = msOf(String(time));
      return name === DUE_DATE ? isoOf(Math.min(ms, LAST_DUE_MS)) : ms;
    }),
    accountId,
  });
  const eventIdOf = (number: number | null) => (number === null ? NO_EVENT : firstEventId + number - 1);
  const chaos = snapshot.chaos && restoredChaos(brought(snapshot.chaos), eventIdOf);
  const script = snapshot.script && restoredScript(brought(snapshot.script));
  const { profile, merchantId } = merchantOf(restoration, (record) => brought(record));
  const lastAttempts = lastAttemptsIn(snapshot.trace);
  const lists: { readonly [L in SnapshotList]: readonly SnapshotRecord<L>[] } = snapshot;
  const each = <L extends SnapshotList>(list: L, made: (record: SnapshotRecord<L>) => RestoredRecord) =>
    lists[list].map(made);
  const byId = (kind: 'agreement' | 'partner', list: 'agreements' | 'partners') =>
    each(list, (record) => ({ kind, id: record.id, value: brought(record) }));
  const records: RestoredRecord[] = [
    // First, because a store looks practices up for each event that could prove one.
    ...each('practices', ({ evidence: { event, ...proof }, ...record }) => ({
      kind: 'practice',
      id: practiceKey({ accountId, practiceId: record.practiceId, fromFile: true }),
      value: { ...brought(record), evidence: { event_id: eventIdOf(event), ...proof }, fromFile: true },
    })),
    ...profile,
    ...byId('agreement', 'agreements'),
    ...byId('partner', 'partners'),
    ...each('sessions', (record) => ({
      kind: 'session',
      id: record.id,
      value: { ...brought(record), ...(goesOn(record) && { fromFile: true }) },
    })),
    ...(script?.records ?? []),
    ...each('deliveries', ({ emission, chaos: upset, ...record }) => ({
      kind: 'delivery',
      id: record.id,
      value: routed(
        {
          ...brought(record),
          emittedEventId: eventIdOf(emission),
          ...(lastAttempts.has(record.id) && { last: lastAttempts.get(record.id) }),
          ...(record.state === 'open' && { fromFile: true }),
          ...(upset && { chaos: { id: eventIdOf(upset.event), number: upset.number, faults: upset.faults } }),
        },
        restoration,
      ),
    })),
    ...each('terminals', (record) => ({
      kind: 'terminal',
      id: terminalKey(accountId, record.serial),
      value: linked(brought(record), restoration.terminalOf(record.serial)),
    })),
    ...each('transactions', (record) => ({
      kind: 'transaction',
      id: transactionKey(merchantId, record.orderId),
      value: { ...brought(record), merchantId },
    })),
    ...each('settlements', (record) => ({
      kind: 'settlement',
      id: settlementKey(record.terminalId, record.batchNumber),
      value: brought(record),
    })),
  ];
  const events = snapshot.trace.map(({ type, at, session_id, data }) => ({
    type,
    at: msOf(at),
    ...(session_id !== undefined && { sessionId: session_id }),
    data,
  }));
  const creditIds = snapshot.sessions.flatMap(({ credits }) => credits ?? []).map(({ creditId }) => creditId);
  const creditIdsFrom = creditIdsBeyond(creditIds, {
    nextEventId: firstEventId,
    creditIdsFrom: current.creditIdsFrom,
  });
  const more = {
    ...(creditIdsFrom > 0 && { creditIdsFrom }),
    ...(merchantId !== '' && { merchantId }),
    ...(clock && { clock }),
    ...(chaos && { chaos }),
    ...(script && { script: script.ofAccount }),
    ...(shiftMs !== 0 && { timeShiftMs: shiftMs }),
    createdAt: msOf(snapshot.createdAt),
  };
  return { account: accountOf(restoration, more), records, events, nowMs, shiftMs };
}

function goesOn({ status, accreditation }: SnapshotRecord<'sessions'>): boolean {
  return status === 'pending' || accreditation === 'scheduled';
}

function clockOf({ clock }: AccountSnapshot, machineMs: number): AccountClock | undefined {
  if (clock === null) return undefined;
  if ('frozenAt' in clock) return clockShowing(Date.parse(clock.frozenAt), machineMs, true);
  return { offsetMs: clock.offsetMs, frozenAt: null };
}

/** Keeps the account's credentials and identity; the snapshot replaces or deletes everything else. */
function accountOf(
  { snapshot, current }: Restoration,
  more: Pick<
    AccountRecord,
    'merchantId' | 'clock' | 'chaos' | 'script' | 'timeShiftMs' | 'creditIdsFrom' | 'createdAt'
  >,
): AccountRecord {
  return { ...fieldsOf(current, 'own'), settings: snapshot.settings, ...more } as AccountRecord;
}

/** Keeps the credentials of an existing profile; a new one uses the account's password. */
function merchantOf(
  { snapshot, current, merchant }: Restoration,
  brought: (record: object) => Omit<MerchantRecord, 'passwordHash'>,
): { readonly profile: readonly RestoredRecord[]; readonly merchantId: string } {
  if (snapshot.merchant === null) return { profile: [], merchantId: merchant?.id ?? '' };
  const { id, email, passwordHash } = merchant ?? {
    ...snapshot.merchant,
    passwordHash: current.passwordHash,
  };
  const value = { ...brought(snapshot.merchant), id, email, passwordHash };
  return { profile: [{ kind: 'merchant', id, value }], merchantId: id };
}

/** Routes open deliveries again, because this simulator may have another URL than the saved one. */
function routed(delivery: DeliveryRecord, { routeOf }: Restoration): DeliveryRecord {
  return delivery.state === 'open' ? { ...delivery, route: routeOf(delivery.url) } : delivery;
}

/**
 * Keeps a terminal that is linked here; others must be paired again, because snapshots contain no secrets.
 */
function linked(
  terminal: Omit<TerminalRecord, 'code' | 'secretKey' | 'linkedWith' | 'linkedEpoch'>,
  held: TerminalRecord | undefined,
): TerminalRecord {
  const secretKey = terminal.state === 'linked' ? (held?.secretKey ?? null) : null;
  const state = secretKey === null ? 'unlinked' : 'linked';
  const { linkedWith, linkedEpoch } = held ?? {};
  return {
    ...{ ...terminal, state, code: null, secretKey },
    ...(linkedWith !== undefined && { linkedWith }),
    ...(linkedEpoch !== undefined && { linkedEpoch }),
  };
}

type RestoredRecord = {
  [K in Kind]: { readonly kind: K; readonly id: string; readonly value: Records[K] };
}[Kind];

/** Returns the chaos of an account with the new id of the event that set it. */
function restoredChaos(
  {
    event,
    accountId: _,
    ...chaos
  }: AccountChaos & { readonly event: number | null; readonly accountId: string },
  eventIdOf: (number: number | null) => number,
): AccountChaos {
  return { ...chaos, id: eventIdOf(event) };
}

function restoredScript({
  accountId,
  scriptId,
  rules,
  ready,
  handedOut,
  setAt,
}: Pick<ScriptRecord, 'accountId' | 'scriptId' | 'ready' | 'setAt'> & {
  readonly rules: ScriptRecord['rules'] | null;
  readonly handedOut: readonly number[];
}) {
  const own = rules ?? [];
  const script: ScriptRecord = {
    accountId,
    scriptId,
    rules: ready ? [...own, ...magicAmounts] : own,
    ready,
    ownRules: own.length,
    setAt,
  };
  const progress = { accountId, scriptId, handedOut: script.rules.map((_, at) => handedOut[at] ?? 0) };
  const records: RestoredRecord[] = [
    { kind: 'script', id: accountId, value: script },
    { kind: 'script_progress', id: accountId, value: progress },
  ];
  return { records, ofAccount: { onPayment: asksForMethod(script) } };
}
