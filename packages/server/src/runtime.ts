import type { Clock, RandomSource, Rates } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import type { KnownAccounts } from './accounts/known-accounts.ts';
import type { CallLog } from './calls/call-log.ts';
import type { GuardedStore } from './operations/guarded-store.ts';

/**
 * Shared by the services of one simulator. Services use no globals, so a process can run several simulators.
 */
export interface Runtime {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly store: Store;
  readonly queueEvent: GuardedStore['queueEvent'];
  readonly log: Log;
  readonly knownAccounts: KnownAccounts;
  readonly calls: CallLog;
  readonly settings: RuntimeSettings;
}

export interface RuntimeSettings {
  /** Without a trailing slash. Set once the server listens. */
  publicUrl: string;
  /** The path of `publicUrl`, such as `/pagos`; may be empty. Every path for clients begins with it. */
  readonly basePath: string;
  /** Further base URLs of the simulator, such as its address and `localhost`. */
  ownUrls: readonly string[];
  /** PEM of the local authority's certificate, if it signed the server's certificate. */
  readonly authority?: string | null;
  readonly hosted: boolean;
  /** True if an operator token is set. Only an operator can publish a notice. */
  readonly hasOperator?: boolean;
  readonly accreditationDelayMs: number;
  /** Test data is deleted after this time without changes. */
  readonly retentionMs: number;
  /** VES per unit of each currency, as decimal strings. */
  readonly rates: Rates;
  readonly version: string;
  /** Directory of the embedded store; only in a local simulator. */
  readonly dataDirectory?: string | undefined;
  /** scrypt's N of new passwords. Default: the cost of `hashPassword`. */
  readonly passwordCost?: number | undefined;
}
