import type { IncomingMessage } from 'node:http';
import { message } from '@svc-simulator/texts/message.ts';
import ipaddr from 'ipaddr.js';
import { StartError } from '../../start-error.ts';
import { clientOfAddress, parseAddress } from './client-network.ts';

/** The proxies whose `X-Forwarded-For` is trusted: the last `hops` proxies, or those in address ranges. */
type Trust =
  | { readonly hops: number }
  | { readonly ranges: readonly (readonly [ipaddr.IPv4 | ipaddr.IPv6, number])[] };

const MAX_HOPS = 16;

/**
 * Determines the client of a request: the peer, or the address that a trusted proxy names in
 * `X-Forwarded-For`. Addresses that the client itself wrote there are ignored.
 */
export class ClientAddresses {
  readonly #trust: Trust;
  /** Null after the first call, or if a proxy is trusted. */
  #onIgnored: (() => void) | null;

  /**
   * `setting` is the value of `--trusted-proxy`: a number of proxies, or their addresses and CIDR ranges
   * separated by commas; undefined trusts none. `onIgnored` is called when the first `X-Forwarded-For` is
   * ignored.
   * @throws StartError if the setting is invalid
   */
  constructor(setting?: string, onIgnored: () => void = () => {}) {
    this.#trust = setting === undefined || setting.trim() === '' ? { hops: 0 } : parseTrust(setting.trim());
    this.#onIgnored = 'hops' in this.#trust && this.#trust.hops === 0 ? onIgnored : null;
  }

  clientOf({
    socket,
    headers,
  }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): string {
    const peer = parseAddress(socket.remoteAddress ?? '');
    if (!peer) return 'unknown';
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return clientOfAddress(peer);
    this.#onIgnored?.();
    this.#onIgnored = null;
    return clientOfAddress(this.#findClient(peer, String(forwarded)));
  }

  /** Returns true for the address of a trusted proxy, whose connections serve many clients. */
  isProxy(address: string | undefined): boolean {
    if ('hops' in this.#trust) return this.#trust.hops > 0;
    const peer = parseAddress(address ?? '');
    return peer !== undefined && this.#isTrusted(peer, 0);
  }

  /**
   * Returns the last forwarded address that isn't a trusted proxy; each proxy appends the address of its
   * peer.
   */
  #findClient(peer: ipaddr.IPv4 | ipaddr.IPv6, forwarded: string): ipaddr.IPv4 | ipaddr.IPv6 {
    const addresses = forwarded.split(',').slice(-MAX_HOPS);
    let client = peer;
    for (let hop = 0; hop < addresses.length && this.#isTrusted(client, hop); hop++) {
      const next = parseAddress(withoutPort(addresses.at(-1 - hop) ?? ''));
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

function parseTrust(setting: string): Trust {
  if (/^\d{1,2}$/.test(setting) && Number(setting) <= MAX_HOPS) return { hops: Number(setting) };
  const ranges = setting.split(',').map((entry) => parseRange(entry.trim()));
  if (ranges.every((range) => range !== undefined)) return { ranges };
  throw new StartError('BAD_OPTION', message('start.trusted_proxy', { most: MAX_HOPS, given: setting }));
}

function parseRange(entry: string): readonly [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  const address = parseAddress(entry);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Removes the port that some load balancers add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const address = entry.trim();
  return /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}
