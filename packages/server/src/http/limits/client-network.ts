import ipaddr from 'ipaddr.js';
import type { Holder } from './keyed-budget.ts';

/** Prefix length of an IPv6 client, which owns its whole network. */
const CLIENT_BITS = 64;
/** Prefix length of an IPv6 site, which one customer of a provider may own. */
const SITE_BITS = 48;
/** Number of clients' shares that all networks of a site have together. */
const SITE_SHARES = 2;

/** Parses an address in its usual spelling; converts an IPv4-mapped one to IPv4. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const usual = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return usual ? ipaddr.process(text) : undefined;
}

/** Returns the client of an address: the IPv4 address itself, or the /64 of an IPv6 address. */
export function clientOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address instanceof ipaddr.IPv6 ? networkKey(address, CLIENT_BITS) : address.toString();
}

/** Returns the /48 of an IPv6 client; undefined for an IPv4 address. */
export function siteOfClient(client: string): string | undefined {
  const [network = '', bits] = client.split('/');
  return bits === undefined ? undefined : networkKey(ipaddr.IPv6.parse(network), SITE_BITS);
}

/** Returns the owner of a client's turns: its IPv6 site, or the client itself. */
export function turnOwner(client: string): string {
  return siteOfClient(client) ?? client;
}

/** Returns the keys under which a client uses a budget: its own and, with a larger share, its site's. */
export function clientHolders(client: string, most: number, scope = ''): readonly Holder[] {
  const site = siteOfClient(client);
  const ownHolder = { key: `${scope} ${client}`, most };
  return site === undefined
    ? [ownHolder]
    : [ownHolder, { key: `${scope} ${site}`, most: most * SITE_SHARES }];
}

function networkKey(address: ipaddr.IPv6, bits: number): string {
  const bytes = address.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0));
  return `${new ipaddr.IPv6(bytes).toString()}/${bits}`;
}
