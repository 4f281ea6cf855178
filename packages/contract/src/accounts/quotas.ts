import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/said-error.ts';
import { notJson } from '../fields/json-fault.ts';
import type { Operation } from '../operation.ts';
import { accept, type Outcome, type Refused, refuse } from '../problem.ts';

/** Limits of one account on a hosted simulator, including requests without a credential (`--quotas`). */
export const defaultQuotas = {
  sessions: 100_000,
  stored_mib: 2048,
  streams: 64,
  /** Requests to its receivers and payment pages, and issued tokens, at one instance. */
  public_per_minute: 600,
  public_mib_per_day: 64,
};

export type Quotas = Readonly<typeof defaultQuotas>;
export type QuotaName = keyof Quotas;

/** Operations that replace data and leave an event in the trace. */
const replacing = new Set(['changePassword', 'updateSettings']);
/** Operations that are always allowed, because they leave no data. */
const freeing = new Set(['resetAccount', 'deleteAccount']);

const giving = new Set(['exchangeToken', 'createLoginLink', 'issueMerchantToken', 'refreshApiToken']);

/**
 * Returns true for operations that issue tokens or links without a password, which are limited per minute.
 */
export function givesTokens({ id }: Pick<Operation, 'id'>): boolean {
  return giving.has(id);
}

type Called = Pick<Operation, 'id' | 'auth' | 'method'>;

/** Returns true if an operation increases the stored data of its account. */
export function addsToAccount(operation: Called): boolean {
  return isWriting(operation) && operation.method !== 'DELETE' && !replacing.has(operation.id);
}

/**
 * Returns true if an operation frees or replaces data: a full account may call it, but slowly, because it
 * leaves an event.
 */
export function changesAccount(operation: Called): boolean {
  return isWriting(operation) && !addsToAccount(operation);
}

function isWriting({ id, auth, method }: Called): boolean {
  return auth !== 'none' && method !== 'GET' && !giving.has(id) && !freeing.has(id);
}

/** Parses `SIM_QUOTAS`: a JSON object of integers from 1. Missing quotas keep their default. */
export function parseQuotas(json: string): Outcome<Quotas, StartReason> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return refuseQuotas(notJson(json));
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return refuseQuotas(message('start.json.no_object'));
  for (const [name, value] of Object.entries(parsed)) {
    if (!Object.hasOwn(defaultQuotas, name))
      return refuseQuotas(
        message('start.quotas.unknown', { name, known: Object.keys(defaultQuotas).join(', ') }),
      );
    if (!Number.isSafeInteger(value) || value < 1)
      return refuseQuotas(message('start.quotas.integer', { name }));
  }
  return accept({ ...defaultQuotas, ...parsed });
}

function refuseQuotas(why: StartReason): Refused<StartReason> {
  return refuse(message('start.quotas.invalid', { why }));
}
