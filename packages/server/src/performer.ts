import {
  type AttemptRule,
  accept,
  faultsOf,
  membersOf,
  type Operation,
  type Outcome,
  refuse,
  type Tool,
} from '@svc-simulator/contract';
import { type AccountRecord, accountTime, type MerchantRecord, terminalKey } from '@svc-simulator/core';
import { InvalidCursorError } from '@svc-simulator/store/store.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Admission } from './http/limits/admission.ts';
import type { Attempt } from './http/limits/attempt-limits.ts';
import { foreignCursor, invalid, notFound } from './http/refusals.ts';
import type { Route } from './http/request-context.ts';
import type { Runtime } from './runtime.ts';

/** Of what one page shows, the beginning of each event or call: to render more at once would hold up everybody. */
const SHOWN_BYTES = 2 ** 20;

/** What an operation is to be carried out with. */
export interface Performance {
  readonly account: AccountRecord;
  /** Who does it; default: a tool. */
  readonly by?: Tool;
  /** Of operations that want one; by default the account's. */
  readonly merchant?: MerchantRecord | undefined;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Of operations that read the body by themselves. */
  readonly bytes?: Uint8Array;
  /** What the browser is logged in by. */
  readonly token?: string;
  readonly lang?: Language;
  /** The type of content that it is to answer, where that is another than JSON; its `data` is the whole answer then. */
  readonly accept?: string;
  /** Counts a try of a password or a code by its client, hosted. */
  readonly attempt?: ((kind: AttemptRule['kind']) => Attempt) | undefined;
}

/** What an operation answers: `data`, and of a list the way to its next page. */
export interface Performed {
  readonly data: unknown;
  readonly nextCursor: string | null;
  /** How many there are on all pages, where that was counted. */
  readonly total: number | undefined;
}

/**
 * Carries out an operation for somebody who is logged in to the account, as a call of the API would: checked by its schemas,
 * within the account's quotas, and stored.
 */
export type Answer = (operation: Operation, performance: Performance) => Promise<Outcome<Performed>>;

/** The same; answers the members of its `data`. */
export type Perform = (
  operation: Operation,
  performance: Performance,
) => Promise<Outcome<Readonly<Record<string, unknown>>>>;

export function performerOf(answer: Answer): Perform {
  return async (operation, performance) => {
    const answered = await answer(operation, performance);
    return answered.ok ? accept(membersOf(answered.value.data)) : answered;
  };
}

/** Makes what carries out these routes' operations without a request: no credential, no throttle and no chaos are in its way. */
export function answererOf(
  { clock, store }: Pick<Runtime, 'clock' | 'store'>,
  admission: Admission,
  routes: readonly Route[],
): Answer {
  const handlers = new Map(routes.map((route) => [route.operation.id, route]));
  return async (operation, performance) => {
    const {
      account,
      by = 'tool',
      params = {},
      query = {},
      body = {},
      bytes,
      lang,
      token,
      accept: wanted,
    } = performance;
    const route = handlers.get(operation.id);
    if (!route) throw new Error(`nothing carries out ${operation.id}`);
    const full = await admission.refusalOf(operation, account.id, undefined);
    if (full) return refuse(full);
    const parts = [operation.query?.().safeParse(query), operation.body?.().safeParse(wired(body))] as const;
    const faults = parts.flatMap((part) => (part?.error ? faultsOf(part.error) : []));
    if (faults.length > 0) return invalid(faults);
    const { auth } = operation;
    const merchantId = auth === 'merchant' || auth === 'terminal' ? account.merchantId : undefined;
    const merchant =
      performance.merchant ?? (merchantId ? await store.get('merchant', merchantId) : undefined);
    const terminal =
      auth === 'terminal'
        ? await store.get('terminal', terminalKey(account.id, params.serialNumber ?? ''))
        : undefined;
    if (auth === 'merchant' && !merchant) return notFound('account');
    if (auth === 'terminal' && !terminal) return notFound('terminal');
    const headers = {
      ...(lang && { 'accept-language': lang }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(wanted && { accept: wanted }),
      ...(operation.rawBody && { 'content-type': operation.rawBody.mediaType }),
    };
    const done = tried(operation, performance, async () => {
      const answered = await route.handler({
        params: { ...(merchant && { merchantId: merchant.id }), ...params },
        query: parts[0]?.data,
        body: parts[1]?.data,
        account,
        by,
        merchant,
        terminal,
        madeWith: undefined,
        incoming: undefined,
        now: accountTime(account.clock, clock.now()),
        mostBytes: SHOWN_BYTES,
        header: (name) => (headers as Readonly<Record<string, string>>)[name],
        headers: () => headers,
        bytes: () => bytes ?? new Uint8Array(),
      });
      if (answered instanceof Response) return accept({ data: answered, nextCursor: null, total: undefined });
      const outcome = 'decide' in answered ? await store.transact(answered.scope, answered.decide) : answered;
      if (!outcome.ok) return outcome;
      const { data, dataJson, nextCursor = null, total } = outcome.value;
      return accept({ data: dataJson === undefined ? data : JSON.parse(dataJson), nextCursor, total });
    });
    return done.catch((error) => {
      if (error instanceof InvalidCursorError) return foreignCursor(error);
      throw error;
    });
  };
}

/** What tries a password waits for its client's turn, and is refused when it is tried too often. */
async function tried<T>(
  { attempt: rule }: Operation,
  { attempt, account }: Performance,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!rule || !attempt) return work();
  const begun = attempt(rule.kind);
  const tooOften = begun.refusal ?? begun.named(account.shortName);
  if (tooOften) return refuse(tooOften);
  const made = await begun.inTurn(work);
  begun.ended(made.ok);
  return made;
}

/** A body as it would come over the wire: what is undefined is not there. */
function wired(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body));
}
