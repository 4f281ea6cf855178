import { Socket } from 'node:net';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import type { Log } from '@svc-simulator/machine/log.ts';
import pg, { type ClientBase, type ClientConfig, type Pool, type PoolClient, type QueryConfig } from 'pg';
import { StoreUnavailableError } from '../store.ts';

/** Short, so that callers get a 503 soon if PostgreSQL is away. */
const CONNECT_TIMEOUT_MS = 3000;
const ANSWER_TIMEOUT_MS = 10_000;
/** PostgreSQL ends a stalled instance's transaction after this time. Until then, the records stay locked. */
const IDLE_IN_TRANSACTION_MS = 5000;

export interface DatabaseOptions {
  readonly url: string;
  readonly log: Log;
  readonly client?: new (config?: ClientConfig) => ClientBase;
}

const COMMIT_CONNECTIONS = 4;
const SHARED_CONNECTIONS = 8;

/**
 * Combines the driver's writes in one turn of the event loop into one system call, which wakes PostgreSQL
 * once.
 */
class GatheringSocket extends Socket {
  #isGathering = false;

  /** Keeps the writes until the end of that turn. The driver calls this method before each statement. */
  override cork(): void {
    super.cork();
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.uncork();
    });
  }
}

export class Database {
  /** Connections for commits, which send statements without waiting for earlier responses. */
  readonly commits: Pool;
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
      // Every list has an index in its order, but the planner underestimates long lists and would sort them.
      // It would also scan small tables, and reuse that plan when they have grown. So only index scans are
      // allowed. They make statements look expensive, so JIT is off: compiling would cost more than it saves.
      options: '-c enable_seqscan=off -c enable_bitmapscan=off -c random_page_cost=1.1 -c jit=off',
    };
    const createPool = (options: ClientConfig, max: number) => {
      const newPool = new pg.Pool({
        ...this.#config,
        ...options,
        max,
        idleTimeoutMillis: 0,
        ...(client && { Client: client }),
      });
      // Without these listeners, a broken connection would end the process.
      const onBroken = (cause: Error) => log('warn', 'a database connection broke', { cause: cause.message });
      newPool.on('error', onBroken);
      newPool.on('connect', (newClient) => newClient.on('error', () => {}));
      return newPool;
    };
    this.commits = createPool({ pipeline: true, stream: () => new GatheringSocket() }, COMMIT_CONNECTIONS);
    this.shared = createPool({}, SHARED_CONNECTIONS);
  }

  /** Opens connections in advance, so that the first requests don't wait for them. */
  async openConnections(): Promise<void> {
    const clients: PoolClient[] = [];
    const open = async (pool: Pool) => clients.push(await pool.connect());
    const openings = [
      ...Array.from({ length: COMMIT_CONNECTIONS }, () => open(this.commits)),
      ...Array.from({ length: SHARED_CONNECTIONS / 2 }, () => open(this.shared)),
    ];
    const results = await Promise.allSettled(openings);
    for (const client of clients) client.release();
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  createClient(): pg.Client {
    const client = new pg.Client({ ...this.#config, query_timeout: undefined });
    client.on('error', () => {});
    return client;
  }

  /**
   * Returns rows as arrays of columns.
   * @throws StoreUnavailableError
   */
  async rows<R extends unknown[]>(query: QueryConfig): Promise<R[]> {
    try {
      return await queryRows<R>(this.shared, query);
    } catch (cause) {
      throw databaseUnavailable(cause);
    }
  }

  /**
   * Runs `work` between `begin` and `commit`.
   * @throws StoreUnavailableError; nothing was changed then, unless the connection broke during the commit
   */
  async transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
    let client: PoolClient | undefined;
    let isCommitted = false;
    try {
      client = await this.shared.connect();
      await client.query('begin');
      const result = await work(client);
      await client.query('commit');
      isCommitted = true;
      return result;
    } catch (cause) {
      throw databaseUnavailable(cause);
    } finally {
      client?.release(!isCommitted);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.commits.end(), this.shared.end()]);
  }
}

/**
 * Returns rows as arrays of columns.
 * @throws the driver's error
 */
export async function queryRows<R extends unknown[]>(
  client: Pool | ClientBase,
  query: QueryConfig,
): Promise<R[]> {
  return (await client.query<R>({ ...query, rowMode: 'array' })).rows;
}

export function databaseUnavailable(cause: unknown): StoreUnavailableError {
  if (cause instanceof StoreUnavailableError) return cause;
  const reason = messageOf(cause) || String(cause);
  return new StoreUnavailableError(`the database does not take part: ${reason}`, { cause });
}

/** Collects the items of one turn of the event loop and processes them as a batch. */
export class TurnBatcher<Item, Result> {
  readonly #work: (items: readonly Item[]) => Result | Promise<Result>;
  #items: Item[] = [];
  #batch: Promise<Result> = Promise.reject(new Error('nothing was asked for'));

  constructor(work: (items: readonly Item[]) => Result | Promise<Result>) {
    this.#work = work;
    this.#batch.catch(() => {});
  }

  add(item: Item): Promise<Result> {
    if (this.#items.push(item) === 1) {
      const turn = new Promise<void>((resolve) => setImmediate(resolve));
      this.#batch = turn.then(() => this.#work(this.#items.splice(0)));
    }
    return this.#batch;
  }
}

/** Groups rows by item. The first column of a row is the 1-based index of its item. */
export function groupByIndex<Item, Row extends readonly [index: string, ...unknown[]]>(
  items: readonly Item[],
  rows: readonly Row[],
): ReadonlyMap<Item, readonly Row[]> {
  const groups = items.map((item): [Item, Row[]] => [item, []]);
  for (const row of rows) groups[Number(row[0]) - 1]?.[1].push(row);
  return new Map(groups);
}

// Matches backslashes, NUL (which PostgreSQL refuses), lone surrogates (which UTF-8 can't encode) and the tag
// separator.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose.
const UNSAFE = /[\\\0\x1f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPED = /\\(\\|[0-9a-f]{4})/g;

export const TAG_SEPARATOR = '\x1f';

/** Escapes a text so that PostgreSQL can store it. Different texts stay different. */
export function toSqlText(text: string): string {
  return text.replace(UNSAFE, (unit) =>
    unit === '\\' ? '\\\\' : `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function fromSqlText(text: string): string {
  return text.replace(ESCAPED, (_, unit: string) =>
    unit === '\\' ? '\\' : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
