import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

type Found = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/**
 * Looks a name up once for all who ask while the answer is on its way. The system's lookup holds one of very few threads
 * for as long as a dead name server is silent; a burst towards one dead name must not take them all.
 */
export function sharedLookup(
  lookup: LookupFunction,
): (hostname: string, options: LookupOptions, found: Found) => void {
  const waiting = new Map<string, Found[]>();
  return (hostname, options, found) => {
    const question = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const others = waiting.get(question);
    if (others) {
      others.push(found);
      return;
    }
    const all = [found];
    waiting.set(question, all);
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      waiting.delete(question);
      const addresses =
        typeof answer === 'string' ? [{ address: answer, family: isIP(answer) }] : (answer ?? []);
      for (const one of all) one(error, addresses);
    });
  };
}
