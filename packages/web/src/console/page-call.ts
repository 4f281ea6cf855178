import type { HttpBindings } from '@hono/node-server';
import type { DataOf, Operation } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import type { InternalRequest } from '@svc-simulator/server/input.ts';
import type { ConsoleServices } from '@svc-simulator/server/pages/console-services.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';

/** A request for a page by somebody who is logged in. */
export interface PageCall {
  readonly services: ConsoleServices;
  readonly account: AccountRecord;
  /** The cookie of the browser's login. */
  readonly token: string;
  readonly t: Texts;
  readonly now: number;
  readonly url: URL;
  /** The path of the public URL, which cookies are for. */
  readonly basePath: string;
  /** The simulator's URL as the reader's browser reaches it, for copied commands and links. */
  readonly baseUrl: string;
  readonly params: Readonly<Record<string, string>>;
  /** The fields of a posted form; empty otherwise. */
  readonly form: URLSearchParams;
  /** Executes an operation of the API for the account. */
  perform<const O extends Operation>(
    operation: O,
    asked?: PageAsked,
  ): Promise<Told<Omit<PageList<never>, 'data'> & { readonly data: DataOf<O> }>>;
  /** Like `perform` for a file or a stream of this type. Undefined if it was refused. */
  respond(operation: Operation, accept: string, asked?: PageAsked): Promise<Response | undefined>;
  /** The connection that the browser's request came by. */
  readonly client: HttpBindings;
}

type PageAsked = Omit<InternalRequest, 'lang' | 'token' | 'client' | 'accept'>;

/** A page of rows. */
export interface PageList<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
  /** How many there are on all pages, where that was counted. */
  readonly total: number | undefined;
}

export type Told<Answer> = ({ readonly ok: true } & Answer) | Refused;

export interface Refused {
  readonly ok: false;
  readonly status: number;
  readonly detail: string;
  readonly faults: Readonly<Record<string, string>>;
}

export function rowsIn<Row>(answered: Told<{ readonly data: readonly Row[] }>): readonly Row[] {
  return answered.ok ? answered.data : [];
}

/** Areas of the console in the groups of its navigation. */
export const areaGroups = {
  payments: ['sessions', 'agreements', 'terminals', 'simulate'],
  debug: ['deliveries', 'calls', 'trace'],
  learn: ['practices', 'classes'],
  account: ['keys', 'receivers', 'settings'],
} as const;
export type AreaGroup = keyof typeof areaGroups;
export type Area = 'overview' | (typeof areaGroups)[AreaGroup][number];

export interface ConsolePage {
  readonly title: string;
  /** Null: it is in none of them. */
  readonly area: Area | null;
  readonly body: Child;
  /** Default 200. */
  readonly status?: number;
  /**
   * Stream of events after which the page is fetched again and its regions (`data-live="name"`) are replaced.
   * Default: every event of the account; null: none.
   */
  readonly live?: string | null;
}

export type PageAnswer = ConsolePage | Response;

/** A page of the console: its path in hono's form (`/console/sessions/:id`), and what answers. */
export interface PageRoute {
  readonly path: string;
  readonly get?: (call: PageCall) => PageAnswer | Promise<PageAnswer>;
  /** Changes something and sends the browser on with `seeOther`, or shows the form again with its faults. */
  readonly post?: (call: PageCall) => PageAnswer | Promise<PageAnswer>;
  /** The longest form that is read, where it is another than for all (64 KiB); it may bring a file. */
  readonly formBytes?: (settings: { readonly hosted: boolean }) => number;
}

/**
 * Redirects to a page of the console after a change. `done` names a text of `notices`, and no other text of a
 * URL is ever shown. `part` is the anchor of the change.
 */
export function seeOther(to: string, done?: string, part?: string): Response {
  const [path = '', anchor = part] = to.split('#', 2);
  const [address, query] = path.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (done !== undefined) parameters.set('done', done);
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return new Response(null, {
    status: 303,
    headers: { location: `${address}${search}${anchor ? `#${anchor}` : ''}`, 'cache-control': 'no-store' },
  });
}

/** Returns the URL of a page with other parameters and without its notice; null removes a parameter. */
export function addressWith(url: URL, changes: Readonly<Record<string, string | null>>): string {
  const parameters = new URLSearchParams(url.search);
  for (const [name, value] of Object.entries({ done: null, ...changes }))
    if (value === null) parameters.delete(name);
    else parameters.set(name, value);
  return parameters.size > 0 ? `${url.pathname}?${parameters}` : url.pathname;
}

/** The number of an event or a call, as an address has it. */
export function idIn(text: string | null | undefined): number | undefined {
  return /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined;
}
