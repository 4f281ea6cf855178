import { accept, isUrl, type Outcome, RELAY_PATH, refuse } from '@svc-simulator/contract';
import { withoutCredentials } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';

/** Where webhooks go instead of their own URL; null: to that. */
export type Forward = { readonly port: number } | { readonly url: string } | null;

/** The local URL of a webhook: its own, with another host and port, or another URL altogether (contract section 9). */
export function targetOf(webhookUrl: string, forward: Forward): string {
  if (forward === null) return webhookUrl;
  if ('url' in forward) return forward.url;
  const base = `http://127.0.0.1:${forward.port}`;
  // A `webhook_url` may be no URL at all; what can be read of it as a path is kept.
  const { pathname, search } = new URL(isUrl(webhookUrl, base) ? webhookUrl : '/', base);
  return pathname.startsWith('/') ? `${base}${pathname}${search}` : `${base}/`;
}

/** The simulator's relay address: http becomes ws, https wss (specification, Simulator-only surfaces). */
export function relayUrl(t: Texts, mock: string): Outcome<URL, string> {
  const url = isUrl(mock) ? new URL(mock) : null;
  const scheme = url && schemes[url.protocol];
  if (!url || !scheme) {
    return refuse(
      t('relay.target.no_address_simulator_give', { mock: JSON.stringify(withoutCredentials(mock)) }),
    );
  }
  if (url.username !== '' || url.password !== '') {
    return refuse(t('relay.target.no_credentials'));
  }
  const path = url.pathname.replace(/\/+$/, '');
  // Assigning `protocol` would not do: URL refuses to change http into ws.
  return accept(new URL(`${scheme}//${url.host}${path}${RELAY_PATH}`));
}

const schemes: Readonly<Record<string, string>> = {
  'http:': 'ws:',
  'https:': 'wss:',
  'ws:': 'ws:',
  'wss:': 'wss:',
};

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
