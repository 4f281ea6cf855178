import { accept, faultsOf, membersOf, type Operation, type Outcome, refuse } from '@svc-simulator/contract';
import { type AccountRecord, accountTime, type MerchantRecord } from '@svc-simulator/core';
import type { Admission } from './http/limits/admission.ts';
import { invalid } from './http/refusals.ts';
import type { Route } from './http/request-context.ts';
import type { Runtime } from './runtime.ts';

/** What an operation is to be carried out with. */
export interface Performance {
  readonly account: AccountRecord;
  /** Of operations that want one. */
  readonly merchant?: MerchantRecord | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Of operations that read the body by themselves. */
  readonly bytes?: Uint8Array;
}

/**
 * Carries out an operation for somebody who is logged in to the account, as a call of the API would: checked by its schemas,
 * within the account's quotas, and stored. Answers the members of its `data`, or the refusal.
 */
export type Perform = (
  operation: Operation,
  performance: Performance,
) => Promise<Outcome<Readonly<Record<string, unknown>>>>;

/** Makes what carries out these routes' operations without a request: no credential, no throttle and no chaos are in its way. */
export function performerOf(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  admission: Admission,
  routes: readonly Route[],
): Perform {
  const handlers = new Map(routes.map((route) => [route.operation.id, route]));
  return async (operation, { account, merchant, params = {}, query = {}, body = {}, bytes }) => {
    const route = handlers.get(operation.id);
    if (!route) throw new Error(`nothing carries out ${operation.id}`);
    const full = admission.refusalOf(operation, account.id, undefined);
    if (full) return refuse(full);
    const parts = [operation.query?.().safeParse(query), operation.body?.().safeParse(wired(body))] as const;
    const faults = parts.flatMap((part) => (part?.error ? faultsOf(part.error) : []));
    if (faults.length > 0) return invalid(faults);
    const answered = await route.handler({
      params,
      query: parts[0]?.data,
      body: parts[1]?.data,
      account,
      merchant,
      terminal: undefined,
      now: accountTime(account.clock, clock.now()),
      header: () => undefined,
      headers: () => ({}),
      bytes: () => bytes ?? new Uint8Array(),
    });
    if (answered instanceof Response) throw new Error(`${operation.id} answers by itself`);
    const outcome = 'decide' in answered ? await store.transact(answered.scope, answered.decide) : answered;
    if (!outcome.ok) return outcome;
    const { data, dataJson } = outcome.value;
    return accept(membersOf(dataJson === undefined ? data : JSON.parse(dataJson)));
  };
}

/** A body as it would come over the wire: what is undefined is not there. */
function wired(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}
