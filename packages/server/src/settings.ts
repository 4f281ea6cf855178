import { hostname, networkInterfaces } from 'node:os';

type Scheme = 'http' | 'https';

/** Formats a host for a URL: IPv6 literals in brackets, a wildcard as `localhost` (contract section 9). */
export function urlHost(host: string): string {
  if (isWildcard(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export function ownUrls(scheme: Scheme, host: string, port: number): string[] {
  const names = isWildcard(host) ? machineNames() : ['localhost', '127.0.0.1', '::1', host];
  return [...new Set(names.map(urlHost))].map((name) => `${scheme}://${name}:${port}`);
}

const WILDCARDS = new Set(['0.0.0.0', '::', '']);

function isWildcard(host: string): boolean {
  return WILDCARDS.has(host);
}

/** Returns the machine's names and addresses, loopback first. IPv6 addresses have no brackets. */
export function machineNames(): string[] {
  const host = hostname().toLowerCase();
  const names = /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/.test(host) ? [host] : [];
  // Adds `.local`, because multicast DNS resolves single-label names with this ending (RFC 6762).
  const localNames = names.filter((name) => !name.includes('.')).map((name) => `${name}.local`);
  const addresses = Object.values(networkInterfaces()).flatMap((interfaces = []) =>
    interfaces.map(({ address }) => address.split('%')[0] ?? address),
  );
  return [...new Set(['localhost', '127.0.0.1', '::1', ...names, ...localNames, ...addresses])];
}
