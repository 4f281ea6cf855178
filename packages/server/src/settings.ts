import { networkInterfaces } from 'node:os';

const WILDCARDS = new Set(['0.0.0.0', '::', '']);

/** How a host stands in a URL: IPv6 literals in brackets, a wildcard as `localhost` (contract section 9). */
export function urlHost(host: string): string {
  if (WILDCARDS.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** The base URLs under which a listener on `host:port` is the simulator itself, the public one not included. */
export function ownUrls(host: string, port: number): string[] {
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]', urlHost(host)]);
  if (WILDCARDS.has(host)) {
    for (const addresses of Object.values(networkInterfaces())) {
      for (const { address } of addresses ?? [])
        hosts.add(address.includes(':') ? `[${address.split('%')[0]}]` : address);
    }
  }
  return [...hosts].map((name) => `http://${name}:${port}`);
}
