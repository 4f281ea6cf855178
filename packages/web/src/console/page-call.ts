import type { HttpBindings } from '@hono/node-server';
import type { DataOf, Operation, Refusal } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { InternalRequest } from '@svc-simulator/server/input.ts';
import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';

export interface PageCall {
  readonly services: ConsoleServices;
  readonly account: AccountRecord;
  readonly token: string;
  readonly t: Texts;
  readonly now: number;
  readonly url: URL;
  /** Path of the public URL, for example `/pagos`, or an empty string. */
  readonly basePath: string;
  /** The URL at which the browser reaches the simulator, for commands and links to copy. */
  readonly baseUrl: string;
  readonly params: Readonly<Record<string, string>>;
  readonly form: URLSearchParams;
  perform<const O extends Operation>(
    operation: O,
    request?: OperationRequest,
  ): Promise<OperationResult<Omit<PageList<never>, 'data'> & { readonly data: DataOf<O> }>>;
  /** Like `perform`, for a file or stream. Returns undefined if the operation is refused. */
  respond(operation: Operation, accept: string, request?: OperationRequest): Promise<Response | undefined>;
  readonly bindings: HttpBindings;
}

export type OperationRequest = Omit<InternalRequest, 'lang' | 'token' | 'client' | 'accept'>;

export interface PageList<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
  readonly total: number | undefined;
}

export type OperationResult<Answer> = ({ readonly ok: true } & Answer) | OperationRefusal;

export interface OperationRefusal {
  readonly ok: false;
  readonly status: number;
  readonly detail: string;
  readonly faults: Readonly<Record<string, string>>;
  readonly headers?: Refusal['headers'] | undefined;
}

export function rowsIn<Row>(result: OperationResult<{ readonly data: readonly Row[] }>): readonly Row[] {
  return result.ok ? result.data : [];
}

export const areaGroups = {
  payments: ['sessions', 'agreements', 'terminals', 'simulate'],
  debug: ['deliveries', 'calls', 'trace'],
  learn: ['practices', 'classes'],
  account: ['keys', 'receivers', 'settings'],
} as const;
export type AreaGroup = keyof typeof areaGroups;
export type Area = 'overview' | (typeof areaGroups)[AreaGroup][number];

export function pathOfArea(area: Area): string {
  return area === 'overview' ? '/console' : `/console/${area}`;
}

export interface ConsolePage {
  readonly title: string;
  readonly area: Area | null;
  readonly body: Child;
  /** Default: 200. */
  readonly status?: number;
  /**
   * URL of the event stream that refreshes the page's regions (`data-live="name"`). Default: all events of
   * the account. Null: the page isn't refreshed.
   */
  readonly live?: string | null;
}

export type PageAnswer = ConsolePage | Response;

/** A console page: its path in hono's syntax (`/console/sessions/:id`) and its handlers. */
export interface PageRoute {
  readonly path: string;
  readonly get?: (call: PageCall) => PageAnswer | Promise<PageAnswer>;
  /** Changes something and redirects with `seeOther`, or shows the form again with its faults. */
  readonly post?: (call: PageCall) => PageAnswer | Promise<PageAnswer>;
  /** Returns the maximum size of the form. Default: 64 KiB. */
  readonly formBytes?: (settings: { readonly hosted: boolean }) => number;
}

/**
 * Redirects to a page, which shows the text `console.frame.notices.NAME`. The URL contains only the name, so
 * a forged link can't show its own text. `part` is the anchor if `to` has none.
 */
export function seeOther(to: string, noticeName?: string, part?: string): Response {
  const { pathname, searchParams, hash } = new URL(to, 'http://console.invalid');
  if (noticeName !== undefined) searchParams.set('done', noticeName);
  const search = searchParams.size > 0 ? `?${searchParams}` : '';
  const location = pathname + search + (hash || (part ? `#${part}` : ''));
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

export function fileResponse(name: string, type: string, text: string): Response {
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Changes the query of a URL, and removes the notice. Null removes a parameter. */
export function urlWithQuery(url: URL, changes: Readonly<Record<string, string | null>>): string {
  const parameters = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries({ ...noNotice, ...changes }))
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  return parameters.size > 0 ? `${url.pathname}?${parameters}` : url.pathname;
}

/** Changes of the query that remove the notice: its name (`done`), and the numbers in its text. */
const noNotice = { done: null, count: null, left: null };

export function idFromText(text: string | null | undefined): number | undefined {
  return /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined;
}
