import { accept, isUrl, membersOf, type Outcome, RELAY_PATH, refuse } from '@svc-simulator/contract';
import { withoutCredentials } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';

export interface RoutingRule {
  /** Full event names, such as `payment_session.paid`; null for any event. */
  readonly events: ReadonlySet<string> | null;
  /** Patterns for the webhook's own URL. One of them must match; null for any URL. */
  readonly urls: readonly RegExp[] | null;
  /** Patterns by path below `session_payment`, such as `a.b`. For each path, one pattern must match. */
  readonly session: ReadonlyMap<string, readonly RegExp[]>;
  readonly forward: Exclude<Forward, null>;
}

/** Returns the target of the first matching rule; undefined if none matches. */
export function findForward(
  rules: readonly RoutingRule[],
  url: string,
  subject: WebhookSubject,
): Forward | undefined {
  return rules.find((rule) => matchesRule(rule, url, subject))?.forward;
}

export function compileWildcards(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function matchesRule({ events, urls, session }: RoutingRule, url: string, subject: WebhookSubject): boolean {
  if (events && !(subject.event !== null && events.has(subject.event))) return false;
  if (urls && !urls.some((pattern) => pattern.test(url))) return false;
  return [...session].every(([path, patterns]) => {
    const value = fieldTextAt(subject.session, path);
    return value !== undefined && patterns.some((pattern) => pattern.test(value));
  });
}

/** Returns the field at a path such as `a.b` as text; undefined if it is missing, an object or an array. */
function fieldTextAt(session: WebhookSubject['session'], path: string): string | undefined {
  let value: unknown = session;
  for (const name of path.split('.')) {
    const members = membersOf(value);
    if (!Object.hasOwn(members, name)) return undefined;
    value = members[name];
  }
  return typeof value === 'object' && value !== null ? undefined : String(value);
}

export interface WebhookSubject {
  /** `event` of the body; null if the body has none. */
  readonly event: string | null;
  /** `session_payment` of the body, at the top level or under `data`. */
  readonly session: Readonly<Record<string, unknown>>;
  readonly sessionId: string | null;
}

export function parseSubject(body: Buffer): WebhookSubject {
  try {
    const { event, session_payment, data } = JSON.parse(body.toString());
    const session = membersOf(session_payment ?? data?.session_payment);
    return { event: memberText(event), session, sessionId: memberText(session.id) };
  } catch {
    return { event: null, session: {}, sessionId: null };
  }
}

function memberText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Target of webhooks: a local port, a URL, or null for each webhook's own URL. */
export type Forward = { readonly port: number } | { readonly url: string } | null;

/**
 * Returns the URL to which a webhook is forwarded. For a port, the path and query of the webhook's own URL
 * are kept (contract section 9).
 */
export function targetUrlOf(webhookUrl: string, forward: Forward): string {
  if (forward === null) return webhookUrl;
  if ('url' in forward) return forward.url;
  const base = `http://127.0.0.1:${forward.port}`;
  const { pathname, search } = new URL(isUrl(webhookUrl, base) ? webhookUrl : '/', base);
  return pathname.startsWith('/') ? `${base}${pathname}${search}` : `${base}/`;
}

/** Returns the simulator's relay URL: http becomes ws, https wss (specification, Simulator-only surfaces). */
export function relayUrlOf(t: Texts, mock: string): Outcome<URL, string> {
  const url = isUrl(mock) ? new URL(mock) : null;
  const scheme = url && webSocketSchemes[url.protocol];
  if (!url || !scheme) {
    return refuse(t('relay.target.invalid_url', { mock: JSON.stringify(withoutCredentials(mock)) }));
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(t('relay.target.no_credentials'));
  }
  const path = url.pathname.replace(/\/+$/, '');
  // A new URL, because `url.protocol = 'ws:'` has no effect on an http URL.
  return accept(new URL(`${scheme}//${url.host}${path}${RELAY_PATH}`));
}

const webSocketSchemes: Readonly<Record<string, string>> = {
  'http:': 'ws:',
  'https:': 'wss:',
  'ws:': 'ws:',
  'wss:': 'wss:',
};
