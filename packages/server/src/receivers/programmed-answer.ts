import type { QueryOf, receiveHook } from '@svc-simulator/contract';
import { webhookHeaders } from '@svc-simulator/contract';
import type { Store } from '@svc-simulator/store/store.ts';

/** What the query of a receiver's address says about its answers. */
export type ReceiverProgram = QueryOf<typeof receiveHook>;

/** Requests that are looked at for earlier attempts. */
const LATEST = 100;

/** The status of a programmed receiver for one request; `fail_times` counts what it took before under the same key. */
export async function programmedStatus(
  { trace }: Pick<Store, 'trace'>,
  { accountId, headers }: { readonly accountId: string; readonly headers: Readonly<Record<string, string>> },
  { answer_status: status, fail_times: failTimes }: ReceiverProgram,
): Promise<number> {
  if (failTimes === undefined) return status ?? 200;
  const key = headers[webhookHeaders.idempotencyKey];
  const query = { types: ['webhook.received'], order: 'desc', limit: LATEST } as const;
  const { items } = await trace.page(accountId, query);
  // In a body its quotes are escaped: to parse all that came is work that anybody could make.
  const member = `"${webhookHeaders.idempotencyKey}":${key === undefined ? '' : JSON.stringify(key)}`;
  const before = items.filter(({ json }) => json.includes(member) !== (key === undefined));
  return before.length < failTimes ? (status ?? 500) : 200;
}

export function isProgrammed(program: ReceiverProgram): boolean {
  return Object.keys(program).length > 0;
}

/** Statuses whose answers have no body. */
const bodiless: readonly number[] = [204, 205, 304];

/** The answer of a programmed receiver, which no browser takes for a page of the simulator. */
export function programmedResponse(status: number, { answer_body: body = '' }: ReceiverProgram): Response {
  return new Response(bodiless.includes(status) ? null : body, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
}
