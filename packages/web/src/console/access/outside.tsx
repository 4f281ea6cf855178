import type { Refusal } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { Seal, type SealLook } from '../../kit/parts.tsx';
import { renderConsoleResponse } from '../console-frame.tsx';
import { type CookieScope, sessionCookie } from '../cookies.ts';
import type { PageCall } from '../page-call.ts';

/** A request that needs no login. */
export type OutsideCall = Omit<PageCall, 'account' | 'token'> & {
  /** The value of the cookie, which can be invalid. */
  readonly token: string | undefined;
  /** True if the user typed the URL or a program opened it, and no page linked to it. */
  readonly isDirectVisit: boolean;
};

export interface OutsideRoute {
  readonly path: string;
  readonly get?: (call: OutsideCall) => Response | Promise<Response>;
  readonly post?: (call: OutsideCall) => Response | Promise<Response>;
}

interface OutsidePage {
  readonly t: Texts;
  readonly url: URL;
  readonly title: string;
  /** Default: the title. */
  readonly heading?: string;
  readonly lead?: string;
  readonly badge?: SealLook;
  readonly body?: Child;
  /** Text that the operator shows on all pages. */
  readonly notice?: string | undefined;
  readonly status?: number | undefined;
  readonly headers?: Refusal['headers'] | undefined;
}

export function outsidePage(page: OutsidePage): Response {
  const { t, url, title, heading = title, lead, badge, status = 200, notice, headers } = page;
  const body = (
    <section class="panel stack access">
      {badge && <Seal look={badge} />}
      <h1>{heading}</h1>
      {lead && <p class="soft">{lead}</p>}
      {page.body}
    </section>
  );
  return renderConsoleResponse({ t, url, page: { title, status, body, area: null }, notice, headers });
}

/** Sets the login cookie on a response; an empty token clears it. */
export function withSessionCookie(answer: Response, scope: CookieScope, token: string): Response {
  answer.headers.append('set-cookie', sessionCookie(scope, token));
  return answer;
}

export function pathAfterLogin(url: URL): string {
  const next = url.searchParams.get('next') ?? '';
  if (!/^\/console(?:[/?]|$)/.test(next)) return '/console';
  const { pathname, search } = new URL(next, url);
  return pathname.startsWith('/console') ? `${pathname}${search}` : '/console';
}
