import { Socket } from 'node:net';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import type { Log } from '@svc-simulator/machine/log.ts';
import pg, { type ClientBase, type ClientConfig, type Pool, type PoolClient, type QueryConfig } from 'pg';
import { StoreUnavailableError } from '../store.ts';

/** A server that does not answer is one that is away: callers get their 503 instead of waiting. */
const CONNECT_TIMEOUT_MS = 3000;
const ANSWER_TIMEOUT_MS = 10_000;
/** An instance that stands still in the middle of a commit holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 5000;

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly log: Log;
  /** Stands in for the driver's client; tests put a failing one here. */
  readonly client?: new (
    config?: ClientConfig,
  ) => ClientBase;
}

/** Connections open from the start on, so that nobody waits for one to be made. */
const COMMIT_CONNECTIONS = 4;
const SHARED_CONNECTIONS = 8;

/** Sends what the driver writes in one turn together: the statements of a batch cost one system call, and wake the server once. */
class GatheringSocket extends Socket {
  #gathers = false;

  /** The driver does so around each statement. */
  override cork(): void {
    super.cork();
    if (this.#gathers) return;
    this.#gathers = true;
    super.cork();
    process.nextTick(() => {
      this.#gathers = false;
      this.uncork();
    });
  }
}

/** One instance's connections to the database. A query that fails, for whatever reason, is `StoreUnavailableError`. */
export class Database {
  /** For commits: statements go out without waiting for the answer to the one before. */
  readonly commits: Pool;
  /** For everything else. */
  readonly shared: Pool;
  readonly #config: ClientConfig;

  constructor({ url, log, client }: DatabaseOptions) {
    this.#config = {
      connectionString: url,
      application_name: 'svc-simulator',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      lock_timeout: ANSWER_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      // Every list stands in an index's order. The planner takes account, kind and tag for independent, expects few rows of them,
      // and would look up and sort a whole list for one page of it. Pages of a disk are as near as they are on one without heads.
      // A prepared statement keeps the plan that it got while a table was small, until that is analysed: it takes an index then, too.
      // What has none is given a high price by that, for which a plan would be compiled, for longer than it takes.
      options: '-c enable_seqscan=off -c enable_bitmapscan=off -c random_page_cost=1.1 -c jit=off',
    };
    const pool = (more: ClientConfig, max: number) => {
      const made = new pg.Pool({
        ...this.#config,
        ...more,
        max,
        idleTimeoutMillis: 0,
        ...(client && { Client: client }),
      });
      // Without listeners, a connection that breaks while nobody uses it, or while somebody does, ends the process.
      const broken = (cause: Error) => log('warn', 'a database connection broke', { cause: cause.message });
      made.on('error', broken);
      made.on('connect', (connected) => connected.on('error', () => {}));
      return made;
    };
    this.commits = pool({ pipeline: true, stream: () => new GatheringSocket() }, COMMIT_CONNECTIONS);
    this.shared = pool({}, SHARED_CONNECTIONS);
  }

  /** Opens connections ahead of need. @throws the driver's error. */
  async warm(): Promise<void> {
    const opened: PoolClient[] = [];
    const open = async (pool: Pool) => opened.push(await pool.connect());
    const all = [
      ...Array.from({ length: COMMIT_CONNECTIONS }, () => open(this.commits)),
      ...Array.from({ length: SHARED_CONNECTIONS / 2 }, () => open(this.shared)),
    ];
    const ends = await Promise.allSettled(all);
    for (const client of opened) client.release();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** A connection beside the pools, which the caller ends. */
  single(): pg.Client {
    const client = new pg.Client({ ...this.#config, query_timeout: undefined });
    client.on('error', () => {});
    return client;
  }

  /** The rows as arrays of columns. @throws StoreUnavailableError */
  async rows<R extends unknown[]>(query: QueryConfig): Promise<R[]> {
    try {
      return (await this.shared.query<R>({ ...query, rowMode: 'array' })).rows;
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  /** Runs `work` between `begin` and `commit`. @throws StoreUnavailableError; nothing was changed then. */
  async transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    let clean = false;
    try {
      client = await this.shared.connect();
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      clean = true;
      return result;
    } catch (cause) {
      throw unavailable(cause);
    } finally {
      client?.release(!clean);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.commits.end(), this.shared.end()]);
  }
}

export function unavailable(cause: unknown): StoreUnavailableError {
  if (cause instanceof StoreUnavailableError) return cause;
  const reason = messageOf(cause) || String(cause);
  return new StoreUnavailableError(`the database does not take part: ${reason}`, { cause });
}

/** Does together what is asked for in one turn of the event loop. */
export class Together<Item, Result> {
  readonly #work: (items: readonly Item[]) => Result | Promise<Result>;
  #items: Item[] = [];
  #done: Promise<Result> = Promise.reject(new Error('nothing was asked for'));

  constructor(work: (items: readonly Item[]) => Result | Promise<Result>) {
    this.#work = work;
    this.#done.catch(() => {});
  }

  /** Resolves with what comes of all of them. */
  add(item: Item): Promise<Result> {
    if (this.#items.push(item) === 1) {
      const turn = new Promise<void>((resolve) => setImmediate(resolve));
      this.#done = turn.then(() => this.#work(this.#items.splice(0)));
    }
    return this.#done;
  }
}

/** What was found for each of those asked for together; a row begins with its place among them, from 1. */
export function byPlace<Asked, Row extends readonly [place: string, ...unknown[]]>(
  asked: readonly Asked[],
  rows: readonly Row[],
): ReadonlyMap<Asked, readonly Row[]> {
  const found = asked.map((one): [Asked, Row[]] => [one, []]);
  for (const row of rows) found[Number(row[0]) - 1]?.[1].push(row);
  return new Map(found);
}

// A backslash, what PostgreSQL's text refuses (NUL), what UTF-8 cannot hold (lone surrogates), and the separator of tags.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const UNSAFE = /[\\\0\x1f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPED = /\\(\\|[0-9a-f]{4})/g;

/** Stands between the tags of a record on their way into the database. */
export const TAG_SEPARATOR = '\x1f';

/** Any text as one that PostgreSQL stores and finds: two that differ stay different. */
export function toSqlText(text: string): string {
  return text.replace(UNSAFE, (unit) =>
    unit === '\\' ? '\\\\' : `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Undoes `toSqlText`. */
export function fromSqlText(text: string): string {
  return text.replace(ESCAPED, (_, unit: string) =>
    unit === '\\' ? '\\' : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
