import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { createConnection, isIP, type LookupFunction } from 'node:net';
import { MASKED_CREDENTIALS } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { buildConnector } from 'undici';
import { otherListens, REFUSED_ADDRESS } from './failure.ts';

export type ForbidsAddress = (address: string) => boolean;

class RefusedAddressError extends Error {
  readonly code = REFUSED_ADDRESS;
}

export interface HostGuard {
  readonly lookup: LookupFunction;
  refuses(hostname: string): boolean;
}

/**
 * Blocks connections to addresses that `forbids` rejects, after name resolution, because a name could resolve
 * differently the second time. With `forbids`, names are untrusted and resolved by the name servers.
 */
export function hostGuard(
  forbiddenBy: ForbidsAddress | undefined,
  lookup: LookupFunction = forbiddenBy ? nameServerLookup() : (systemLookup as LookupFunction),
): HostGuard {
  const forbids = forbiddenBy ?? (() => false);
  return {
    lookup: guardedLookup(loopbackNames(sharedLookup(lookup)), forbids),
    refuses: (hostname) => {
      // The lookup never sees literal addresses.
      const literal = hostname.replace(/^\[|\]$/g, '');
      return isIP(literal) !== 0 && forbids(literal);
    },
  };
}

export function connectorTo(
  build: typeof buildConnector,
  timeoutMs: number,
  forbids: ForbidsAddress | undefined,
  lookup?: LookupFunction,
): buildConnector.connector {
  const guard = hostGuard(forbids, lookup);
  const options = { timeout: timeoutMs, lookup: guard.lookup };
  const connect = build(options);
  const connectHere = build({ ...options, ...addressTrials('localhost', timeoutMs) });
  return (target, callback) => {
    if (guard.refuses(target.hostname)) callback(new RefusedAddressError(REFUSED_ADDRESS), null);
    else if (isLoopbackName(target.hostname)) connectHere(target, callback);
    else connect(target, withOtherLoopback(target, callback));
  };
}

const otherLoopback: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

/**
 * When a loopback address refuses the connection, checks if the other one listens at that port, because many
 * `localhost` servers use only one. Sends nothing.
 */
function withOtherLoopback(
  { hostname, port }: buildConnector.Options,
  callback: buildConnector.Callback,
): buildConnector.Callback {
  const host = otherLoopback[hostname.replace(/^\[|\]$/g, '')];
  if (host === undefined) return callback;
  return (...[error, socket]) => {
    if (error === null) return callback(null, socket);
    if (errorCode(error) !== 'ECONNREFUSED') return callback(error, null);
    const probe = createConnection({ host, port: Number(port) });
    const finish = (code: string) => {
      probe.destroy();
      callback(Object.assign(error, { code }), null);
    };
    probe.once('connect', () => finish(otherListens(host))).once('error', () => finish('ECONNREFUSED'));
  };
}

/**
 * Returns Node's option for the time per address of a host. Local addresses refuse at once; a slow one is
 * busy, and trying the other wouldn't help.
 */
export function addressTrials(hostname: string, timeoutMs: number) {
  return isLoopbackName(hostname) ? { autoSelectFamilyAttemptTimeout: timeoutMs } : {};
}

/** Refuses a name when any of its addresses is forbidden, because the connection may choose any of them. */
function guardedLookup(lookup: SharedLookup, forbids: ForbidsAddress): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (addresses.some(({ address }) => forbids(address)))
        return callback(new RefusedAddressError(REFUSED_ADDRESS), '', 0);
      const [first] = addresses;
      // Otherwise Node would throw an error that can't be caught.
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
      return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
}

type Found = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/** Passes all addresses of a name to `callback`. */
type SharedLookup = (hostname: string, options: LookupOptions, callback: Found) => void;

/**
 * Shares a lookup among simultaneous callers. The system's lookup uses one of few threads, which a burst
 * towards a dead name must not exhaust.
 */
function sharedLookup(lookup: LookupFunction): SharedLookup {
  const waiting = new Map<string, Found[]>();
  return (hostname, options, callback) => {
    const question = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const waiters = waiting.get(question);
    if (waiters) {
      waiters.push(callback);
      return;
    }
    const all = [callback];
    waiting.set(question, all);
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      waiting.delete(question);
      const addresses =
        typeof answer === 'string' ? [{ address: answer, family: isIP(answer) }] : (answer ?? []);
      for (const callback of all) callback(error, addresses);
    });
  };
}

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/**
 * Resolves `localhost` and names below it to this machine, whatever the system's resolver says (RFC 6761,
 * 6.3).
 */
function loopbackNames(lookup: SharedLookup): SharedLookup {
  return (hostname, options, callback) => {
    if (!isLoopbackName(hostname)) return lookup(hostname, options, callback);
    const { family } = options;
    return callback(
      null,
      loopback.filter((candidate) => !family || candidate.family === Number(`${family}`.replace('IPv', ''))),
    );
  };
}

/** Time for each of two tries; an attempt has five seconds. */
const NAME_SERVER_TIMEOUT_MS = 1000;

/**
 * Resolves names at the name servers directly, without the hosts file. The system's lookup uses one of four
 * threads, so four silent names would block all file and hash work. `servers` default to the machine's.
 */
export function nameServerLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const resolveAll = async (hostname: string, family: number | string = 0): Promise<LookupAddress[]> => {
    const families = ([4, 6] as const).filter(
      (candidate) => !family || candidate === Number(`${family}`.replace('IPv', '')),
    );
    const answers = await Promise.allSettled(
      families.map((version) => (version === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname))),
    );
    const addresses = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: families[index] as number }))
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
    resolveAll(hostname, family).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
}

interface RequestTarget {
  readonly origin: string;
  readonly path: string;
  /** Includes `Authorization` if the URL has credentials (contract section 11). */
  readonly headers: RequestHeaders;
}

type RequestHeaders = Readonly<Record<string, string>>;

/** @throws TypeError when the URL is invalid. */
export function requestTarget(url: string, headers: RequestHeaders): RequestTarget {
  const { origin, pathname, search, username, password } = new URL(url);
  const path = pathname + search;
  if (password === '' && (username === '' || username === MASKED_CREDENTIALS))
    return { origin, path, headers };
  const credentials = Buffer.from(`${decodePercent(username)}:${decodePercent(password)}`).toString('base64');
  return { origin, path, headers: { ...headers, authorization: `Basic ${credentials}` } };
}

/** Text that isn't percent-encoded UTF-8 is used unchanged. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
