import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { errorCode } from '@svc-simulator/machine/errors.ts';

/** A question that nobody answers is asked twice, each time for so long; an attempt has five seconds. */
const WAIT_MS = 1000;

/**
 * Looks names up at the name servers themselves. The system's lookup holds one of the process's four threads until it has its answer,
 * and four names whose servers are silent would hold up all that is written, hashed and looked up for anybody.
 * It knows nothing of the machine's own file of hosts. `servers`: default are those of the machine.
 */
export function nameServerLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: WAIT_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const found = async (hostname: string, family: number | string = 0): Promise<LookupAddress[]> => {
    const wanted = ([4, 6] as const).filter(
      (one) => !family || one === Number(`${family}`.replace('IPv', '')),
    );
    const answers = await Promise.allSettled(
      wanted.map((one) => (one === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname))),
    );
    const addresses = answers.flatMap((answer, at) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: wanted[at] as number }))
        : [],
    );
    if (addresses.length > 0) return addresses;
    const codes = answers.map((answer) =>
      answer.status === 'rejected' ? errorCode(answer.reason) : undefined,
    );
    const isUnknown = codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA');
    throw Object.assign(new Error('no address'), { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN' });
  };
  return (hostname, { family }, callback) => {
    found(hostname, family).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}
