import type { IncomingMessage } from 'node:http';
import { message } from '@svc-simulator/texts/message.ts';
import ipaddr from 'ipaddr.js';
import { StartError } from '../../start-error.ts';
import { clientOfAddress, parseAddress } from './client-network.ts';

/** Trusted sources of `X-Forwarded-For`: a number of hops, or peers within these ranges. */
type Trust =
  | { readonly hops: number }
  | { readonly ranges: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] };

/** Proxies in a row; a longer chain is not looked through. */
const MOST_HOPS = 16;

/**
 * Where requests come from: the peer of the connection, or, when that is a trusted proxy, the address that it names in
 * `X-Forwarded-For`. What a client writes there itself counts for nothing.
 */
export class ClientAddresses {
  readonly #trust: Trust;
  /** Called once, and not at all when somebody is trusted. */
  #ignored: (() => void) | null;

  /**
   * `setting` is that of `--trusted-proxy`: a number of proxies in a row, or their addresses and CIDR ranges with commas
   * between them; undefined trusts nobody. `ignored` is called when the first request comes whose `X-Forwarded-For` then
   * counts for nothing.
   * @throws StartError when it is neither
   */
  constructor(setting?: string, ignored: () => void = () => {}) {
    this.#trust = setting === undefined || setting.trim() === '' ? { hops: 0 } : trustOf(setting.trim());
    this.#ignored = 'hops' in this.#trust && this.#trust.hops === 0 ? ignored : null;
  }

  /** The client of a request, as one text for each client: an IPv4 address, or the /64 of an IPv6 address. */
  clientOf({
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): string {
    const peer = parseAddress(socket.remoteAddress ?? '');
    if (!peer) return 'unknown';
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return clientOfAddress(peer);
    this.#ignored?.();
    this.#ignored = null;
    return clientOfAddress(this.#behind(peer, String(forwarded)));
  }

  /** True for a connection that carries the requests of many clients. */
  isProxy(address: string | undefined): boolean {
    if ('hops' in this.#trust) return this.#trust.hops > 0;
    const peer = parseAddress(address ?? '');
    return peer !== undefined && this.#isTrusted(peer, 0);
  }

  /** Walks from the peer to the client while the address that names the next one is trusted. */
  #behind(peer: ipaddr.IPv4 | ipaddr.IPv6, forwarded: string): ipaddr.IPv4 | ipaddr.IPv6 {
    const named = forwarded.split(',').slice(-MOST_HOPS);
    let client = peer;
    for (let hop = 0; hop < named.length && this.#isTrusted(client, hop); hop++) {
      const next = parseAddress(withoutPort(named.at(-1 - hop) ?? ''));
      if (!next) return client;
      client = next;
    }
    return client;
  }

  #isTrusted(address: ipaddr.IPv4 | ipaddr.IPv6, hop: number): boolean {
    if ('hops' in this.#trust) return hop < this.#trust.hops;
    return this.#trust.ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range as ipaddr.IPv4, bits),
    );
  }
}

function trustOf(setting: string): Trust {
  if (/^\d{1,2}$/.test(setting) && Number(setting) <= MOST_HOPS) return { hops: Number(setting) };
  const ranges = setting.split(',').map((entry) => rangeOf(entry.trim()));
  if (ranges.every((range) => range !== undefined)) return { ranges };
  throw new StartError('BAD_OPTION', message('start.trusted_proxy', { most: MOST_HOPS, given: setting }));
}

function rangeOf(entry: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = parseAddress(entry);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Some balancers write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const address = entry.trim();
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
