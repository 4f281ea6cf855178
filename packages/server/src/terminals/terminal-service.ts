import { accept, type Outcome, PAIRING_TRIES, refuse, sameText } from '@svc-simulator/contract';
import {
  type AccountRecord,
  decideTerminal,
  notPaired,
  pairingCode,
  type TerminalCommand,
  type TerminalRecord,
  terminalKey,
  terminalSecret,
  terminalStateAt,
  wrongCode,
} from '@svc-simulator/core';
import { type Change, type DecisionView, put, ref, type Store } from '@svc-simulator/store/store.ts';
import { readAccountTime } from '../accounts/account-time.ts';
import { suspensionOf } from '../accounts/suspension.ts';
import { type Commit, presentChange, reply } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { isOfPassword } from '../tokens/account-tokens.ts';

/**
 * Creates a pairing code for a terminal, and the terminal if it is new (`POST …/pairing`). `linkedWith` is
 * the id of an API token: if that token is revoked, the terminal is unlinked.
 */
export async function requestCode(
  runtime: Runtime,
  account: AccountRecord,
  serial: string,
  linkedWith?: string,
): Promise<Commit> {
  const { random, store } = runtime;
  const { id: accountId, tokenEpoch: linkedEpoch = 0 } = account;
  const [terminalRef, serialRef] = [ref('terminal', terminalKey(accountId, serial)), ref('serial', serial)];
  const takenCodes = (await terminalsOfSerial(store, serial)).map((terminal) => terminal.code?.code);
  let code = pairingCode(random);
  // If several accounts have the same serial, only the code identifies the account at activation. So each
  // needs a code of its own.
  while (takenCodes.includes(code)) code = pairingCode(random);
  const current = await store.get('terminal', terminalRef.id);
  if (current && !(await isLinkValid(store, current, account))) await endLink(store, current);
  return {
    scope: { account: accountId, lock: [terminalRef, serialRef] },
    decide: (view) => {
      const { now } = view;
      const record =
        view.get('terminal', terminalRef.id) ?? newTerminal(random.uuid(), accountId, serial, now);
      const { linkedWith: _, ...rest } = record;
      const current = { ...rest, linkedEpoch, ...(linkedWith !== undefined && { linkedWith }) };
      const accountIds = view.get('serial', serial)?.accountIds ?? [];
      const { result, puts = [], events = [] } = decideChange(current, { type: 'request_code', code }, now);
      if (!result.ok) return { result };
      const indexPuts = accountIds.includes(accountId)
        ? []
        : [put('serial', serial, { accountIds: [...accountIds, accountId] })];
      return { result: reply({ code }), puts: [...puts, ...indexPuts], events };
    },
  };
}

/**
 * Returns the secret of the terminal with this code (`POST …/pairing/activate`). In a local simulator, a
 * wrong code counts as a failed attempt on every pending code of the serial.
 */
export async function activatePairing(
  runtime: Runtime,
  serial: string,
  code: string,
): Promise<Outcome<string>> {
  const { random, store, settings } = runtime;
  const pendingTerminals: TerminalRecord[] = [];
  for (const terminal of await terminalsOfSerial(store, serial)) {
    const now = await readAccountTime(runtime, terminal.accountId);
    if (terminalStateAt(terminal, now) === 'pairing') pendingTerminals.push(terminal);
  }
  const matchingTerminals = pendingTerminals.filter(
    (terminal) => terminal.code !== null && sameText(terminal.code.code, code),
  );
  const secretKey = terminalSecret(random);
  // Hosted simulators count wrong codes by the client's network (`attempt` of the operation). If they counted
  // by serial, anyone who knows the serial could void its codes.
  const guessTargets = settings.hosted && pendingTerminals.length > 1 ? [] : pendingTerminals;
  const maxTries = settings.hosted ? null : PAIRING_TRIES;
  for (const { accountId } of matchingTerminals.length > 0 ? matchingTerminals.slice(0, 1) : guessTargets) {
    const command = { type: 'activate', code, secretKey, tries: maxTries } as const;
    const outcome = await store.transact(
      {
        account: accountId,
        lock: [ref('terminal', terminalKey(accountId, serial))],
        read: [ref('account', accountId)],
      },
      (view) => {
        const account = view.get('account', accountId);
        const suspension = account && matchingTerminals.length > 0 ? suspensionOf(account) : undefined;
        return suspension
          ? { result: suspension }
          : commandChange(view, terminalKey(accountId, serial), command);
      },
    );
    if (outcome.ok) return accept(secretKey);
    if (outcome.refusal.status === 403) return outcome;
  }
  return refuse(wrongCode);
}

/** Unlinks a terminal (`DELETE …/pairing`): its secret and any pending code stop working at once. */
export function unpairTerminal(accountId: string, serial: string): Commit {
  return {
    scope: { account: accountId, lock: [ref('terminal', terminalKey(accountId, serial))] },
    decide: (view) =>
      presentChange(commandChange(view, terminalKey(accountId, serial), { type: 'unpair' }), () => ({
        serial,
        linked: false,
      })),
  };
}

/** Returns true if the credential that linked a terminal is still valid (contract section 12, Rights). */
export async function isLinkValid(
  store: Store,
  { linkedWith, linkedEpoch }: TerminalRecord,
  account: AccountRecord,
): Promise<boolean> {
  if (linkedEpoch !== undefined && linkedEpoch !== (account.tokenEpoch ?? 0)) return false;
  if (linkedWith === undefined) return true;
  const token = await store.get('token', linkedWith);
  return token !== undefined && token.revokedAt === undefined && isOfPassword(token, account);
}

export async function endLink(
  store: Store,
  { accountId, serial, linkedWith, linkedEpoch }: TerminalRecord,
): Promise<void> {
  const key = terminalKey(accountId, serial);
  await store.transact({ account: accountId, lock: [ref('terminal', key)] }, (view) => {
    const current = view.get('terminal', key);
    const isSame = current?.linkedWith === linkedWith && current?.linkedEpoch === linkedEpoch;
    return isSame ? commandChange(view, key, { type: 'unpair' }) : { result: undefined };
  });
}

function commandChange(
  view: DecisionView,
  key: string,
  command: TerminalCommand,
): Change<Outcome<TerminalRecord>> {
  const current = view.get('terminal', key);
  return current ? decideChange(current, command, view.now) : { result: refuse(notPaired) };
}

function decideChange(
  current: TerminalRecord,
  command: TerminalCommand,
  now: number,
): Change<Outcome<TerminalRecord>> {
  const outcome = decideTerminal(current, command, now);
  const result = outcome.ok ? accept(outcome.value.terminal) : refuse(outcome.refusal);
  const effect = outcome.ok ? outcome.value : outcome.change;
  if (!effect) return { result };
  const { terminal, events } = effect;
  return {
    result,
    puts: [put('terminal', terminalKey(terminal.accountId, terminal.serial), terminal)],
    events,
  };
}

function newTerminal(id: string, accountId: string, serial: string, now: number): TerminalRecord {
  return {
    id,
    accountId,
    serial,
    state: 'unlinked',
    code: null,
    secretKey: null,
    paidSinceClosing: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Returns the terminals with a serial in all accounts; a serial is unique only within an account (contract
 * section 9).
 */
export async function terminalsOfSerial(store: Store, serial: string): Promise<readonly TerminalRecord[]> {
  const { accountIds = [] } = (await store.get('serial', serial)) ?? {};
  const terminals = await Promise.all(
    accountIds.map((accountId) => store.get('terminal', terminalKey(accountId, serial))),
  );
  return terminals.filter((terminal) => terminal !== undefined);
}
