import { type Clock, createRecordPolicy } from '@svc-simulator/core';
import { errorCode, messageOf } from '@svc-simulator/machine/errors.ts';
import type { Log } from '@svc-simulator/machine/log.ts';
import { practiceRecords } from '@svc-simulator/server/practices/practice-records.ts';
import { StartError, startErrorOf } from '@svc-simulator/server/start-error.ts';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import type { PostgresStoreOptions } from '@svc-simulator/store/postgres/postgres-store.ts';
import type { Store } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { TranslatedError } from '@svc-simulator/texts/translated-error.ts';

export interface StoreChoice {
  /** Directory of the embedded store; null keeps everything in memory. */
  readonly data: string | null;
  /** URL of the PostgreSQL database to use instead of the embedded store. */
  readonly database?: string | undefined;
  readonly durability?: 'default' | 'strict' | undefined;
  readonly retentionMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** @throws StartError with a text for people */
export async function openStore(
  choice: StoreChoice,
): Promise<{ readonly store: Store; readonly appliedMigrations: readonly string[] }> {
  const { data, database, durability, retentionMs, clock, log } = choice;
  const coreRules = { policy: createRecordPolicy(retentionMs), derive: practiceRecords };
  if (database !== undefined) return openDatabase({ ...coreRules, url: database, clock, log });
  try {
    const store = await openEmbeddedStore({
      ...coreRules,
      directory: data,
      clock,
      log,
      ...(durability && { durability }),
    });
    return { store, appliedMigrations: [] };
  } catch (error) {
    throw startErrorOf(error, { data });
  }
}

async function openDatabase(options: PostgresStoreOptions) {
  const place = databasePlace(options.url);
  // Loaded only here, so that other simulators start without the driver and the job queue.
  const { openPostgresStore } = await import('@svc-simulator/store/postgres/postgres-store.ts');
  try {
    return await openPostgresStore(options);
  } catch (error) {
    throw databaseError(error, place);
  }
}

/**
 * Returns host and name of the database for messages, because a URL contains a password.
 * @throws StartError
 */
function databasePlace(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    if (protocol !== 'postgres:' && protocol !== 'postgresql:') throw new Error('another protocol');
    return `${decodeURIComponent(host) || 'localhost'}/${decodeURIComponent(pathname.slice(1)) || 'postgres'}`;
  } catch {
    throw new StartError('BAD_OPTION', message('start.database.url_format'));
  }
}

/** PostgreSQL's codes for refused credentials. */
const REFUSED_CREDENTIALS = /^28/;
const NO_SUCH_DATABASE = '3D000';
const FORBIDDEN_DIRECTORY = '42501';
const unreachableCodes = new Map([
  ['ECONNREFUSED', 'start.database.nothing_listens'],
  ['ENOTFOUND', 'start.database.no_host'],
  ['EAI_AGAIN', 'start.database.no_host'],
] as const);

function databaseError(error: unknown, place: string): StartError {
  const code = errorCode(error) ?? 'START_FAILED';
  const reason = messageOf(error);
  if (error instanceof TranslatedError) return startErrorOf(error, {});
  const text = () => {
    if (REFUSED_CREDENTIALS.test(code)) return message('start.database.refused', { place, why: reason });
    if (code === NO_SUCH_DATABASE) return message('start.database.missing', { place });
    if (code === FORBIDDEN_DIRECTORY) return message('start.database.no_schema', { place, why: reason });
    const key = unreachableCodes.get(code as 'ECONNREFUSED');
    return message('start.database.unreachable', {
      place,
      why: key ? message(key, { code }) : reason || code,
    });
  };
  return new StartError(code, text(), error);
}
