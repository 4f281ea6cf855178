import { setImmediate } from 'node:timers/promises';
import {
  type AccountSnapshot,
  accept,
  CLOCK_END_MS,
  CLOCK_FIRST_MS,
  checkInParts,
  type DataOf,
  faultAt,
  type loadSnapshot,
  membersOf,
  type Outcome,
  type SnapshotFile,
  snapshotListNames,
} from '@svc-simulator/contract';
import {
  type AccountRecord,
  chooseRoute,
  isoOf,
  type Kind,
  type RestoredAccount,
  restore,
  settlementKey,
  snapshotKinds,
  terminalKey,
  transactionKey,
} from '@svc-simulator/core';
import { type Change, type DecisionView, type Put, put, type Ref, ref } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { demoAgreement } from '../agreements/demo-agreement.ts';
import { JSON_DEPTH_LIMIT, parseJson } from '../http/body.ts';
import { conflict, invalid, notFound } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';
import { ownTargets } from '../webhooks/emission.ts';

type LoadedSnapshot = DataOf<typeof loadSnapshot>;

/** All loads lock this record, so that two concurrent loads can't store the same ids. */
const loadLock = ref('secret', 'snapshots');

/**
 * Replaces an account's data with a snapshot in one commit and keeps its credentials. 409 without changes if
 * another account has a record with the same id.
 */
export async function replaceWithSnapshot(
  runtime: Runtime,
  { id }: AccountRecord,
  file: SnapshotFile,
  snapshot: AccountSnapshot,
): Promise<Outcome<LoadedSnapshot>> {
  const before = await runtime.store.get('account', id);
  return commitSnapshot(runtime, {
    id,
    before,
    file,
    snapshot,
    currentIn: (view) => view.get('account', id),
  });
}

/** Creates an account from a snapshot, with its id and name; `furtherPuts` adds the credentials. */
export function seedSnapshot(
  runtime: Runtime,
  account: AccountRecord,
  { file, snapshot, furtherPuts }: Pick<SnapshotLoad, 'file' | 'snapshot' | 'furtherPuts'>,
): Promise<Outcome<LoadedSnapshot>> {
  const { id } = account;
  const nameRef = ref('name', account.shortName.toLowerCase());
  const currentIn = (view: DecisionView) =>
    view.get('account', id) || view.get('name', nameRef.id) ? undefined : account;
  return commitSnapshot(runtime, {
    id,
    before: account,
    file,
    snapshot,
    currentIn,
    lock: [nameRef],
    furtherPuts,
  });
}

interface SnapshotLoad {
  readonly id: string;
  /** The account as it was before the commit locks it. */
  readonly before: AccountRecord | undefined;
  readonly file: SnapshotFile;
  readonly snapshot: AccountSnapshot;
  /** Returns the account under the lock; undefined if the snapshot can't be loaded into it. */
  readonly currentIn: (view: DecisionView) => AccountRecord | undefined;
  readonly lock?: readonly Ref[];
  readonly furtherPuts?: readonly Put[] | undefined;
}

/**
 * Limits the open webhooks of a file on a hosted simulator, because their receivers can belong to somebody
 * else.
 */
const MAX_HOSTED_OPEN = 1000;

async function commitSnapshot(runtime: Runtime, load: SnapshotLoad): Promise<Outcome<LoadedSnapshot>> {
  const { id, before, snapshot, currentIn, lock = [] } = load;
  const openCount = snapshot.deliveries.filter(({ state }) => state === 'open').length;
  if (runtime.settings.hosted && openCount > MAX_HOSTED_OPEN) return tooManyOpenRefusal;
  const { locked, unique, read } = refsOf(snapshot, id, before);
  const scope = {
    account: id,
    lock: distinct([ref('account', id), loadLock, ...lock, ...locked]),
    read: distinct([...unique, ...read]),
    exclusive: true,
  };
  return runtime.store.transact<Outcome<LoadedSnapshot>>(scope, (view) => {
    const current = currentIn(view);
    if (!current) return { result: notFound('account') };
    if (current.merchantId !== before?.merchantId) return { result: accountChangedConflict };
    const foreignRef = unique.find((itemRef) => isForeign(view, itemRef, id));
    if (foreignRef) return { result: foreignIdConflict(foreignRef) };
    const email = current.merchantId === undefined ? snapshot.merchant?.email : undefined;
    const emailOwnerId = email === undefined ? undefined : view.get('name', email.toLowerCase())?.accountId;
    if (email !== undefined && emailOwnerId !== undefined && emailOwnerId !== id)
      return { result: foreignEmailConflict(email) };
    return buildChange(runtime, view, current, load);
  });
}

function distinct(refs: readonly Ref[]): Ref[] {
  return [...new Map(refs.map((itemRef) => [`${itemRef.kind} ${itemRef.id}`, itemRef])).values()];
}

/** Returns the records that a load locks and reads. Those in `unique` must not belong to another account. */
function refsOf(snapshot: AccountSnapshot, id: string, account: AccountRecord | undefined) {
  const { merchant, terminals, settlements } = snapshot;
  const unique: Ref[] = [
    ...snapshot.sessions.map((session) => ref('session', session.id)),
    ...snapshot.agreements.map((agreement) => ref('agreement', agreement.id)),
    ...snapshot.partners.map((partner) => ref('partner', partner.id)),
    ...snapshot.deliveries.map((delivery) => ref('delivery', delivery.id)),
    ...settlements.map(({ terminalId, batchNumber }) =>
      ref('settlement', settlementKey(terminalId, batchNumber)),
    ),
  ];
  if (merchant && account?.merchantId === undefined) {
    unique.push(ref('merchant', merchant.id));
    for (const { orderId } of snapshot.transactions)
      unique.push(ref('transaction', transactionKey(merchant.id, orderId)));
  }
  const locks: Ref[] = terminals.map(({ serial }) => ref('serial', serial));
  if (merchant) locks.push(ref('name', merchant.email.toLowerCase()));
  const read: Ref[] = terminals.map(({ serial }) => ref('terminal', terminalKey(id, serial)));
  if (account?.merchantId !== undefined) read.push(ref('merchant', account.merchantId));
  return { unique, locked: locks, read };
}

function isForeign(view: DecisionView, { kind, id }: Ref, accountId: string): boolean {
  const current = view.get(kind, id);
  return current !== undefined && membersOf(current).accountId !== accountId;
}

function buildChange(
  runtime: Runtime,
  view: DecisionView,
  current: AccountRecord,
  { file: { saved_at: savedAt }, snapshot, furtherPuts = [] }: SnapshotLoad,
): Change<Outcome<LoadedSnapshot>> {
  const { id } = current;
  const ownUrls = ownTargets(runtime.settings, id);
  const restoration = restore({
    snapshot,
    current,
    merchant: current.merchantId === undefined ? undefined : view.get('merchant', current.merchantId),
    terminalOf: (serial) => view.get('terminal', terminalKey(id, serial)),
    machineMs: runtime.clock.now(),
    firstEventId: view.nextEventId + 1,
    routeOf: (url) => chooseRoute(url, ownUrls),
  });
  const counts = Object.fromEntries(snapshotListNames.map((list) => [list, snapshot[list].length]));
  const { nowMs, shiftMs } = restoration;
  if (nowMs < CLOCK_FIRST_MS || nowMs >= CLOCK_END_MS) return { result: outOfTimeRefusal };
  const data = { saved_at: savedAt, shifted_ms: shiftMs, sessions: counts.sessions, events: counts.trace };
  return {
    result: accept({
      account_id: id,
      saved_at: savedAt,
      now: isoOf(nowMs),
      shifted_ms: shiftMs,
      loaded: counts,
    }),
    clear: kindsToClear(current),
    clearTrace: true,
    puts: [
      put('account', id, restoration.account),
      ...furtherPuts,
      ...buildPuts(view, current, snapshot, restoration),
    ],
    events: [{ type: 'control.snapshot', at: nowMs, data }, ...restoration.events],
    isHistory: true,
  };
}

/**
 * Returns the kinds that a snapshot replaces. A trainee's practices stay, because a class board counts them.
 */
function kindsToClear({ classId }: AccountRecord): readonly Kind[] {
  const kinds: readonly Kind[] = [...snapshotKinds, 'replay'];
  return kinds.filter((kind) => kind !== 'merchant' && (kind !== 'practice' || classId === undefined));
}

function buildPuts(
  view: DecisionView,
  current: AccountRecord,
  snapshot: AccountSnapshot,
  { records, nowMs }: RestoredAccount,
): Put[] {
  const { id, classId, demoAgreementId, merchantId } = current;
  const puts: Put[] = records.filter(({ kind }) => kind !== 'practice' || classId === undefined);
  const { merchant, terminals, agreements } = snapshot;
  if (merchant && merchantId === undefined)
    puts.push(put('name', merchant.email.toLowerCase(), { accountId: id }));
  for (const { serial } of terminals) {
    const accountIds = view.get('serial', serial)?.accountIds ?? [];
    if (!accountIds.includes(id)) puts.push(put('serial', serial, { accountIds: [...accountIds, id] }));
  }
  // The demo agreement outlives resets, so a snapshot without it must not delete it either.
  if (demoAgreementId !== undefined && !agreements.some((agreement) => agreement.id === demoAgreementId))
    puts.push(put('agreement', demoAgreementId, demoAgreement(demoAgreementId, id, nowMs)));
  return puts;
}

const outOfTimeRefusal = invalid([faultAt('/accounts', 'fault.snapshot.out_of_time')]);
const tooManyOpenRefusal = invalid([
  faultAt('/accounts', 'fault.snapshot.too_many_open', { max: MAX_HOSTED_OPEN }),
]);
const accountChangedConflict = conflict(message('problem.snapshot.changed'));

function foreignIdConflict({ kind, id }: Ref): Outcome<never> {
  return conflict(message('problem.snapshot.foreign_id', { kind, id }));
}

function foreignEmailConflict(email: string): Outcome<never> {
  return conflict(message('problem.snapshot.foreign_email', { email }));
}

/**
 * A record's body is nested in the record, its list and its account, so the file is deeper than a request.
 */
const DEPTH_LIMIT = 2 * JSON_DEPTH_LIMIT;

/**
 * Parses a snapshot in steps, so that requests are served in between; 400 with the faults and their places.
 */
export async function readSnapshot(text: string): Promise<Outcome<SnapshotFile>> {
  const json = parseJson(text, true, DEPTH_LIMIT);
  if (!json.ok) return json;
  const check = checkInParts(json.value);
  let step = check.next();
  for (; !step.done; step = check.next()) await setImmediate();
  const { file, faults } = step.value;
  return file ? accept(file) : invalid(faults);
}

/**
 * Selects the requested account of a file. If none is requested, selects the account with the caller's id or
 * name, or the file's only account. 400 if no account fits.
 */
export function selectAccount(
  { accounts }: SnapshotFile,
  requestedName: string | undefined,
  ownAccount: { readonly id: string; readonly shortName: string },
): Outcome<AccountSnapshot> {
  const findAccount = (name: string) =>
    accounts.find(({ id, shortName }) => id === name || shortName.toLowerCase() === name.toLowerCase());
  const [single] = accounts;
  const match =
    requestedName === undefined
      ? (findAccount(ownAccount.id) ??
        findAccount(ownAccount.shortName) ??
        (accounts.length === 1 ? single : undefined))
      : findAccount(requestedName);
  if (match) return accept(match);
  const firstNames = accounts.slice(0, 10).map(({ shortName }) => shortName);
  const nameList = {
    names: firstNames.join(', '),
    more: accounts.length > firstNames.length ? 'more' : 'none',
  };
  return invalid([
    requestedName === undefined
      ? faultAt('/accounts', 'fault.snapshot.which_account', nameList)
      : faultAt('/accounts', 'fault.snapshot.no_such_account', { ...nameList, wanted: requestedName }),
  ]);
}
