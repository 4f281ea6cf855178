import ipaddr from 'ipaddr.js';
import type { Holder } from './keyed-budget.ts';

/** Bits of an IPv6 address that stand for one client: an address comes with its whole network. */
const CLIENT_BITS = 64;
/** Bits of the site that a client's network belongs to, which one customer of a provider may have. */
const SITE_BITS = 48;
/** Shares of a client that all networks of one site have together. */
const SITE_SHARES = 2;

/** Parses an address; an IPv4-mapped one is the IPv4 address. Returns undefined unless it is in the usual spelling. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const usual = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return usual ? ipaddr.process(text) : undefined;
}

/** Decides which client an address is: the IPv4 address itself, or the /64 of an IPv6 address. */
export function clientOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv6 ? networkOf(address, CLIENT_BITS) : address.toString();
}

/** Returns the /48 of an IPv6 client; undefined for an IPv4 address. */
export function siteOfClient(client: string): string | undefined {
  const [network = '', bits] = client.split('/');
  return bits === undefined ? undefined : networkOf(ipaddr.IPv6.parse(network), SITE_BITS);
}

/** Returns who a client takes turns as: all networks of an IPv6 site together. */
export function turnOwner(client: string): string {
  return siteOfClient(client) ?? client;
}

/** Returns the keys that a client takes an amount under, of a thing if one is named: its own, and its site's with a larger share. */
export function clientHolders(client: string, most: number, thing = ''): readonly Holder[] {
  const site = siteOfClient(client);
  const own = { key: `${thing} ${client}`, most };
  return site === undefined ? [own] : [own, { key: `${thing} ${site}`, most: most * SITE_SHARES }];
}

function networkOf(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${new ipaddr.IPv6(bytes).toString()}/${bits}`;
}
