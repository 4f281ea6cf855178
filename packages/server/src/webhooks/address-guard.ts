import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Public addresses at which a cloud offers internal services to its machines. */
const cloudServices = new Set(['168.63.129.16']);
/** The well-known prefix of NAT64 (RFC 6052), whose last 32 bits are an IPv4 address. */
const nat64Prefix = ipaddr.IPv6.parse('64:ff9b::');
const globalUnicastPrefix = ipaddr.IPv6.parse('2000::');

/**
 * Returns true for addresses to which a hosted simulator sends nothing (contract section 4): the machine's
 * own addresses, and all that aren't public unicast addresses. An IPv4 address inside an IPv6 address
 * (mapped, 6to4, NAT64) is checked as IPv4.
 */
export function isForbiddenAddress(
  address: string,
  machineAddresses: readonly string[] = listOwnAddresses(),
): boolean {
  if (!ipaddr.isValid(address)) return true;
  // `process` turns IPv4-mapped addresses into IPv4, so that they are checked as IPv4.
  const ip = ipaddr.process(address);
  if (
    machineAddresses.some(
      (ownAddress) => ipaddr.isValid(ownAddress) && ipaddr.process(ownAddress).toString() === ip.toString(),
    )
  )
    return true;
  return ip instanceof ipaddr.IPv4 ? isForbiddenIpv4(ip) : isForbiddenIpv6(ip);
}

function listOwnAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((interfaces = []) =>
    interfaces.map(({ address }) => address),
  );
}

function isForbiddenIpv4(address: ipaddr.IPv4): boolean {
  return address.range() !== 'unicast' || cloudServices.has(address.toString());
}

function isForbiddenIpv6(address: ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  if (address.match(nat64Prefix, 96)) return isForbiddenIpv4(new ipaddr.IPv4(bytes.slice(12)));
  if (address.range() === '6to4') return isForbiddenIpv4(new ipaddr.IPv4(bytes.slice(2, 6)));
  return address.range() !== 'unicast' || !address.match(globalUnicastPrefix, 3);
}
