import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DAY_MS, isLoopback } from '@svc-simulator/contract';
import { type Clock, type RandomSource, RETENTION_MS, sleep } from '@svc-simulator/core';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { protectDirectory } from '@svc-simulator/machine/file-owner.ts';
import { type Log, logNotice } from '@svc-simulator/machine/log.ts';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { AccountService } from '@svc-simulator/server/accounts/account-service.ts';
import { createDemoAccount, openDemoAccount } from '@svc-simulator/server/accounts/demo-account.ts';
import { type DemoAccount, KnownAccounts } from '@svc-simulator/server/accounts/known-accounts.ts';
import { CallLog } from '@svc-simulator/server/calls/call-log.ts';
import { formatRefusal, loadProblemTexts } from '@svc-simulator/server/format-refusal.ts';
import { withoutBasePath } from '@svc-simulator/server/http/base-path.ts';
import { createEarlyResponder } from '@svc-simulator/server/http/early-responder.js';
import { AccountQuotas } from '@svc-simulator/server/http/limits/account-quotas.ts';
import { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import type { ClientAddresses } from '@svc-simulator/server/http/limits/client-addresses.ts';
import { type ConnectionLimits, hostedLimits } from '@svc-simulator/server/http/limits/connection-limits.ts';
import { textMemoryBytes } from '@svc-simulator/server/http/limits/memory-pool.ts';
import { createRequestListener, type Listener, listen } from '@svc-simulator/server/http/listener.ts';
import { problemOf } from '@svc-simulator/server/http/problem.ts';
import { hostName, type IsOwnHost } from '@svc-simulator/server/http/served-hosts.ts';
import { guardStore } from '@svc-simulator/server/operations/guarded-store.js';
import { LoopDelay } from '@svc-simulator/server/operations/loop-delay.ts';
import { Metrics } from '@svc-simulator/server/operations/metrics.ts';
import { type Instruments, Readiness } from '@svc-simulator/server/operations/operation-routes.ts';
import type { OperatorParts } from '@svc-simulator/server/operator/operator-routes.ts';
import { THROWAWAY_COST } from '@svc-simulator/server/passwords/password.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { machineNames, ownUrls, urlHost } from '@svc-simulator/server/settings.ts';
import {
  assertThrowawayAllowed,
  readBasePath,
  readMetricsToken,
  readOperatorToken,
  readQuotas,
  readRates,
  startErrorOf,
} from '@svc-simulator/server/start-error.ts';
import { handleTimer } from '@svc-simulator/server/timer-handler.ts';
import type { CertificateFiles } from '@svc-simulator/server/tls/own-certificate.ts';
import type { Tls, TlsOptions } from '@svc-simulator/server/tls/tls.ts';
import { presentEventJson } from '@svc-simulator/server/trace/presented-event.ts';
import { type Dispatcher, THROWAWAY_GRACE_MS } from '@svc-simulator/server/webhooks/dispatcher.ts';
import { Webhooks } from '@svc-simulator/server/webhooks/webhooks.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason, TranslatedError } from '@svc-simulator/texts/translated-error.ts';
import { createSimulatorApp } from './app.ts';
import { openStore } from './open-store.ts';

export interface SimulatorOptions {
  readonly host?: string;
  /** Default: 4010; 0 takes any free port. */
  readonly port?: number;
  /** Directory of the embedded store. Default: null, which keeps everything in memory. */
  readonly data?: string | null;
  /**
   * `postgres://…`: stores everything in this database instead of a directory; several instances can share
   * it.
   */
  readonly database?: string;
  /** Base URL for payment pages and receivers. Default: the URL on which it listens. */
  readonly publicUrl?: string;
  /** Further public host names for a local simulator, next to the machine's own and that of `publicUrl`. */
  readonly allowedHosts?: readonly string[];
  /** Serves https with a certificate of the data directory's own authority, or with the given files. */
  readonly tls?: boolean | CertificateFiles;
  /** Serves many teams: webhooks never reach private addresses, and no demo account is created. */
  readonly hosted?: boolean;
  /**
   * Proxies whose X-Forwarded-For is trusted: the number of proxies in a row, or their addresses and CIDR
   * ranges separated by commas.
   */
  readonly trustedProxy?: string;
  /** Connection limits of a hosted simulator that differ from the defaults. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Quotas of a hosted account as JSON; missing ones keep their default (`parseQuotas`). */
  readonly quotas?: string;
  /** Bearer token of `/metrics`. Without it, a hosted simulator hides the metrics. */
  readonly metricsToken?: string;
  /**
   * Bearer token of the operator's desk (`/operator`) of a hosted simulator. Without it, the desk doesn't
   * exist.
   */
  readonly operatorToken?: string;
  /** Time in ms that `close` keeps serving while `/ready` returns 503, for load balancers. Default: 0. */
  readonly drainMs?: number;
  /** Time from payment to accreditation in ms. Default: 5000. */
  readonly accreditationDelayMs?: number;
  /** Days for which unchanged test data is kept. Default: 14. */
  readonly retentionDays?: number;
  /** VES rates as JSON, for example `{"USD":"130.5"}`; missing currencies keep their default. */
  readonly rates?: string;
  /** Creates the demo account in an empty store. Default: true, or false if hosted. */
  readonly demo?: boolean;
  /** Text of a snapshot. Accounts of the snapshot that don't exist yet are created, and no demo account. */
  readonly seed?: string;
  /** `webhook_secret` of a new demo account. Default: a random one. */
  readonly webhookSecret?: string;
  /** `strict` syncs the disk before each response. */
  readonly durability?: 'default' | 'strict';
  /**
   * Hashes passwords at almost no cost, so that accounts take a few ms: for short-lived test simulators in
   * memory, not hosted.
   */
  readonly throwaway?: boolean;
  /** scrypt's N, which overrides the one that `throwaway` implies: for tests of durable stores. */
  readonly passwordCost?: number;
  /**
   * True if the process runs only the simulator. Then the simulator replaces the global `Request` and
   * `Response`, which is faster.
   */
  readonly ownsProcess?: boolean;
  readonly clock?: Clock;
  readonly random?: RandomSource;
  readonly log?: Log;
  readonly version?: string;
}

export interface Simulator {
  readonly url: string;
  readonly publicUrl: string;
  /** Certificate that clients must trust, as PEM and as a file; null without TLS. */
  readonly caCertificate: { readonly pem: string; readonly file: string } | null;
  /** The demo account or the first account of the seed, once created or found; null if there is neither. */
  readonly demo: Promise<DemoAccount | null>;
  /** The seed's accounts with known credentials; empty without a seed. */
  readonly seededAccounts: Promise<readonly DemoAccount[]>;
  /**
   * Creates an account like the demo one: with an agreement, which a reset restores, and a merchant profile.
   * @throws Error when the name is taken.
   */
  openAccount(shortName: string): Promise<DemoAccount>;
  /**
   * Calls the listener, and waits for it, when a credential of a demo, seed or opened account is replaced.
   */
  onCredentials(listener: (account: DemoAccount) => Promise<void> | void): () => void;
  readonly migrations: readonly string[];
  onEvent(listener: (event: { readonly accountId: string; readonly json: string }) => void): () => void;
  readonly attemptsUnderWay: Dispatcher['runningAttempts'];
  /** Calls the listener once if the store breaks; afterwards every response is an error until a restart. */
  onBroken(listener: (error: TranslatedError) => void): void;
  /**
   * Reports 503 on `/ready` for `drainMs`, then refuses new requests, finishes running ones, saves, and frees
   * the port and the directory.
   */
  close(): Promise<void>;
}

const DEFAULT_PORT = 4010;
const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_ACCREDITATION_DELAY_MS = 5000;

/**
 * Starts a simulator; several can run in a process. Resolves when it listens.
 * @throws StartError with a text for people when the port is taken, the directory is in use or damaged, or an
 * option is wrong.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { clock = systemClock, random = cryptoRandom, log = () => {}, hosted = false, data = null } = options;
  const rates = readRates(options.rates);
  const metricsToken = readMetricsToken(options.metricsToken);
  const operatorToken = readOperatorToken(options.operatorToken, hosted);
  const quotas = readQuotas(options);
  const basePath = readBasePath(options.publicUrl);
  assertThrowawayAllowed(options);
  const openSeed = options.seed === undefined ? null : await loadSeed(options.seed);
  // Local simulators don't distinguish clients, because they have no limits per client.
  const clients = hosted ? await clientAddresses(options.trustedProxy, log) : null;
  const retentionMs = options.retentionDays === undefined ? RETENTION_MS : options.retentionDays * DAY_MS;
  const { database, durability, publicUrl, host = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const isNew = data !== null && !existsSync(data);
  const tls = await loadTls(options, { data, host, publicUrl, now: clock.now(), log });
  const { store, appliedMigrations } = await openStore({
    data,
    database,
    durability,
    retentionMs,
    clock,
    log,
  }).catch(async (error) => {
    await tls?.close();
    throw error;
  });
  if (data !== null && database === undefined) await protectDataDirectory(data, log);
  const metrics = new Metrics();
  const accountQuotas = clients && new AccountQuotas(quotas, { clock, store, retentionMs }, clients);
  const watched = guardStore(store, metrics, { clock, log, onCommit: accountQuotas?.addCommit });
  const runtime: Runtime = {
    clock,
    random,
    store: watched.store,
    queueEvent: accountQuotas?.dropEventsOfFullAccounts(watched.queueEvent) ?? watched.queueEvent,
    log,
    knownAccounts: new KnownAccounts(log),
    calls: new CallLog(clock, hosted ? textMemoryBytes : undefined),
    settings: {
      publicUrl: '',
      basePath,
      ownUrls: [],
      authority: tls?.authority ?? null,
      hosted,
      hasOperator: operatorToken !== undefined,
      accreditationDelayMs: options.accreditationDelayMs ?? DEFAULT_ACCREDITATION_DELAY_MS,
      retentionMs,
      rates,
      version: options.version ?? '0.0.0',
      dataDirectory:
        database === undefined && data !== null && !hosted && isOwnMachine(options.host) ? data : undefined,
      passwordCost: options.passwordCost ?? (options.throwaway ? THROWAWAY_COST : undefined),
    },
  };
  const closing = new AbortController();
  // Each open stream adds a listener, so more than ten are no leak.
  setMaxListeners(0, closing.signal);
  const webhooks = new Webhooks(runtime, { ...(accountQuotas && { quotas: accountQuotas }) });
  const accounts = new AccountService(runtime, accountQuotas);
  const admission = new Admission(clients, accountQuotas, clock);
  const readiness = new Readiness(clock, watched);
  const loopDelay = new LoopDelay();
  const readLiveCounts: Instruments['readLiveCounts'] = async () => ({
    relays: webhooks.relays.size,
    connections: await listener.connections(),
    streams: admission.streams.total,
    quotaRefusals: admission.quotaRefusals,
    busiestAccounts: (await operator?.busiestAccounts(webhooks.dispatcher.attemptsByAccount())) ?? [],
  });
  const instruments = { metrics, readiness, loopDelay, metricsToken, readLiveCounts };
  const operator =
    operatorToken === undefined ? null : await openOperator(operatorToken, runtime, { accounts, admission });
  const app = createSimulatorApp(runtime, accounts, {
    admission,
    operator,
    instruments,
    hasRelay: (accountId) => webhooks.relays.has(accountId),
    sender: webhooks.transports,
    closing: closing.signal,
  });
  let listener: Listener;
  try {
    listener = await listen(createRequestListener(app, random, options.ownsProcess), {
      host,
      port,
      ...(basePath !== '' && { rewriteUrl: withoutBasePath(basePath) }),
      respondEarly: createEarlyResponder(random, hosted ? null : ownHosts(options, tls)),
      onUpgrade: webhooks.upgrade,
      formatProblem: (refusal, incoming) =>
        problemOf(refusal, {
          requestId: random.uuid(),
          acceptLanguage: incoming?.headers['accept-language'],
        }),
      ...(tls && { certificate: tls.certificate }),
      ...(clients && {
        limits: { ...hostedLimits, ...options.connectionLimits },
        isProxy: (address) => clients.isProxy(address),
      }),
    });
  } catch (error) {
    await Promise.all([store.close(), tls?.close()]);
    if (isNew) await rm(data, { recursive: true, force: true });
    throw startErrorOf(error, { host, port });
  }
  const scheme = tls ? 'https' : 'http';
  const url = `${scheme}://${tls ? hostCovered(tls, host) : urlHost(host)}:${listener.port}`;
  runtime.settings.publicUrl = (publicUrl ?? url).replace(/\/+$/, '');
  const listenUrls = ownUrls(scheme, host, listener.port);
  runtime.settings.ownUrls = [
    ...listenUrls,
    ...(basePath === '' ? [] : listenUrls.map((listenUrl) => listenUrl + basePath)),
  ];
  store.integrity.onBroken(({ reason, cause }) => {
    logNotice(log, 'error', reason as StartReason, {
      stack: cause instanceof Error ? cause.stack : undefined,
    });
  });
  store.start((due, passedMs) => handleTimer(runtime, webhooks.dispatcher, due, passedMs));
  // With a database, no directory stores the credentials, so only the first start shows them.
  const credentialsDirectory = database === undefined ? data : null;
  const seededAccounts = openSeed ? openSeed(runtime, accounts, credentialsDirectory) : Promise.resolve([]);
  const demo = openSeed
    ? seededAccounts.then(([first = null]) => first)
    : (options.demo ?? !hosted)
      ? openDemoAccount(runtime, accounts, credentialsDirectory, options.webhookSecret)
      : Promise.resolve(null);
  demo.catch(() => {});
  seededAccounts.catch(() => {});

  let shutdown: Promise<void> | undefined;
  const close = async () => {
    readiness.drain();
    listener.drain();
    if (options.drainMs) await sleep(clock, options.drainMs);
    closing.abort();
    loopDelay.end();
    const drained = listener.close();
    await webhooks.close(options.throwaway ? THROWAWAY_GRACE_MS : undefined);
    await drained;
    await demo.catch(() => {});
    await Promise.all([store.close(), tls?.close()]);
  };
  return {
    url,
    publicUrl: runtime.settings.publicUrl,
    caCertificate: tls && { pem: tls.trusted, file: tls.trustFile },
    demo,
    seededAccounts,
    openAccount: async (shortName) => {
      const opening = await createDemoAccount(runtime, accounts, { shortName });
      if (!opening.ok) throw new Error(formatRefusal(await loadProblemTexts('en'), opening.refusal).detail);
      return opening.value;
    },
    onCredentials: (listener) => runtime.knownAccounts.onChange(listener),
    migrations: appliedMigrations,
    onBroken: (listener) => store.integrity.onBroken(listener),
    onEvent: (listen) =>
      store.trace.subscribe(null, (event) =>
        listen({ accountId: event.accountId, json: presentEventJson(event) }),
      ),
    attemptsUnderWay: () => webhooks.dispatcher.runningAttempts(),
    close: () => (shutdown ??= close()),
  };
}

/**
 * Validates a seed and returns a function that creates its accounts. The code for seeds is loaded only here.
 */
async function loadSeed(text: string) {
  const { openSeededAccounts, readSeed } = await import('@svc-simulator/server/snapshots/seed.ts');
  const file = await readSeed(text);
  return (runtime: Runtime, accounts: AccountService, directory: string | null) =>
    openSeededAccounts(runtime, accounts, file, directory);
}

/** Opens TLS if it is requested. Its code is loaded only then. */
async function loadTls({ tls }: SimulatorOptions, options: Omit<TlsOptions, 'files'>): Promise<Tls | null> {
  if (!tls) return null;
  const { openTls } = await import('@svc-simulator/server/tls/tls.ts');
  return openTls({ ...options, files: tls === true ? null : tls });
}

/** Loads and creates the operator's desk, which most simulators don't have. */
async function openOperator(token: string, runtime: Runtime, parts: OperatorParts) {
  const { createOperatorSurface } = await import('@svc-simulator/server/operator/operator-surface.js');
  const { operatorDocumentRoute } = await import('@svc-simulator/web/operator/operator-document.ts');
  return createOperatorSurface(token, runtime, parts, operatorDocumentRoute(runtime.settings));
}

/**
 * Removes other users' write access to the data directory: anybody who can write there can redirect webhooks.
 */
async function protectDataDirectory(directory: string, log: Log): Promise<void> {
  const change = await protectDirectory(directory).catch(() => 'closed' as const);
  if (change !== 'closed') logNotice(log, 'warn', message(`start.data.${change}`, { directory }));
}

/**
 * Returns a check for the name in a `Host` header: a local simulator serves its own names and those of its
 * certificate.
 */
function ownHosts({ host = '', publicUrl, allowedHosts = [] }: SimulatorOptions, tls: Tls | null): IsOwnHost {
  const publicHosts = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  const names = new Set([...machineNames(), host, ...publicHosts, ...allowedHosts].map(hostName));
  return (name) => names.has(name) || tls?.covers(name) === true;
}

function hostCovered({ covers }: Tls, host: string): string {
  return urlHost([host, 'localhost'].find(covers) ?? host);
}

async function clientAddresses(trustedProxy: string | undefined, log: Log): Promise<ClientAddresses> {
  const { ClientAddresses } = await import('@svc-simulator/server/http/limits/client-addresses.ts');
  return new ClientAddresses(trustedProxy, () => logNotice(log, 'warn', message('start.no_proxy_trusted')));
}

/** Returns true for an address that only this machine can reach. */
export function isOwnMachine(host = DEFAULT_HOST): boolean {
  return isLoopback(host);
}
