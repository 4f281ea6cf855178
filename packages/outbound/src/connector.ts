import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { createConnection, isIP, type LookupFunction } from 'node:net';
import { decodePercent, MASKED_CREDENTIALS } from '@svc-simulator/core';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { buildConnector } from 'undici';
import { otherListensReason, REFUSED_ADDRESS } from './failure.ts';

export type ForbidsAddress = (address: string) => boolean;

class RefusedAddressError extends Error {
  readonly code = REFUSED_ADDRESS;
}

export interface HostGuard {
  readonly lookup: LookupFunction;
  refuses(hostname: string): boolean;
}

/**
 * Refuses connections to addresses that `forbidsAddress` rejects. Checks the address that the connection will
 * use, because a name can resolve differently the second time.
 * With `forbidsAddress`, clients choose the names, so name servers resolve them (`createNameServerLookup`)
 * instead of the system.
 */
export function createHostGuard(
  forbidsAddress: ForbidsAddress | undefined,
  lookup: LookupFunction = forbidsAddress ? createNameServerLookup() : (systemLookup as LookupFunction),
): HostGuard {
  const forbids = forbidsAddress ?? (() => false);
  return {
    lookup: guardLookup(resolveLoopbackNames(shareLookups(lookup)), forbids),
    refuses: (hostname) => {
      // `lookup` is never called for an IP address, so the hostname itself is checked.
      const literal = hostname.replace(/^\[|\]$/g, '');
      return isIP(literal) !== 0 && forbids(literal);
    },
  };
}

export function createConnector(
  build: typeof buildConnector,
  timeoutMs: number,
  forbids: ForbidsAddress | undefined,
  lookup?: LookupFunction,
): buildConnector.connector {
  const guard = createHostGuard(forbids, lookup);
  const options = { timeout: timeoutMs, lookup: guard.lookup };
  const connect = build(options);
  const connectToLoopback = build({ ...options, ...addressTimeoutOption('localhost', timeoutMs) });
  return (target, callback) => {
    if (guard.refuses(target.hostname)) callback(new RefusedAddressError(REFUSED_ADDRESS), null);
    else if (isLoopbackName(target.hostname)) connectToLoopback(target, callback);
    else connect(target, checkOtherLoopback(target, callback));
  };
}

const otherLoopback: Readonly<Record<string, string>> = { '127.0.0.1': '::1', '::1': '127.0.0.1' };

/**
 * Checks if a server listens on ::1 after 127.0.0.1 refused a connection, and the reverse, because many
 * development servers use only one of them. Sends nothing.
 */
function checkOtherLoopback(
  { hostname, port }: buildConnector.Options,
  callback: buildConnector.Callback,
): buildConnector.Callback {
  const host = otherLoopback[hostname.replace(/^\[|\]$/g, '')];
  if (host === undefined) return callback;
  return (...[error, socket]) => {
    if (error === null) return callback(null, socket);
    if (errorCode(error) !== 'ECONNREFUSED') return callback(error, null);
    const testSocket = createConnection({ host, port: Number(port) });
    const finish = (code: string) => {
      testSocket.destroy();
      callback(Object.assign(error, { code }), null);
    };
    testSocket
      .once('connect', () => finish(otherListensReason(host)))
      .once('error', () => finish('ECONNREFUSED'));
  };
}

/**
 * Returns Node's option for the time limit of each address of a name. Each address of `localhost` gets the
 * whole time: if no server listens, the system refuses at once, so a silent server is only busy.
 */
export function addressTimeoutOption(hostname: string, timeoutMs: number) {
  return isLoopbackName(hostname) ? { autoSelectFamilyAttemptTimeout: timeoutMs } : {};
}

/** Refuses a name if any of its addresses is forbidden, because Node can connect to any of them. */
function guardLookup(lookup: SharedLookup, forbids: ForbidsAddress): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, addresses) => {
      if (error) return callback(error, '', 0);
      if (addresses.some(({ address }) => forbids(address)))
        return callback(new RefusedAddressError(REFUSED_ADDRESS), '', 0);
      const [first] = addresses;
      // With no address, Node would throw an error that can't be caught.
      if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0);
      return options.all ? callback(null, [...addresses]) : callback(null, first.address, first.family);
    });
}

type LookupCallback = (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void;

type SharedLookup = (hostname: string, options: LookupOptions, callback: LookupCallback) => void;

/**
 * Looks a name up once for simultaneous callers, because each lookup occupies one of Node's four worker
 * threads.
 */
function shareLookups(lookup: LookupFunction): SharedLookup {
  const callbacksByKey = new Map<string, LookupCallback[]>();
  return (hostname, options, callback) => {
    const lookupKey = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`;
    const runningCallbacks = callbacksByKey.get(lookupKey);
    if (runningCallbacks) {
      runningCallbacks.push(callback);
      return;
    }
    const callbacks = [callback];
    callbacksByKey.set(lookupKey, callbacks);
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      callbacksByKey.delete(lookupKey);
      const addresses =
        typeof answer === 'string' ? [{ address: answer, family: isIP(answer) }] : (answer ?? []);
      for (const callback of callbacks) callback(error, addresses);
    });
  };
}

function hasFamily(option: LookupOptions['family'], family: number): boolean {
  return !option || family === Number(`${option}`.replace('IPv', ''));
}

const loopbackAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function isLoopbackName(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/**
 * Resolves `localhost` and names below it to this machine, even if the system's resolver returns other
 * addresses (RFC 6761, 6.3).
 */
function resolveLoopbackNames(lookup: SharedLookup): SharedLookup {
  return (hostname, options, callback) => {
    if (!isLoopbackName(hostname)) return lookup(hostname, options, callback);
    return callback(
      null,
      loopbackAddresses.filter(({ family }) => hasFamily(options.family, family)),
    );
  };
}

const NAME_SERVER_TIMEOUT_MS = 1000;

/**
 * Resolves names by asking the name servers, without the hosts file. The system's lookup occupies one of
 * Node's four worker threads, so four slow names would stop all work on files and hashes.
 * `servers`: by default, those of the machine.
 */
export function createNameServerLookup(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: NAME_SERVER_TIMEOUT_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const resolveAll = async (hostname: string, family: LookupOptions['family']): Promise<LookupAddress[]> => {
    const families = [4, 6].filter((candidate) => hasFamily(family, candidate));
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
  /** Contains `Authorization` if the URL has credentials (contract section 11). */
  readonly headers: RequestHeaders;
}

type RequestHeaders = Readonly<Record<string, string>>;

/** @throws TypeError when the URL is invalid. */
export function parseRequestTarget(url: string, headers: RequestHeaders): RequestTarget {
  const { origin, pathname, search, username, password } = new URL(url);
  const path = pathname + search;
  if (password === '' && (username === '' || username === MASKED_CREDENTIALS))
    return { origin, path, headers };
  const credentials = Buffer.from(`${decodePercent(username)}:${decodePercent(password)}`).toString('base64');
  return { origin, path, headers: { ...headers, authorization: `Basic ${credentials}` } };
}
