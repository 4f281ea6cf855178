import type { buildConnector, Client } from 'undici';

/** Connections to one origin that are kept, with nothing under way, for the next request. */
const IDLE_TO_ONE = 128;
/** Origins to which idle connections are kept. */
const IDLE_ORIGINS = 64;

/** One connection: it carries one request at a time, and is opened by the first. */
export interface Connection {
  readonly origin: string;
  readonly client: Client;
}

/**
 * The open connections, one undici Client each. Not undici's Pool: that looks through all of its connections for each
 * request, hanging ones included, and opens twice as many as there are requests, because a connection counts as
 * busy until one turn of the event loop after its answer.
 */
export class Connections {
  readonly #open: (origin: string) => Client;
  /** In the order in which their first connection fell idle. */
  readonly #idle = new Map<string, Connection[]>();
  #closed = false;

  constructor(Clients: typeof Client, connect: buildConnector.connector) {
    this.#open = (origin) =>
      // The exchange's deadline is the only time-out; undici's own would cost a timer for each connection.
      new Clients(origin, { connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  }

  /** A connection to `origin` for one request; the caller gives it back when that has ended. */
  take(origin: string): Connection {
    return this.#idle.get(origin)?.pop() ?? { origin, client: this.#open(origin) };
  }

  /** `sound`: the answer was read to its end, so the connection can carry another request. */
  giveBack(connection: Connection, sound: boolean): void {
    const idle = this.#idle.get(connection.origin);
    if (!sound || this.#closed) drop(connection);
    else if (!idle) this.#keep(connection);
    else if (idle.length < IDLE_TO_ONE) idle.push(connection);
    else drop(connection);
  }

  /** Closes the idle ones; those that carry something close when they are given back. */
  async close(): Promise<void> {
    this.#closed = true;
    const idle = [...this.#idle.values()].flat();
    this.#idle.clear();
    await Promise.all(idle.map(({ client }) => client.destroy()));
  }

  #keep(connection: Connection): void {
    this.#idle.set(connection.origin, [connection]);
    const [oldest] = this.#idle;
    if (!oldest || this.#idle.size <= IDLE_ORIGINS) return;
    this.#idle.delete(oldest[0]);
    for (const idle of oldest[1]) drop(idle);
  }
}

/** A failure to close a connection that nobody uses any more concerns nobody. */
function drop({ client }: Connection): void {
  client.destroy().catch(() => {});
}
