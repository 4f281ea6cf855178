import type { Socket } from 'node:net';
import type { Clock } from '@svc-simulator/core';
import type { buildConnector, Client, Dispatcher } from 'undici';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';
import { failureOf, foreignProtocol, UNASKED_UPGRADE } from './failure.ts';

/**
 * How long a connection stays open idle (contract section 11): many receivers on a developer's machine serve one
 * connection at a time. After as long in vain, a new connection of the same origin gets the place of the others.
 */
const PATIENCE_MS = 100;

/** Names and values of an answer's header fields, together (contract section 13). */
export const MOST_FIELDS_BYTES = 256 * 1024;

/** One connection: it carries one request at a time, and is opened by the first. */
export class Connection {
  readonly origin: string;
  readonly openedAt: number;
  /** While it is idle: when it is closed. */
  idle: Deadline | null = null;
  readonly #client: Client;
  #socket: Socket | null = null;
  #answer: AnswerStart | null = null;
  #alert: string | null = null;
  #isUsed = false;
  /** Bytes read when the request was sent. */
  #readBefore = 0;

  constructor(origin: string, openedAt: number, Clients: typeof Client, connect: buildConnector.connector) {
    this.origin = origin;
    this.openedAt = openedAt;
    this.#client = new Clients(origin, {
      connect: (target, opened) =>
        connect(target, (...[error, socket]) => {
          if (error) return opened(error, null);
          this.#socket = socket;
          // An alert, such as that of a server that requires a certificate, which undici reports as an end.
          socket.once('error', (alert: unknown) => {
            this.#alert = failureOf(alert);
          });
          this.#answer = new AnswerStart(socket);
          opened(null, socket);
        }),
      pipelining: 1,
      maxHeaderSize: MOST_FIELDS_BYTES + 1,
      // The exchange's deadline is the only time-out; undici's own would cost a timer for each connection.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Whether it can carry a request. */
  get isOpen(): boolean {
    return this.#socket?.destroyed === false;
  }

  /** Whether its request found a connection that had ended: it has carried one before, and no byte has come since. */
  get isStale(): boolean {
    return this.#isUsed && this.#socket?.bytesRead === this.#readBefore;
  }

  /** Why there was no answer, where what came in its place says so. */
  get failure(): string | null {
    return this.#answer?.failure ?? this.#alert;
  }

  send(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#isUsed = this.#socket !== null;
    this.#readBefore = this.#socket?.bytesRead ?? 0;
    this.#answer?.expect();
    this.#client.dispatch(request, handler);
  }

  /** A failure to close a connection that nobody uses any more concerns nobody. */
  close(): Promise<void> {
    return this.#client.destroy().catch(() => {});
  }
}

/** The connections to one origin. */
interface Origin {
  /** The longest idle first. */
  readonly idle: Connection[];
  /** Those that have never been answered, the oldest first. */
  readonly unheard: Set<Connection>;
}

/**
 * The open connections, one undici Client each. Not undici's Pool: that looks through all of its connections for each
 * request, hanging ones included, and opens twice as many as there are requests, because a connection counts as
 * busy until one turn of the event loop after its answer.
 */
export class Connections {
  readonly #clock: Clock;
  readonly #open: (origin: string) => Connection;
  readonly #idle: DeadlineQueue;
  readonly #origins = new Map<string, Origin>();
  #closed = false;

  constructor(clock: Clock, Clients: typeof Client, connect: buildConnector.connector) {
    this.#clock = clock;
    this.#open = (origin) => new Connection(origin, clock.elapsed(), Clients, connect);
    this.#idle = new DeadlineQueue(clock, PATIENCE_MS);
  }

  /** A connection to `origin` for one request, given back when that has ended; `fresh`: one that is opened for it. */
  take(origin: string, fresh: boolean): Connection {
    const { idle, unheard } = this.#of(origin);
    for (let kept = fresh ? undefined : idle.pop(); kept; kept = idle.pop()) {
      kept.idle?.end();
      if (kept.isOpen) return kept;
      void kept.close();
    }
    const opened = this.#open(origin);
    unheard.add(opened);
    return opened;
  }

  /** `sound`: the answer was read to its end, so the connection can carry another request. */
  giveBack(connection: Connection, sound: boolean): void {
    const { idle, unheard } = this.#of(connection.origin);
    unheard.delete(connection);
    if (!sound || this.#closed || this.#isAwaited(unheard)) {
      void connection.close();
      this.#forget(connection.origin);
      return;
    }
    idle.push(connection);
    connection.idle = this.#idle.start(() => {
      // They fall idle and end in one order.
      idle.splice(idle.indexOf(connection), 1);
      void connection.close();
      this.#forget(connection.origin);
    });
  }

  /** Closes the idle ones; those that carry something close when they are given back. */
  close(): void {
    this.#closed = true;
    this.#idle.passAll();
  }

  /** Whether the receiver seems to serve one connection at a time, and others have their turn. */
  #isAwaited([oldest]: Set<Connection>): boolean {
    return oldest !== undefined && this.#clock.elapsed() - oldest.openedAt >= PATIENCE_MS;
  }

  #of(name: string): Origin {
    let origin = this.#origins.get(name);
    if (!origin) {
      origin = { idle: [], unheard: new Set() };
      this.#origins.set(name, origin);
    }
    return origin;
  }

  #forget(name: string): void {
    const origin = this.#origins.get(name);
    if (origin?.idle.length === 0 && origin.unheard.size === 0) this.#origins.delete(name);
  }
}

/** As long as `HTTP/1.1 200`. */
const STATUS_ENDS = 12;
/** An interim answer whose head is longer is left to undici, which refuses it. */
const MOST_HELD_BYTES = 16 * 1024;
const nothing = Buffer.alloc(0);

/**
 * Looks at how each answer on a socket begins, before undici does. Interim answers (1xx) are taken out: undici gives a
 * connection up over a `100 Continue` that it did not ask for. What is not HTTP/1 is named.
 */
class AnswerStart {
  /** The failure of an answer that is not HTTP/1; null as long as none has come. */
  failure: string | null = null;
  /** What has come of a head that is not complete; null once the final answer has begun. */
  #held: Buffer | null = nothing;

  constructor(socket: Socket) {
    // Called before undici's own listener, which finds in the buffer what is put back here.
    socket.on('readable', () => {
      const chunk: Buffer | null = this.#held && socket.read();
      const answer = chunk && this.#look(chunk, this.#held ?? nothing);
      if (answer) socket.unshift(answer);
    });
  }

  /** The next bytes begin an answer. */
  expect(): void {
    this.#held = nothing;
  }

  /** What is to be read of the answer; null: nothing yet. */
  #look(chunk: Buffer, held: Buffer): Buffer | null {
    let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const head = bytes.toString('latin1', 0, STATUS_ENDS);
      if (!head.startsWith('HTTP/1.'.slice(0, head.length))) this.failure = foreignProtocol(bytes);
      else if (head.length < STATUS_ENDS) return this.#hold(bytes);
      else if (head.endsWith(' 101')) this.failure = UNASKED_UPGRADE;
      else if (/ 1\d\d$/.test(head)) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end >= 0) {
          bytes = bytes.subarray(end + 4);
          continue;
        }
        if (bytes.length < MOST_HELD_BYTES) return this.#hold(bytes);
      }
      this.#held = null;
      return bytes;
    }
  }

  #hold(bytes: Buffer): null {
    this.#held = bytes;
    return null;
  }
}
