import { isWildcard, machineNames } from './machine-names.ts';

export type Scheme = 'http' | 'https';

/** How a host stands in a URL: IPv6 literals in brackets, a wildcard as `localhost` (contract section 9). */
export function urlHost(host: string): string {
  if (isWildcard(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The base URLs under which a listener on `host:port` is the simulator itself, the public one not included. */
export function ownUrls(scheme: Scheme, host: string, port: number): string[] {
  const names = isWildcard(host) ? machineNames() : ['localhost', '127.0.0.1', '::1', host];
  return [...new Set(names.map(urlHost))].map((name) => `${scheme}://${name}:${port}`);
}
