import type { Clock, RandomSource, Rates } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import type { KnownAccounts } from './accounts/known-accounts.ts';
import type { CallLog } from './calls/call-log.ts';
import type { GuardedStore } from './operations/guarded-store.ts';

/** Shared by the services of one simulator, without globals (design promise 8). */
export interface Runtime {
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly store: Store;
  readonly queueEvent: GuardedStore['queueEvent'];
  readonly log: Log;
  readonly known: KnownAccounts;
  readonly calls: CallLog;
  readonly settings: RuntimeSettings;
}

export interface RuntimeSettings {
  /** Without a trailing slash; known once the server listens. */
  publicUrl: string;
  /** The path of the public URL, which starts every URL shown to clients; may be empty. */
  readonly basePath: string;
  /** Further base URLs of the simulator (its address, `localhost`). */
  ownUrls: readonly string[];
  /** The local authority's certificate as PEM, if it signed the server's certificate. */
  readonly authority?: string | null;
  readonly hosted: boolean;
  /** An operator's token is set, so there may be a notice. */
  readonly hasOperator?: boolean;
  readonly accreditationDelayMs: number;
  /** VES per unit of each currency, as decimal texts. */
  readonly rates: Rates;
  readonly version: string;
  /** Directory of the embedded store; only in a local simulator. */
  readonly dataDirectory?: string | undefined;
  /** scrypt's N of new passwords; absent: the default. */
  readonly passwordCost?: number | undefined;
}
