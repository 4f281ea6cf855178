import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Clock, RandomSource } from '@svc-simulator/core';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { closeToOthers } from '@svc-simulator/machine/file-owner.ts';
import { type Log, logSaid } from '@svc-simulator/machine/log.ts';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { AccountService } from '@svc-simulator/server/accounts/account-service.ts';
import { openDemoAccount, openReadyAccount } from '@svc-simulator/server/accounts/demo-account.ts';
import { type DemoAccount, KnownAccounts } from '@svc-simulator/server/accounts/known-accounts.ts';
import { CallLog } from '@svc-simulator/server/calls/call-log.ts';
import { withoutBasePath } from '@svc-simulator/server/http/base-path.ts';
import { earlyAnswer } from '@svc-simulator/server/http/early-answers.ts';
import { AccountQuotas } from '@svc-simulator/server/http/limits/account-quotas.ts';
import { Admission } from '@svc-simulator/server/http/limits/admission.ts';
import type { ClientAddresses } from '@svc-simulator/server/http/limits/client-addresses.ts';
import { type ConnectionLimits, hostedLimits } from '@svc-simulator/server/http/limits/connection-limits.ts';
import { memoryOf } from '@svc-simulator/server/http/limits/room.ts';
import { type Listener, listen } from '@svc-simulator/server/http/listener.ts';
import { problemOf } from '@svc-simulator/server/http/problem.ts';
import { problemTexts, toldRefusal } from '@svc-simulator/server/http/problem-words.ts';
import { requestListenerOf } from '@svc-simulator/server/http/request-listener.ts';
import { hostName, type IsOwnHost } from '@svc-simulator/server/http/served-hosts.ts';
import { LoopDelay } from '@svc-simulator/server/operations/loop-delay.ts';
import { measured } from '@svc-simulator/server/operations/measured-store.ts';
import { Metrics } from '@svc-simulator/server/operations/metrics.ts';
import { type Instruments, Readiness } from '@svc-simulator/server/operations/operation-routes.ts';
import { THROWAWAY_COST } from '@svc-simulator/server/passwords/password.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { machineNames, ownUrls, urlHost } from '@svc-simulator/server/settings.ts';
import {
  assertThrowaway,
  readBasePath,
  readMetricsToken,
  readQuotas,
  readRates,
  startErrorOf,
} from '@svc-simulator/server/start-error.ts';
import { handleTimer } from '@svc-simulator/server/timer-handler.ts';
import type { CertificateFiles } from '@svc-simulator/server/tls/own-certificate.ts';
import type { Tls, TlsOptions } from '@svc-simulator/server/tls/tls.ts';
import { presentedJson } from '@svc-simulator/server/trace/presented-event.ts';
import { type Dispatcher, THROWAWAY_GRACE_MS } from '@svc-simulator/server/webhooks/dispatcher.ts';
import { Webhooks } from '@svc-simulator/server/webhooks/webhooks.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { SaidError, StartReason } from '@svc-simulator/texts/said-error.ts';
import { createSimulatorApp } from './app.ts';
import { openStore } from './open-store.ts';

/** How a simulator is to run; every option has a default that suits a developer's machine (contract section 8). */
export interface SimulatorOptions {
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Default 4010; 0 takes any free port. */
  readonly port?: number;
  /** Directory of the embedded store; null (the default) keeps everything in memory. */
  readonly data?: string | null;
  /** `postgres://…`: everything is in this database instead, which several instances may share. */
  readonly database?: string;
  /** Base URL that payment pages and receivers are reached under; default: the address it listens on. */
  readonly publicUrl?: string;
  /** Public host names that a local simulator serves besides that of `publicUrl` and the machine's own. */
  readonly allowedHosts?: readonly string[];
  /** Serves https: with a certificate of the data directory's own authority, or with one that was made elsewhere. */
  readonly tls?: boolean | CertificateFiles;
  /** Serves many teams: webhooks never reach private addresses, no demo account. */
  readonly hosted?: boolean;
  /** Proxies whose X-Forwarded-For counts: how many in a row, or their addresses and CIDR ranges with commas between. */
  readonly trustedProxy?: string;
  /** What a hosted simulator's listener bears with, where it differs from the default. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** What an account may have when hosted, as JSON; missing quotas keep their default (`parseQuotas`). */
  readonly quotas?: string;
  /** Bearer token of `/metrics`; a hosted simulator without one does not show them. */
  readonly metricsToken?: string;
  /** How long `close` goes on serving while `/ready` says 503, for balancers to notice; default 0. */
  readonly drainMs?: number;
  /** From payment on the page to accreditation, in ms; default 5000. */
  readonly accreditationDelayMs?: number;
  /** VES rates as JSON, for example `{"USD":"130.5"}`; missing currencies keep their default. */
  readonly rates?: string;
  /** Make the demo account on an empty store; default true, false when hosted. */
  readonly demo?: boolean;
  /** The text of a snapshot: its accounts are made, those that are not there yet, in place of the demo account. */
  readonly seed?: string;
  /** `webhook_secret` of the demo account when it is made; default: a new one. */
  readonly webhookSecret?: string;
  /** `strict` syncs the disk before each answer. */
  readonly durability?: 'default' | 'strict';
  /**
   * Hashes passwords at almost no cost, so that an account takes a few ms: for simulators that a test makes and throws
   * away, with everything in memory and not hosted.
   */
  readonly throwaway?: boolean;
  /** scrypt's N, where it is not what `throwaway` or its absence says: for tests of stores that last. */
  readonly passwordCost?: number;
  /** The process is the simulator's alone: it may be faster by replacing the process's `Request` and `Response`. */
  readonly ownsProcess?: boolean;
  readonly clock?: Clock;
  readonly random?: RandomSource;
  readonly log?: Log;
  /** Shown by `/health`. */
  readonly version?: string;
}

/** A running simulator. */
export interface Simulator {
  /** Where it listens. */
  readonly url: string;
  readonly publicUrl: string;
  /** What programs have to trust to reach it: as PEM, and the file with it. Null without TLS. */
  readonly trust: { readonly pem: string; readonly file: string } | null;
  /** The demo account, or the first one of the seed, once it is made or found; null when there is none. */
  readonly demo: Promise<DemoAccount | null>;
  /** The accounts of the seed that it knows the credentials of; none without a seed. */
  readonly seeded: Promise<readonly DemoAccount[]>;
  /**
   * Makes a further account like the demo one: with an agreement, which a reset gives back, and a merchant profile.
   * @throws Error when the name is taken.
   */
  openAccount(shortName: string): Promise<DemoAccount>;
  /** Calls the listener with an account of those above whose credentials are others now, after a login; what it does is waited for. */
  onCredentials(listener: (account: DemoAccount) => Promise<void> | void): () => void;
  /** The migrations of the database that ran at this start, in their order. */
  readonly migrations: readonly string[];
  /** Every stored trace event of all accounts, as its JSON text. */
  onEvent(listener: (event: { readonly accountId: string; readonly json: string }) => void): () => void;
  readonly attemptsUnderWay: Dispatcher['underWay'];
  /** Called once if an invariant of it breaks: it answers nothing but that from then on, and has to be started again. */
  onBroken(listener: (error: SaidError) => void): void;
  /** Says so on `/ready` for `drainMs`, then takes no more requests, lets what is in flight end, saves, and frees the port and the directory. */
  close(): Promise<void>;
}

const DEFAULT_PORT = 4010;
const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_ACCREDITATION_DELAY_MS = 5000;

/**
 * Starts a simulator of its own: several can run in one process. Resolves when it listens.
 * @throws StartError with a text for people when the port is taken, the directory is in use or damaged, or an option is wrong.
 */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { clock = systemClock, random = cryptoRandom, log = () => {}, hosted = false, data = null } = options;
  const rates = readRates(options.rates);
  const metricsToken = readMetricsToken(options.metricsToken);
  const quotas = readQuotas(options.quotas);
  const basePath = readBasePath(options.publicUrl);
  assertThrowaway(options);
  const seeding = options.seed === undefined ? null : await seedOf(options.seed);
  // Not loaded by a simulator on a developer's machine, where clients are not told apart.
  const clients = hosted ? await clientAddresses(options.trustedProxy, log) : null;
  const { database, durability, publicUrl, host = DEFAULT_HOST, port = DEFAULT_PORT } = options;
  const isNew = data !== null && !existsSync(data);
  const tls = await tlsOf(options, { data, host, publicUrl, now: clock.now(), log });
  const { store, ran } = await openStore({ data, database, durability, clock, log }).catch(async (error) => {
    await tls?.close();
    throw error;
  });
  if (data !== null && database === undefined) await closeData(data, log);
  const metrics = new Metrics();
  const accountQuotas = clients && new AccountQuotas(quotas, { clock, store }, clients);
  const watched = measured(store, metrics, { clock, log, stored: accountQuotas?.stored });
  const runtime: Runtime = {
    clock,
    random,
    store: watched.store,
    note: accountQuotas?.noting(watched.note) ?? watched.note,
    log,
    known: new KnownAccounts(log),
    calls: new CallLog(clock, hosted ? memoryOf : undefined),
    settings: {
      publicUrl: '',
      basePath,
      ownUrls: [],
      authority: tls?.authority ?? null,
      hosted,
      accreditationDelayMs: options.accreditationDelayMs ?? DEFAULT_ACCREDITATION_DELAY_MS,
      rates,
      version: options.version ?? '0.0.0',
      dataDirectory:
        database === undefined && data !== null && !hosted && isOwnMachine(options.host) ? data : undefined,
      passwordCost: options.passwordCost ?? (options.throwaway ? THROWAWAY_COST : undefined),
    },
  };
  const closing = new AbortController();
  // Each open stream listens for the end; ten of them are no leak.
  setMaxListeners(0, closing.signal);
  const webhooks = new Webhooks(runtime, { ...(accountQuotas && { quotas: accountQuotas }) });
  const accounts = new AccountService(runtime, accountQuotas);
  const admission = new Admission(clients, accountQuotas, clock);
  const readiness = new Readiness(clock, watched);
  const loopDelay = new LoopDelay();
  const counts: Instruments['counts'] = async () => ({
    relays: webhooks.relays.size,
    connections: await listener.connections(),
    streams: admission.streams.total,
    quotaRefusals: admission.quotaRefusals,
  });
  const instruments = { metrics, readiness, loopDelay, metricsToken, counts };
  const app = createSimulatorApp(runtime, accounts, {
    admission,
    instruments,
    hasRelay: (accountId) => webhooks.relays.has(accountId),
    closing: closing.signal,
  });
  let listener: Listener;
  try {
    listener = await listen(requestListenerOf(app, { random, ownsProcess: options.ownsProcess }), {
      host,
      port,
      clock,
      ...(basePath !== '' && { readdress: withoutBasePath(basePath) }),
      early: earlyAnswer(random, hosted ? null : ownHosts(options, tls)),
      upgrade: webhooks.upgrade,
      problem: (refusal, incoming) =>
        problemOf(refusal, {
          requestId: random.uuid(),
          acceptLanguage: incoming?.headers['accept-language'],
        }),
      ...(tls && { certificate: tls.served }),
      ...(clients && {
        limits: { ...hostedLimits, ...options.connectionLimits },
        isProxy: (address) => clients.isProxy(address),
      }),
    });
  } catch (error) {
    await Promise.all([store.close(), tls?.close()]);
    // Nothing is in it yet that anybody could want.
    if (isNew) await rm(data, { recursive: true, force: true });
    throw startErrorOf(error, { host, port });
  }
  const scheme = tls ? 'https' : 'http';
  const url = `${scheme}://${tls ? hostCovered(tls, host) : urlHost(host)}:${listener.port}`;
  runtime.settings.publicUrl = (publicUrl ?? url).replace(/\/+$/, '');
  const own = ownUrls(scheme, host, listener.port);
  runtime.settings.ownUrls = [...own, ...(basePath === '' ? [] : own.map((each) => each + basePath))];
  store.integrity.onBroken(({ said, cause }) => {
    logSaid(log, 'error', said as StartReason, { stack: cause instanceof Error ? cause.stack : undefined });
  });
  store.start((due, passedMs) => handleTimer(runtime, webhooks.dispatcher, due, passedMs));
  // Beside a database no credentials are kept: whoever finds it empty is told them, once.
  const keptIn = database === undefined ? data : null;
  const seeded = seeding ? seeding(runtime, accounts, keptIn) : Promise.resolve([]);
  const demo = seeding
    ? seeded.then(([first = null]) => first)
    : (options.demo ?? !hosted)
      ? openDemoAccount(runtime, accounts, keptIn, options.webhookSecret)
      : Promise.resolve(null);
  demo.catch(() => {});
  seeded.catch(() => {});

  let closed: Promise<void> | undefined;
  const close = async () => {
    readiness.drain();
    if (options.drainMs) await new Promise<void>((resolve) => clock.after(options.drainMs ?? 0, resolve));
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
    trust: tls && { pem: tls.trusted, file: tls.trustFile },
    demo,
    seeded,
    openAccount: async (shortName) => {
      const made = await openReadyAccount(runtime, accounts, { shortName });
      if (!made.ok) throw new Error(toldRefusal(await problemTexts('en'), made.refusal).detail);
      return made.value;
    },
    onCredentials: (listener) => runtime.known.onChange(listener),
    migrations: ran,
    onBroken: (listener) => store.integrity.onBroken(listener),
    onEvent: (listen) =>
      store.trace.subscribe(null, (event) =>
        listen({ accountId: event.accountId, json: presentedJson(event) }),
      ),
    attemptsUnderWay: () => webhooks.dispatcher.underWay(),
    close: () => (closed ??= close()),
  };
}

/** Loaded by those who have a seed. Answers how to make its accounts, once it is known to be a good one. @throws StartError */
async function seedOf(text: string) {
  const { openSeededAccounts, readSeed } = await import('@svc-simulator/server/snapshots/seed.ts');
  const file = await readSeed(text);
  return (runtime: Runtime, accounts: AccountService, directory: string | null) =>
    openSeededAccounts(runtime, accounts, file, directory);
}

/** Loaded by those who serve https. @throws StartError */
async function tlsOf({ tls }: SimulatorOptions, options: Omit<TlsOptions, 'files'>): Promise<Tls | null> {
  if (!tls) return null;
  const { openTls } = await import('@svc-simulator/server/tls/tls.ts');
  return openTls({ ...options, files: tls === true ? null : tls });
}

/** Keeps others from changing what is kept; whoever can write there could have the simulator send to other places. */
async function closeData(directory: string, log: Log): Promise<void> {
  const closed = await closeToOthers(directory).catch(() => 'closed' as const);
  if (closed !== 'closed') logSaid(log, 'warn', message(`start.data.${closed}`, { directory }));
}

/** Knows the names that a local simulator is reached by; its certificate keeps a page of any other name from connecting. */
function ownHosts({ host = '', publicUrl, allowedHosts = [] }: SimulatorOptions, tls: Tls | null): IsOwnHost {
  const told = publicUrl === undefined ? [] : [new URL(publicUrl).host];
  const names = new Set([...machineNames(), host, ...told, ...allowedHosts].map(hostName));
  return (name) => names.has(name) || tls?.covers(name) === true;
}

/** The host to reach it under: one that the certificate is for, when it is for one of this machine's. */
function hostCovered({ covers }: Tls, host: string): string {
  return urlHost([host, 'localhost'].find(covers) ?? host);
}

async function clientAddresses(trustedProxy: string | undefined, log: Log): Promise<ClientAddresses> {
  const { ClientAddresses } = await import('@svc-simulator/server/http/limits/client-addresses.ts');
  return new ClientAddresses(trustedProxy, () => logSaid(log, 'warn', message('start.no_proxy_trusted')));
}

/** Whether nobody else can reach what listens there. */
export function isOwnMachine(host = DEFAULT_HOST): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
