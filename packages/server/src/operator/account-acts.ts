import { accept, DAY_MS, type Outcome, type QuotaName, refuse } from '@svc-simulator/contract';
import type { OperatorAct } from '@svc-simulator/contract/operator/operator-acts.ts';
import { type AccountRecord, isoOf, OPERATOR, type TraceDraft } from '@svc-simulator/core';
import { type Put, put, type Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { changeAccount } from '../account-change.ts';
import { shownAccountConflict } from '../accounts/own-account-routes.ts';
import { giveOneTimePassword } from '../passwords/password-service.ts';
import { conflict, notFoundWith } from '../refusals.ts';
import type { Runtime } from '../runtime.ts';

export interface ActDetails {
  readonly act: OperatorAct;
  readonly account?: Pick<AccountRecord, 'id' | 'shortName'>;
  readonly reason?: string | undefined;
}

/** Returns the record of an operator's act. The caller stores it in the commit of the act itself. */
export function putAct(
  { random, clock }: Runtime,
  { act, account, reason }: ActDetails,
): Put<'operator_act'> {
  const id = random.uuid();
  return put('operator_act', id, {
    accountId: OPERATOR,
    id,
    act,
    at: clock.now(),
    ...(account && { target: { id: account.id, shortName: account.shortName } }),
    ...(reason !== undefined && { reason }),
  });
}

export const unknownAccount = notFoundWith(message('problem.no_account'));
const removalConflict = conflict(message('problem.account.removal_due'));

/** Looks up the id first, because an account's name can be the id of another account. */
export async function findAccount(store: Store, idOrName: string): Promise<Outcome<AccountRecord>> {
  const account =
    (await store.get('account', idOrName)) ??
    (await store.get('account', (await store.get('name', idOrName.toLowerCase()))?.accountId ?? ''));
  return account ? accept(account) : unknownAccount;
}

interface AccountChange {
  readonly account: AccountRecord;
  readonly event: Pick<TraceDraft, 'type' | 'data'>;
}

async function changeByOperator(
  runtime: Runtime,
  idOrName: string,
  { act, reason }: ActDetails,
  change: (account: AccountRecord) => AccountChange | null,
): Promise<Outcome<AccountRecord>> {
  const lookup = await findAccount(runtime.store, idOrName);
  if (!lookup.ok) return lookup;
  const { id } = lookup.value;
  return changeAccount<Outcome<AccountRecord>>(
    runtime,
    { id, ifMissing: unknownAccount },
    (current, view) => {
      const { deleteAt = Number.POSITIVE_INFINITY } = current;
      if (deleteAt <= runtime.clock.now()) return { result: removalConflict };
      const next = change(current);
      if (!next) return { result: accept(current) };
      const { account, event } = next;
      return {
        result: accept(account),
        puts: [put('account', id, account), putAct(runtime, { act, account, reason })],
        events: [{ ...event, at: view.now }],
      };
    },
  );
}

export function suspendByOperator(runtime: Runtime, idOrName: string, reason: string) {
  return changeByOperator(runtime, idOrName, { act: 'suspend', reason }, ({ releaseAt: _, ...account }) => ({
    account: { ...account, suspended: { reason, at: runtime.clock.now() } },
    event: { type: 'account.suspended', data: { reason } },
  }));
}

/**
 * Ends a suspension and cancels a planned deletion; changes nothing if the account isn't suspended.
 * `releaseDeliveries` then makes the held webhooks due.
 */
export function resumeByOperator(runtime: Runtime, idOrName: string) {
  return changeByOperator(
    runtime,
    idOrName,
    { act: 'resume' },
    ({ suspended, deleteAt: _deleteAt, ...account }) =>
      suspended
        ? {
            account: { ...account, releaseAt: runtime.clock.now() },
            event: { type: 'account.resumed', data: {} },
          }
        : null,
  );
}

/** Suspends an account and plans its deletion; 409 for an account whose credentials the simulator shows. */
export async function scheduleRemoval(
  runtime: Runtime,
  idOrName: string,
  { reason, days }: { readonly reason: string; readonly days: number },
): Promise<Outcome<AccountRecord>> {
  const { clock, knownAccounts, store } = runtime;
  const lookup = await findAccount(store, idOrName);
  if (lookup.ok && knownAccounts.find(lookup.value.id)) return shownAccountConflict;
  const now = clock.now();
  const deleteAt = now + days * DAY_MS;
  return changeByOperator(runtime, idOrName, { act: 'delete', reason }, ({ releaseAt: _, ...account }) => ({
    account: { ...account, suspended: { reason, at: now }, deleteAt },
    event: { type: 'account.suspended', data: { reason, delete_at: isoOf(deleteAt) } },
  }));
}

/** Changes the given quotas of an account; null restores the default. */
export function setQuotas(
  runtime: Runtime,
  idOrName: string,
  changes: { readonly [N in QuotaName]?: number | null },
) {
  const reason = Object.entries(changes)
    .map(([name, value]) => `${name}: ${value ?? 'default'}`)
    .join(', ');
  return changeByOperator(
    runtime,
    idOrName,
    { act: 'quotas', reason },
    ({ quotas: formerQuotas, ...account }) => {
      if (reason === '') return null;
      const entries = Object.entries({ ...formerQuotas, ...changes }).filter(([, value]) => value !== null);
      const quotas: AccountRecord['quotas'] = Object.fromEntries(entries);
      return {
        account: entries.length > 0 ? { ...account, quotas } : account,
        event: { type: 'account.quotas_changed', data: {} },
      };
    },
  );
}

export async function giveNewPassword(runtime: Runtime, idOrName: string) {
  const lookup = await findAccount(runtime.store, idOrName);
  if (!lookup.ok) return lookup;
  const account = lookup.value;
  const act = putAct(runtime, { act: 'password', account });
  const oneTimePassword = await giveOneTimePassword(runtime, account, { act });
  return oneTimePassword.ok ? accept({ account, ...oneTimePassword.value }) : refuse(oneTimePassword.refusal);
}
