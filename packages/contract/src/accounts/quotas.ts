import { jsonFaultOf } from '../fields/json-fault.ts';
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
  /** Requests to its receivers and payment pages, at one instance. */
  public_per_minute: 600,
  /** MiB sent to its receivers, at one instance. */
  public_mib_per_day: 64,
};

export type Quotas = Readonly<typeof defaultQuotas>;
export type QuotaName = keyof Quotas;

/** Operations that an account can call however full it is: they free room, or replace what is there. */
const alwaysFree = new Set([
  'resetAccount',
  'exchangeToken',
  'createLoginLink',
  'changePassword',
  'updateSettings',
]);

/** Whether an operation stores more for the account that calls it. A status query is an event of the trace. */
export function addsToAccount({ id, auth, method }: Pick<Operation, 'id' | 'auth' | 'method'>): boolean {
  if (auth === 'none' || alwaysFree.has(id)) return false;
  return (method !== 'GET' && method !== 'DELETE') || id === 'getSessionStatus';
}

/** Reads `SIM_QUOTAS`: a JSON object of integers from 1. What it does not name keeps its default. */
export function parseQuotas(json: string): Outcome<Quotas, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    const { line, column } = jsonFaultOf(json)?.params ?? {};
    return refuseQuotas(`it is not JSON (line ${line}, column ${column})`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return refuseQuotas('it is not an object');
  for (const [name, value] of Object.entries(parsed)) {
    if (!Object.hasOwn(defaultQuotas, name))
      return refuseQuotas(`there is no quota ${name}, but ${Object.keys(defaultQuotas).join(', ')}`);
    if (!Number.isSafeInteger(value) || value < 1) return refuseQuotas(`${name} must be an integer from 1`);
  }
  return accept({ ...defaultQuotas, ...parsed });
}

function refuseQuotas(why: string): Refused<string> {
  return refuse(
    `SIM_QUOTAS is not valid: ${why}. Give JSON, for example {"sessions": 20000, "stored_mib": 500}.`,
  );
}
