import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/said-error.ts';
import { notJson } from '../fields/json-fault.ts';
import type { Operation } from '../operation.ts';
import { accept, type Outcome, type Refused, refuse } from '../problem.ts';

/** What one account of a hosted simulator may have, and what may be done to it without a credential (`--quotas`). */
export const defaultQuotas = {
  /** Sessions stored. */
  sessions: 100_000,
  /** Records and trace events stored, in MiB. */
  stored_mib: 2048,
  /** Event streams open, at one instance. */
  streams: 64,
  /** Requests to its receivers and payment pages, and tokens that are given out, at one instance. */
  public_per_minute: 600,
  /** MiB sent to its receivers, at one instance. */
  public_mib_per_day: 64,
};

export type Quotas = Readonly<typeof defaultQuotas>;
export type QuotaName = keyof Quotas;

/** Operations that replace what is there, and leave an event in the trace. */
const replacing = new Set(['changePassword', 'updateSettings']);
/** Operations that an account can call however full it is, and as often as it likes: nothing of them is left. */
const freeing = new Set(['resetAccount', 'deleteAccount']);

const giving = new Set(['exchangeToken', 'createLoginLink', 'issueMerchantToken', 'refreshApiToken']);

/** Whether an operation gives out tokens or links for no password: only so many a minute. */
export function givesTokens({ id }: Pick<Operation, 'id'>): boolean {
  return giving.has(id);
}

type Called = Pick<Operation, 'id' | 'auth' | 'method'>;

/** Returns whether an operation stores more for the account that calls it. */
export function addsToAccount(operation: Called): boolean {
  return isWriting(operation) && operation.method !== 'DELETE' && !replacing.has(operation.id);
}

/** Returns whether an operation frees or replaces something: a full account may call it, but slowly, since it leaves an event. */
export function changesAccount(operation: Called): boolean {
  return isWriting(operation) && !addsToAccount(operation);
}

function isWriting({ id, auth, method }: Called): boolean {
  return auth !== 'none' && method !== 'GET' && !giving.has(id) && !freeing.has(id);
}

/** Reads `SIM_QUOTAS`: a JSON object of integers from 1. What it does not name keeps its default. */
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
