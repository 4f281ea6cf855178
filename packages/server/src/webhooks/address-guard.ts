import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Public by their number, but a cloud's own services to the machines in it. */
const cloudServices = new Set(['168.63.129.16']);
/** The well-known prefix of NAT64 (RFC 6052), whose last 32 bits are an IPv4 address. */
const nat64 = ipaddr.IPv6.parse('64:ff9b::');
/** All global unicast addresses that have ever been given out (IANA). */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/**
 * True for an address to which a hosted simulator sends nothing: everything but public unicast addresses, also when an
 * IPv6 address carries such an IPv4 address within it (mapped, 6to4, NAT64), and whatever is no address (contract section 4). Public
 * addresses of this machine are forbidden too: what listens there trusts it.
 */
export function isForbiddenAddress(address: string, own: readonly string[] = ownAddresses()): boolean {
  if (!ipaddr.isValid(address)) return true;
  // `process` turns IPv4-mapped addresses into IPv4.
  const parsed = ipaddr.process(address);
  if (own.some((each) => ipaddr.isValid(each) && ipaddr.process(each).toString() === parsed.toString()))
    return true;
  return parsed instanceof ipaddr.IPv4 ? isForbiddenIpv4(parsed) : isForbiddenIpv6(parsed);
}

/** Asked each time, since addresses come and go while it runs. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address));
}

function isForbiddenIpv4(address: ipaddr.IPv4): boolean {
  return address.range() !== 'unicast' || cloudServices.has(address.toString());
}

function isForbiddenIpv6(address: ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  if (address.match(nat64, 96)) return isForbiddenIpv4(new ipaddr.IPv4(bytes.slice(12)));
  if (address.range() === '6to4') return isForbiddenIpv4(new ipaddr.IPv4(bytes.slice(2, 6)));
  return address.range() !== 'unicast' || !address.match(globalUnicast, 3);
}
