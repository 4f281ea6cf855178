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
import { hasMethodRule } from '../script/script.ts';
import type { ScriptRecord } from '../script/script-records.ts';
import { isoOf } from '../session/payment-view.ts';
import { accountFieldsOf, DUE_DATE, withTimes } from './snapshot-account.ts';

export interface RestoreInput {
  readonly snapshot: AccountSnapshot;
  readonly current: AccountRecord;
  readonly merchant: MerchantRecord | undefined;
  readonly terminalOf: (serial: string) => TerminalRecord | undefined;
  readonly machineMs: number;
  readonly firstEventId: number;
  readonly routeOf: (url: string) => Route;
}

export interface RestoredAccount {
  readonly account: AccountRecord;
  /** All other records, each kind oldest first. */
  readonly records: readonly RestoredRecord[];
  readonly events: readonly TraceDraft[];
  readonly nowMs: number;
  readonly shiftMs: number;
}

/** Replaces references to missing events; no event has this id. */
const NO_EVENT = 0;

/** Latest due date after the shift. `isoOf` would write a later year with more than four digits. */
const LAST_DUE_MS = Date.UTC(9999, 11, 31);

/**
 * Converts a snapshot into the records of an account, with its times shifted to the present. Ids stay; events
 * are numbered from `firstEventId`.
 */
export function restore(input: RestoreInput): RestoredAccount {
  const { snapshot, current, machineMs, firstEventId } = input;
  const clock = restoredClock(snapshot, machineMs);
  const nowMs = accountTime(clock, machineMs);
  const shiftMs = nowMs - Date.parse(snapshot.now);
  const accountId = current.id;
  const shiftedMsOf = (text: string) => Date.parse(text) + shiftMs;
  // biome-ignore lint/suspicious/noExplicitAny: the records of a file that was checked, with their times as numbers.
  const restoreRecord = (record: object): any => ({
    ...withTimes(record, (time, name) => {
      const ms = shiftedMsOf(String(time));
      return name === DUE_DATE ? isoOf(Math.min(ms, LAST_DUE_MS)) : ms;
    }),
    accountId,
  });
  const eventIdOf = (number: number | null) => (number === null ? NO_EVENT : firstEventId + number - 1);
  const chaos = snapshot.chaos && restoredChaos(restoreRecord(snapshot.chaos), eventIdOf);
  const script = snapshot.script && restoredScript(restoreRecord(snapshot.script));
  const { profile, merchantId } = restoredMerchant(input, (record) => restoreRecord(record));
  const lastAttempts = lastAttemptsIn(snapshot.trace);
  const lists: { readonly [L in SnapshotList]: readonly SnapshotRecord<L>[] } = snapshot;
  const restoreList = <L extends SnapshotList>(
    list: L,
    toRecord: (record: SnapshotRecord<L>) => RestoredRecord,
  ) => lists[list].map(toRecord);
  const restoreById = (kind: 'agreement' | 'partner', list: 'agreements' | 'partners') =>
    restoreList(list, (record) => ({ kind, id: record.id, value: restoreRecord(record) }));
  const records: RestoredRecord[] = [
    ...restoreList('practices', ({ evidence: { event, ...proof }, ...record }) => ({
      kind: 'practice',
      id: practiceKey({ accountId, practiceId: record.practiceId, fromFile: true }),
      value: { ...restoreRecord(record), evidence: { event_id: eventIdOf(event), ...proof }, fromFile: true },
    })),
    ...profile,
    ...restoreById('agreement', 'agreements'),
    ...restoreById('partner', 'partners'),
    ...restoreList('sessions', (record) => ({
      kind: 'session',
      id: record.id,
      value: { ...restoreRecord(record), ...(isPendingOrScheduled(record) && { fromFile: true }) },
    })),
    ...(script?.records ?? []),
    ...restoreList('deliveries', ({ emission, chaos: deliveryChaos, ...record }) => ({
      kind: 'delivery',
      id: record.id,
      value: rerouteOpen(
        {
          ...restoreRecord(record),
          emittedEventId: eventIdOf(emission),
          ...(lastAttempts.has(record.id) && { last: lastAttempts.get(record.id) }),
          ...(record.state === 'open' && { fromFile: true }),
          ...(deliveryChaos && {
            chaos: {
              id: eventIdOf(deliveryChaos.event),
              number: deliveryChaos.number,
              faults: deliveryChaos.faults,
            },
          }),
        },
        input,
      ),
    })),
    ...restoreList('terminals', (record) => ({
      kind: 'terminal',
      id: terminalKey(accountId, record.serial),
      value: restoreTerminal(restoreRecord(record), input.terminalOf(record.serial)),
    })),
    ...restoreList('transactions', (record) => ({
      kind: 'transaction',
      id: transactionKey(merchantId, record.orderId),
      value: { ...restoreRecord(record), merchantId },
    })),
    ...restoreList('settlements', (record) => ({
      kind: 'settlement',
      id: settlementKey(record.terminalId, record.batchNumber),
      value: restoreRecord(record),
    })),
  ];
  const events = snapshot.trace.map(({ type, at, session_id, data }) => ({
    type,
    at: shiftedMsOf(at),
    ...(session_id !== undefined && { sessionId: session_id }),
    data,
  }));
  const creditIds = snapshot.sessions.flatMap(({ credits }) => credits ?? []).map(({ creditId }) => creditId);
  const creditIdsFrom = creditIdsBeyond(creditIds, {
    nextEventId: firstEventId,
    creditIdsFrom: current.creditIdsFrom,
  });
  // Keeps the account's credentials and identity; everything else comes from the snapshot.
  const account = {
    ...accountFieldsOf(current, 'own'),
    settings: snapshot.settings,
    ...(creditIdsFrom > 0 && { creditIdsFrom }),
    ...(merchantId !== '' && { merchantId }),
    ...(clock && { clock }),
    ...(chaos && { chaos }),
    ...(script && { script: script.accountScript }),
    ...(shiftMs !== 0 && { timeShiftMs: shiftMs }),
    createdAt: shiftedMsOf(snapshot.createdAt),
  } as AccountRecord;
  return { account, records, events, nowMs, shiftMs };
}

function isPendingOrScheduled({ status, accreditation }: SnapshotRecord<'sessions'>): boolean {
  return status === 'pending' || accreditation === 'scheduled';
}

function restoredClock({ clock }: AccountSnapshot, machineMs: number): AccountClock | undefined {
  if (clock === null) return undefined;
  if ('frozenAt' in clock) return clockShowing(Date.parse(clock.frozenAt), machineMs, true);
  return { offsetMs: clock.offsetMs, frozenAt: null };
}

/** Keeps the credentials of the account's merchant; a new merchant gets the account's password. */
function restoredMerchant(
  { snapshot, current, merchant }: RestoreInput,
  restoreRecord: (record: object) => Omit<MerchantRecord, 'passwordHash'>,
): { readonly profile: readonly RestoredRecord[]; readonly merchantId: string } {
  if (snapshot.merchant === null) return { profile: [], merchantId: merchant?.id ?? '' };
  const { id, email, passwordHash } = merchant ?? {
    ...snapshot.merchant,
    passwordHash: current.passwordHash,
  };
  const value = { ...restoreRecord(snapshot.merchant), id, email, passwordHash };
  return { profile: [{ kind: 'merchant', id, value }], merchantId: id };
}

/** Chooses the route of an open delivery again, because the saving simulator can have another URL. */
function rerouteOpen(delivery: DeliveryRecord, { routeOf }: RestoreInput): DeliveryRecord {
  return delivery.state === 'open' ? { ...delivery, route: routeOf(delivery.url) } : delivery;
}

/** Keeps an existing terminal linked. Others must be paired again, because snapshots contain no secrets. */
function restoreTerminal(
  terminal: Omit<TerminalRecord, 'code' | 'secretKey' | 'linkedWith' | 'linkedEpoch'>,
  currentTerminal: TerminalRecord | undefined,
): TerminalRecord {
  const secretKey = terminal.state === 'linked' ? (currentTerminal?.secretKey ?? null) : null;
  const state = secretKey === null ? 'unlinked' : 'linked';
  const { linkedWith, linkedEpoch } = currentTerminal ?? {};
  return {
    ...{ ...terminal, state, code: null, secretKey },
    ...(linkedWith !== undefined && { linkedWith }),
    ...(linkedEpoch !== undefined && { linkedEpoch }),
  };
}

type RestoredRecord = {
  [K in Kind]: { readonly kind: K; readonly id: string; readonly value: Records[K] };
}[Kind];

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
  const accountRules = rules ?? [];
  const script: ScriptRecord = {
    accountId,
    scriptId,
    rules: ready ? [...accountRules, ...magicAmounts] : accountRules,
    ready,
    ownRules: accountRules.length,
    setAt,
  };
  const progress = { accountId, scriptId, handedOut: script.rules.map((_, index) => handedOut[index] ?? 0) };
  const records: RestoredRecord[] = [
    { kind: 'script', id: accountId, value: script },
    { kind: 'script_progress', id: accountId, value: progress },
  ];
  return { records, accountScript: { onPayment: hasMethodRule(script) } };
}
