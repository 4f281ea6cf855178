import { type Route, receiverNames } from '@svc-simulator/contract';

export interface OwnAddress {
  /** Base URLs of the simulator itself: its public URL, its listening address, `localhost`. */
  readonly baseUrls: readonly string[];
  readonly accountId: string;
}

/**
 * Returns the route of a webhook (specification, Events, rule 5; contract sections 4 and 9): `loopback` for
 * the account's own receivers, `relay` for private or invalid URLs, `direct` for all others.
 */
export function chooseRoute(url: string, ownAddress: OwnAddress): Route {
  const target = parseUrl(url);
  if (target === null) return 'relay';
  const prefix = receiverPrefix(target.pathname, ownAddress.accountId);
  if (prefix !== null && ownAddress.baseUrls.some((base) => isUnderBaseUrl(target, prefix, base)))
    return 'loopback';
  return isPrivate(normalizeHost(target)) ? 'relay' : 'direct';
}

/**
 * Parses a URL; null if it is invalid. The parser converts all forms of an IPv4 address to one, so the checks
 * need to know only that one: `http://0x7f.1` → `http://127.0.0.1`.
 */
function parseUrl(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

/** Returns the part of a path before the name of one of the account's receivers; null for other paths. */
function receiverPrefix(pathname: string, accountId: string): string | null {
  for (const name of receiverNames) {
    const path = `/console/hooks/${accountId}/${name}`;
    if (pathname.endsWith(path)) return pathname.slice(0, -path.length);
  }
  return null;
}

/** `base` can have a path: the public URL of a simulator behind a proxy, such as `https://host/sim`. */
function isUnderBaseUrl(target: URL, prefix: string, base: string): boolean {
  const ownUrl = parseUrl(base);
  if (ownUrl === null || target.protocol !== ownUrl.protocol || target.port !== ownUrl.port) return false;
  return normalizeHost(target) === normalizeHost(ownUrl) && ownUrl.pathname.replace(/\/+$/, '') === prefix;
}

/** Returns the host in one spelling: lower case, no trailing dot, an IPv4-mapped IPv6 address as IPv4. */
function normalizeHost(url: URL): string {
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  const mappedAddress = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host);
  if (!mappedAddress) return host;
  const [high, low] = [
    Number.parseInt(mappedAddress[1] ?? '', 16),
    Number.parseInt(mappedAddress[2] ?? '', 16),
  ];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function isPrivate(host: string): boolean {
  if (host === 'localhost' || host === '127.0.0.1' || host === '0.0.0.0' || host === '[::1]') return true;
  // `10.example.com` is an ordinary name, so all four parts must be numbers.
  const address = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
  if (!address) return false;
  const [first, second] = [Number(address[1]), Number(address[2])];
  return first === 10 || (first === 192 && second === 168) || (first === 172 && second >= 16 && second <= 31);
}
