import { hostname, networkInterfaces } from 'node:os';

type Scheme = 'http' | 'https';

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

const WILDCARDS = new Set(['0.0.0.0', '::', '']);

/** Whether a listener on this host is reached under every address of the machine. */
function isWildcard(host: string): boolean {
  return WILDCARDS.has(host);
}

/** Under which names and addresses a machine is itself: first to itself, then on its networks. IPv6 without brackets. */
export function machineNames(): string[] {
  const own = hostname().toLowerCase();
  const names = /^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/.test(own) ? [own] : [];
  // Names of one label are found on a network by multicast, with that ending (RFC 6762).
  const local = names.filter((name) => !name.includes('.')).map((name) => `${name}.local`);
  const addresses = Object.values(networkInterfaces()).flatMap((found = []) =>
    found.map(({ address }) => address.split('%')[0] ?? address),
  );
  return [...new Set(['localhost', '127.0.0.1', '::1', ...names, ...local, ...addresses])];
}
