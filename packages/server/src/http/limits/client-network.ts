import ipaddr from 'ipaddr.js';
import type { BudgetKey } from './keyed-budget.ts';

/** Prefix length of an IPv6 client, because one machine can use all addresses of its /64 network. */
const CLIENT_BITS = 64;
/** Prefix length of an IPv6 site, because one customer of a provider can own a whole /48 network. */
const SITE_BITS = 48;
/** The networks of a site together get this many times the limit of a client. */
const SITE_SHARES = 2;

/**
 * Parses an IP address; undefined for other texts and for rare spellings such as `127.1`. Converts
 * IPv4-mapped IPv6 addresses to IPv4.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const isUsualSpelling = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isUsualSpelling ? ipaddr.process(text) : undefined;
}

/** Returns the client of an address: the IPv4 address itself, or the /64 network of an IPv6 address. */
export function clientOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv6 ? networkKey(address, CLIENT_BITS) : address.toString();
}

/** Returns the /48 network of an IPv6 client; undefined for an IPv4 client. */
export function siteOfClient(client: string): string | undefined {
  const [network = '', bits] = client.split('/');
  return bits === undefined ? undefined : networkKey(ipaddr.IPv6.parse(network), SITE_BITS);
}

/** Returns the owner of a client's turns in a queue: its IPv6 site, or the client itself. */
export function turnOwner(client: string): string {
  return siteOfClient(client) ?? client;
}

/** Returns the keys under which a client uses a budget: its own, and its site's with a higher limit. */
export function clientKeys(client: string, limit: number, scope = ''): readonly BudgetKey[] {
  const site = siteOfClient(client);
  const ownKey = { key: `${scope} ${client}`, limit };
  return site === undefined ? [ownKey] : [ownKey, { key: `${scope} ${site}`, limit: limit * SITE_SHARES }];
}

function networkKey(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${new ipaddr.IPv6(bytes).toString()}/${bits}`;
}
