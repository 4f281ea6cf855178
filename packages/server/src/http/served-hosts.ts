import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Refusal } from '@svc-simulator/contract';
import { severalHosts, unknownHost } from './refusals.ts';

/** Endings that no public name server answers for, so no page on the Internet can have its name rebound to this machine. */
const PRIVATE_ENDING = /\.(?:localhost|local|internal|test|svc)$/;

/** Returns the host name of a `Host` header or an option, without port, brackets and final dot. */
export function hostName(host: string): string {
  const [, ipv6, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? [];
  return ipv6 ?? name.replace(/\.$/, '');
}

/**
 * Tells whether a local simulator serves requests for a host. Only names of public domains can be rebound to a developer's
 * machine, so all others are served; `isOwn` knows the public ones that belong to this simulator.
 */
export function isServedHost(host: string, isOwn: IsOwnHost): boolean {
  const name = hostName(host);
  return !name.includes('.') || isIP(name) !== 0 || PRIVATE_ENDING.test(name) || isOwn(name);
}

export type IsOwnHost = (name: string) => boolean;

/** Refuses a request with two `Host` headers, and one for a host that isn't served; `isOwn` is null if any host is. */
export function hostRefusal(
  { headers: { host = '' }, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  isOwn: IsOwnHost | null,
): Refusal | undefined {
  if (hasSeveralHosts(rawHeaders)) return severalHosts().refusal;
  return isOwn === null || isServedHost(host, isOwn)
    ? undefined
    : unknownHost(hostName(host) || host).refusal;
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') count++;
  return count > 1;
}
