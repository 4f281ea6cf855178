import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { createConnection, isIP, type LookupFunction } from 'node:net';
import { MASKED_CREDENTIALS } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { buildConnector } from 'undici';
import { otherListens, REFUSED_ADDRESS } from './failure.ts';

/** True for an address, as text, to which no request may go. */
export type ForbidsAddress = (address: string) => boolean;

class RefusedAddressError extends Error {
  readonly code = REFUSED_ADDRESS;
}

/** Which hosts may be reached, and how their names become addresses. */
export interface HostGuard {
  readonly lookup: LookupFunction;
  /** Whether a host is an address that is forbidden; names are refused by the lookup. */
  refuses(hostname: string): boolean;
}

/**
 * Keeps connections from the addresses that `forbids` names. The check is made where the connection is, after the name has
 * become addresses: a check of the URL alone could be led astray by a name that answers differently the second time. Where there
 * are such addresses, names are somebody else's, and the name servers are asked for them.
 */
export function hostGuard(
  given: ForbidsAddress | undefined,
  lookup: LookupFunction = given ? nameServerLookup() : (systemLookup as LookupFunction),
): HostGuard {
  const forbids = given ?? (() => false);
  return {
    lookup: guardedLookup(loopbackNames(sharedLookup(lookup)), forbids),
    refuses: (hostname) => {
      // Literals never pass through the lookup.
      const literal = hostname.replace(/^\[|\]$/g, '');
      return isIP(literal) !== 0 && forbids(literal);
    },
  };
}

/** Opens connections, but to no address that `forbids` names. */
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
    else connect(target, sayingWhoListens(target, callback));
  };
}

const otherLoopback: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

/**
 * Of a connection to a loopback address that was refused: whether the other one listens at that port, since many servers that
 * listen on `localhost` have only one of the two. Nothing is sent there.
 */
function sayingWhoListens(
  { hostname, port }: buildConnector.Options,
  callback: buildConnector.Callback,
): buildConnector.Callback {
  const host = otherLoopback[hostname.replace(/^\[|\]$/g, '')];
  if (host === undefined) return callback;
  return (...[error, socket]) => {
    if (error === null) return callback(null, socket);
    if (errorCode(error) !== 'ECONNREFUSED') return callback(error, null);
    const other = createConnection({ host, port: Number(port) });
    const ended = (code: string) => {
      other.destroy();
      callback(Object.assign(error, { code }), null);
    };
    other.once('connect', () => ended(otherListens(host))).once('error', () => ended('ECONNREFUSED'));
  };
}

/**
 * Node's option for how long one address of a host is tried before the next. An address of this machine refuses at once; one that
 * is slow is busy, as this process may be itself, and the other would not be better.
 */
export function addressTrials(hostname: string, timeoutMs: number) {
  return isLoopbackName(hostname) ? { autoSelectFamilyAttemptTimeout: timeoutMs } : {};
}

/** Refuses a name when any of its addresses is forbidden: which of them the connection would take is not ours to choose. */
function guardedLookup(lookup: SharedLookup, forbids: ForbidsAddress): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (addresses.some(({ address }) => forbids(address)))
        return callback(new RefusedAddressError(REFUSED_ADDRESS), '', 0);
      const [first] = addresses;
      // Node would throw where nobody can catch it.
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
      return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
}

type Found = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

/** Answers every address of a name. */
type SharedLookup = (hostname: string, options: LookupOptions, found: Found) => void;

/**
 * Looks a name up once for all who ask while the answer is on its way. The system's lookup holds one of very few threads
 * for as long as a dead name server is silent; a burst towards one dead name must not take them all.
 */
function sharedLookup(lookup: LookupFunction): SharedLookup {
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

function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/** `localhost` and the names under it are this machine, whatever the system's resolver says (RFC 6761, 6.3). */
function loopbackNames(lookup: SharedLookup): SharedLookup {
  return (hostname, options, found) => {
    if (!isLoopbackName(hostname)) return lookup(hostname, options, found);
    const { family } = options;
    return found(
      null,
      loopback.filter((one) => !family || one.family === Number(`${family}`.replace('IPv', ''))),
    );
  };
}

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

/** Where a request goes, and what its URL says of who sends it. */
interface RequestTarget {
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  /** With `Authorization`, of the credentials that stand in the URL (contract section 11). */
  readonly headers: Headers;
}

type Headers = Readonly<Record<string, string>>;

/** @throws TypeError when the URL is none. */
export function requestTarget(url: string, headers: Headers): RequestTarget {
  const { origin, pathname, search, username, password } = new URL(url);
  const path = pathname + search;
  if (password === '' && (username === '' || username === MASKED_CREDENTIALS))
    return { origin, path, headers };
  const credentials = Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64');
  return { origin, path, headers: { ...headers, authorization: `Basic ${credentials}` } };
}

/** What is not percent-encoded UTF-8 is taken as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
