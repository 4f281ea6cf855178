import type { LookupFunction } from 'node:net';
import type { Clock } from '@svc-simulator/core';
import type { Dispatcher } from 'undici';
import { type Answer, type Connection, Connections } from './connections.ts';
import { connectorTo, type ForbidsAddress, requestTarget } from './connector.ts';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';
import { ANSWER_TOO_LONG, CLOSED, failureOf, TIMED_OUT } from './failure.ts';

const KEPT_BYTES = 4 * 1024;

/** A request, sent exactly as it is given. */
export interface OutboundPost {
  /** Default: POST. */
  readonly method?: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** Absolute, http or https; credentials in it are sent as `Authorization: Basic`. */
  readonly url: string;
  /** `host`, `content-length` and `connection` are the client's own. */
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as UTF-8. */
  readonly body: Uint8Array | string;
}

export interface OutboundOptions {
  readonly clock: Clock;
  /** How long an exchange may take, from the call to the answer's last byte. */
  readonly timeoutMs: number;
  /** What is kept of an answer's body; default: 4 KiB. */
  readonly keptBytes?: number;
  /** Loads the rule of the addresses to which no connection is opened; without it every address may be reached. */
  readonly loadGuard?: () => Promise<ForbidsAddress>;
  /** Stands in for the system's name lookup. */
  readonly lookup?: LookupFunction;
}

/**
 * The one way out: every request that leaves goes through here (design promise 7), under one deadline over the
 * whole exchange, with at most 1 MiB of answer, following no redirect. What was sent over a connection that had ended
 * meanwhile goes once more over a new one, within the same deadline.
 */
export class OutboundClient {
  readonly #options: OutboundOptions;
  readonly #deadlines: DeadlineQueue;
  #connections: Connections | null = null;
  #loading: Promise<Connections> | null = null;
  #closed = false;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#deadlines = new DeadlineQueue(options.clock, options.timeoutMs);
  }

  /** Sends one POST; never rejects. */
  post(request: OutboundPost): Promise<Answer> {
    return new Promise((resolve) => {
      const giveBack = (sound: boolean) => {
        if (exchange.connection) this.#connections?.giveBack(exchange.connection, sound);
      };
      const exchange: Exchange = new Exchange(this.#deadlines, this.#options.keptBytes ?? KEPT_BYTES, {
        ended: (answer) => {
          giveBack(answer.error === null);
          resolve(answer);
        },
        stale: () => {
          giveBack(false);
          if (this.#connections) this.#send(this.#connections, request, exchange, true);
        },
      });
      if (this.#connections) this.#send(this.#connections, request, exchange);
      else
        this.#load().then(
          (connections) => this.#send(connections, request, exchange),
          (error) => exchange.fail(failureOf(error)),
        );
    });
  }

  /** Loads what sending takes, so that the first request need not wait for it. */
  async warm(): Promise<void> {
    await this.#load();
  }

  /** Cuts what is under way, which then ends with the error `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    // Whatever is under way has a deadline, which passes now.
    this.#deadlines.passAll();
    this.#connections?.close();
  }

  #load(): Promise<Connections> {
    this.#loading ??= this.#open();
    return this.#loading;
  }

  /** Imported on first use: undici is most of what starting the simulator would otherwise load. */
  async #open(): Promise<Connections> {
    const { clock, timeoutMs, loadGuard, lookup } = this.#options;
    const [{ default: Client }, { default: buildConnector }, forbids] = await Promise.all([
      import('undici/lib/dispatcher/client.js'),
      import('undici/lib/core/connect.js'),
      loadGuard?.(),
    ]);
    this.#connections = new Connections(
      clock,
      Client,
      connectorTo(buildConnector, timeoutMs, forbids, lookup),
    );
    return this.#connections;
  }

  #send(connections: Connections, request: OutboundPost, exchange: Exchange, fresh = false): void {
    if (this.#closed) exchange.fail(CLOSED);
    if (!exchange.open) return;
    try {
      const { origin, path, headers } = requestTarget(request.url, request.headers);
      exchange.connection = connections.take(origin, fresh);
      const { method = 'POST', body } = request;
      exchange.connection.send({ method, path, headers, body }, exchange);
    } catch (error) {
      // A URL that is none, or a scheme that undici does not speak.
      exchange.fail(failureOf(error));
    }
  }
}

/** An answer longer than this is not read to its end. */
const MOST_BYTES = 1024 * 1024;
const nothing = Buffer.alloc(0);

/** What comes of an exchange. */
interface ExchangeEnds {
  ended(answer: Answer): void;
  /** Its connection had ended before the request came there; it can be sent once more. */
  stale(): void;
}

/**
 * One request and its answer, from the first moment to the answer's last byte. It ends exactly once: answered in full,
 * failed, or cut by its deadline, whichever comes first.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** What carries it, once it is sent. */
  connection: Connection | null = null;
  readonly #ends: ExchangeEnds;
  readonly #keptBytes: number;
  readonly #deadline: Deadline;
  #open = true;
  #status: number | null = null;
  #kept: Buffer = nothing;
  #read = 0;

  /** `keptBytes`: how much of the answer's body is kept. */
  constructor(deadlines: DeadlineQueue, keptBytes: number, ends: ExchangeEnds) {
    this.#keptBytes = keptBytes;
    this.#ends = ends;
    this.#deadline = deadlines.start((early) => this.fail(early ? CLOSED : TIMED_OUT));
  }

  /** False once the exchange has ended. */
  get open(): boolean {
    return this.#open;
  }

  /** Ends it; whoever takes back its connection closes that, so neither a silent nor an endless answer keeps it. */
  fail(error: string): void {
    this.#end(error);
  }

  /** undici takes a handler without it for one of its older kind. */
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#read += chunk.length;
    if (this.#read > MOST_BYTES) this.fail(ANSWER_TOO_LONG);
    const room = this.#keptBytes - this.#kept.length;
    if (room <= 0) return;
    const part = chunk.subarray(0, room);
    // Copied: undici's chunk is a window on a larger buffer, which would live as long as the answer.
    this.#kept = this.#kept.length === 0 ? Buffer.from(part) : Buffer.concat([this.#kept, part]);
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#open && this.connection?.isStale) this.#ends.stale();
    else this.#end(this.connection?.failure ?? failureOf(error));
  }

  #end(error: string | null): void {
    if (!this.#open) return;
    this.#open = false;
    this.#deadline.end();
    this.#ends.ended({ status: error === null ? this.#status : null, error, body: this.#kept });
  }
}
