import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/translated-error.ts';
import { notJson } from '../fields/json-fault.ts';
import type { Operation } from '../operation.ts';
import { accept, type Outcome, type Refused, refuse } from '../problem.ts';

/** Limits of one account on a hosted simulator. The option `--quotas` replaces single values. */
export const defaultQuotas = {
  sessions: 100_000,
  stored_mib: 2048,
  streams: 64,
  /**
   * Limits the requests to the account's receivers and payment pages, and separately the tokens issued to the
   * account. Each instance has its own counts.
   */
  public_per_minute: 600,
  public_mib_per_day: 64,
};

export type Quotas = Readonly<typeof defaultQuotas>;
export type QuotaName = keyof Quotas;

/** Operations that replace data, so an account that has reached its quota can still call them. */
const replacingOperations = new Set(['changePassword', 'updateSettings']);
/** Operations that are always allowed, because they delete all data of the account. */
const freeingOperations = new Set(['resetAccount', 'deleteAccount']);

const issuingOperations = new Set([
  'exchangeToken',
  'createLoginLink',
  'issueMerchantToken',
  'refreshApiToken',
]);

/** Returns true for operations that return tokens or login links; `public_per_minute` limits their calls. */
export function issuesTokens({ id }: Pick<Operation, 'id'>): boolean {
  return issuingOperations.has(id);
}

type QuotaOperation = Pick<Operation, 'id' | 'auth' | 'method'>;

export function addsToAccount(operation: QuotaOperation): boolean {
  return (
    isLimitedByStorage(operation) && operation.method !== 'DELETE' && !replacingOperations.has(operation.id)
  );
}

/**
 * Returns true if an operation only deletes or replaces data. An account that has reached its quota can still
 * call it, but only at a limited rate, because each call adds an event to the trace.
 */
export function replacesOrDeletes(operation: QuotaOperation): boolean {
  return isLimitedByStorage(operation) && !addsToAccount(operation);
}

function isLimitedByStorage({ id, auth, method }: QuotaOperation): boolean {
  return auth !== 'none' && method !== 'GET' && !issuingOperations.has(id) && !freeingOperations.has(id);
}

/** Defaults for a store that keeps all records in memory, so that one account can't fill the memory. */
export const defaultQuotasInMemory: Quotas = { ...defaultQuotas, stored_mib: 128 };

/** Parses `SIM_QUOTAS`, such as `{"sessions":20000}`. Missing quotas keep their default. */
export function parseQuotas(json: string, defaults: Quotas = defaultQuotas): Outcome<Quotas, StartReason> {
  let quotas: unknown;
  try {
    quotas = JSON.parse(json);
  } catch {
    return refuseQuotas(notJson(json));
  }
  if (typeof quotas !== 'object' || quotas === null || Array.isArray(quotas))
    return refuseQuotas(message('start.json.no_object'));
  for (const [name, value] of Object.entries(quotas)) {
    if (!Object.hasOwn(defaultQuotas, name))
      return refuseQuotas(
        message('start.quotas.unknown', { name, known: Object.keys(defaultQuotas).join(', ') }),
      );
    if (!Number.isSafeInteger(value) || value < 1)
      return refuseQuotas(message('start.quotas.integer', { name }));
  }
  return accept({ ...defaults, ...quotas });
}

function refuseQuotas(why: StartReason): Refused<StartReason> {
  return refuse(message('start.quotas.invalid', { why }));
}
