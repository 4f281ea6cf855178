import * as api from '@svc-simulator/contract';
import { type Fault, faultAt, type Outcome } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';
import type { DueWork } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { brokenStoreMessage, brokenStoreRefusal } from '../http/errors.ts';
import { unknownPath } from '../http/http-refusals.ts';
import { refuseWith, unauthorized } from '../refusals.ts';
import { type Reply, type Route, reply, route } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { bearer } from '../tokens/account-tokens.ts';
import { isSameSecret } from '../tokens/same-secret.ts';
import type { GuardedStore } from './guarded-store.ts';
import type { LoopDelay } from './loop-delay.ts';
import type { Metrics } from './metrics.ts';
import { type Gauges, metricsText } from './metrics-text.ts';

export interface Instruments {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly loopDelay: LoopDelay;
  /** Token for `/metrics`. Without it, a hosted simulator doesn't serve the metrics. */
  readonly metricsToken: string | undefined;
  readonly readLiveCounts: () => Promise<
    Pick<Gauges, 'relays' | 'connections' | 'streams' | 'quotaRefusals' | 'busiestAccounts'>
  >;
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function operationRoutes(
  { clock, settings, store }: Runtime,
  instruments: Instruments,
): readonly Route[] {
  const { metrics, readiness, loopDelay, metricsToken, readLiveCounts } = instruments;
  const startedMs = clock.elapsed();
  return [
    route(api.getHealth, () => {
      const { broken } = store.integrity;
      if (broken) return brokenStoreRefusal(broken);
      const { version, dataDirectory } = settings;
      const uptime_s = Math.floor((clock.elapsed() - startedMs) / 1000);
      const data = dataDirectory === undefined ? {} : { data_directory: dataDirectory };
      return reply({ status: 'ok', version, uptime_s, ...data });
    }),
    route(api.getReadiness, async () => {
      const faults = await readiness.faults();
      const [first] = faults;
      return first ? notReady(first, faults) : reply({ status: 'ready' });
    }),
    route(api.getMetrics, async ({ header }) => {
      const refusal = metricsRefusal(header('authorization'), metricsToken, settings.hosted);
      if (refusal) return refusal;
      const [faults, dueWork, liveCounts] = await Promise.all([
        readiness.faults(),
        readiness.dueWork(),
        readLiveCounts(),
      ]);
      const cpu = process.cpuUsage();
      const text = metricsText(metrics, {
        ...liveCounts,
        version: settings.version,
        isReady: faults.length === 0,
        dueWork,
        now: clock.now(),
        loopDelay: loopDelay.readAndReset(),
        memory: process.memoryUsage(),
        cpuMicros: cpu.user + cpu.system,
      });
      return new Response(text, { headers: { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' } });
    }),
  ];
}

function notReady({ pointer: _, ...fault }: Fault, errors: readonly Fault[]): Outcome<Reply> {
  return refuseWith(503, 'problem.title.not_ready', message('problem.not_ready', { fault }), {
    errors,
    headers: { 'retry-after': '5' },
  });
}

function metricsRefusal(
  authorization: string | undefined,
  metricsToken: string | undefined,
  hosted: boolean,
): Outcome<Reply> | undefined {
  if (metricsToken === undefined) return hosted ? unknownPath('/metrics') : undefined;
  const token = bearer(authorization);
  if (isSameSecret(token, metricsToken)) return undefined;
  return unauthorized(message('problem.token.metrics'));
}

const STORE_TIMEOUT_MS = 2000;
/** Age at which a failed write no longer counts, so that new requests show whether the store can write. */
const FAILURE_EXPIRES_MS = 5000;

/**
 * Reports an instance as not ready while it stops or can't reach its store. A long queue of a single account
 * doesn't count, because other accounts are still served.
 */
export class Readiness {
  readonly #clock: Clock;
  readonly #guardedStore: GuardedStore;
  #isDraining = false;
  #pendingPing: Promise<boolean> | null = null;

  constructor(clock: Clock, guardedStore: GuardedStore) {
    this.#clock = clock;
    this.#guardedStore = guardedStore;
  }

  /** Reports not ready from now on while the instance still serves, so that load balancers notice. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Returns the failed checks, each with its name as pointer; empty if ready. */
  async faults(): Promise<readonly Fault[]> {
    if (this.#isDraining) return [faultAt('/draining', 'fault.ready.shutting_down')];
    const { broken } = this.#guardedStore.store.integrity;
    if (broken) return [{ pointer: '/store', ...brokenStoreMessage(broken) }];
    const failedAt = this.#guardedStore.lastWriteFailureAt();
    if (failedAt !== null && this.#clock.elapsed() - failedAt < FAILURE_EXPIRES_MS)
      return [faultAt('/store', 'fault.ready.store_write_failed')];
    return (await this.#canReachStore()) ? [] : [faultAt('/store', 'fault.ready.store_not_responding')];
  }

  dueWork(): Promise<DueWork | null> {
    return this.#withTimeout(() => this.#guardedStore.store.dueWork());
  }

  /** Checks that the store responds. Simultaneous checks share one read. */
  #canReachStore(): Promise<boolean> {
    this.#pendingPing ??= this.#withTimeout(async () => {
      await this.#guardedStore.store.ping();
      return true;
    })
      .then((isReachable) => isReachable ?? false)
      .finally(() => {
        this.#pendingPing = null;
      });
    return this.#pendingPing;
  }

  /** Returns null if the store fails or takes too long. */
  #withTimeout<T>(read: () => T | Promise<T>): Promise<T | null> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(STORE_TIMEOUT_MS, () => resolve(null));
      const finish = (result: T | null) => {
        cancel();
        resolve(result);
      };
      Promise.resolve()
        .then(read)
        .then(finish, () => finish(null));
    });
  }
}
