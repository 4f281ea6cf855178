import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

type Found = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/** Answers every address of a name. */
export type SharedLookup = (hostname: string, options: LookupOptions, found: Found) => void;

/**
 * Looks a name up once for all who ask while the answer is on its way. The system's lookup holds one of very few threads
 * for as long as a dead name server is silent; a burst towards one dead name must not take them all.
 */
export function sharedLookup(lookup: LookupFunction): SharedLookup {
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

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

export function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/** `localhost` and the names under it are this machine, whatever the system's resolver says (RFC 6761, 6.3). */
export function loopbackNames(lookup: SharedLookup): SharedLookup {
  return (hostname, options, found) => {
    if (!isLoopbackName(hostname)) return lookup(hostname, options, found);
    const { family } = options;
    return found(
      null,
      loopback.filter((one) => !family || one.family === Number(`${family}`.replace('IPv', ''))),
    );
  };
}
