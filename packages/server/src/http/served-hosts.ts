import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../refusals.ts';
import { badRequest } from './http-refusals.ts';

/**
 * Endings that public name servers don't resolve. So no website can point such a name at this machine (DNS
 * rebinding).
 */
const PRIVATE_ENDING = /\.(?:localhost|local|internal|test|svc)$/;

/** Returns the host name of a `Host` header or an option, without port, brackets and final dot. */
export function hostName(host: string): string {
  const [, ipv6, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? [];
  return ipv6 ?? name.replace(/\.$/, '');
}

/**
 * Returns true if a local simulator serves a host. Refuses public domain names other than its own (`isOwn`),
 * because a website could point its name at this machine (DNS rebinding).
 */
export function isServedHost(host: string, isOwn: IsOwnHost): boolean {
  const name = hostName(host);
  return !name.includes('.') || isIP(name) !== 0 || PRIVATE_ENDING.test(name) || isOwn(name);
}

export type IsOwnHost = (name: string) => boolean;

/**
 * Refuses requests with several `Host` headers and requests for unknown hosts. `isOwn` is null if any host is
 * served.
 */
export function hostRefusal(
  { headers: { host = '' }, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  isOwn: IsOwnHost | null,
): Refusal | undefined {
  if (hasSeveralHosts(rawHeaders)) return badRequest(message('problem.http.several_hosts')).refusal;
  if (isOwn === null || isServedHost(host, isOwn)) return undefined;
  const why = message('problem.http.unknown_host', { host: hostName(host) || host });
  return refuseWith(421, 'problem.title.unknown_host', why).refusal;
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length > 1;
}
