import type { Socket } from 'node:net';
import type { Clock } from '@svc-simulator/core';
import type { buildConnector, Client, Dispatcher } from 'undici';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';
import {
  FIELDS_TOO_LONG,
  failureReason,
  foreignProtocol,
  MAX_INTERIM,
  TIMED_OUT,
  TOO_MANY_INTERIM,
  UNASKED_UPGRADE,
} from './failure.ts';

/**
 * Idle time of a connection in ms (contract section 11); many local receivers serve one connection at a time.
 * A new connection that waits this long replaces idle ones of its origin.
 */
const IDLE_CONNECTION_MS = 100;

/** Limit for the names and values of a response's header fields (contract section 13). */
export const MAX_FIELDS_BYTES = 256 * 1024;

/** A connection for one request at a time; the first request opens it. */
export class OutboundConnection {
  readonly origin: string;
  readonly openedAt: number;
  idle: Deadline | null = null;
  readonly #client: Client;
  #socket: Socket | null = null;
  #answer: AnswerStart | null = null;
  #alert: string | null = null;
  #isUsed = false;
  /** `bytesRead` of the socket when the request was sent. */
  #readBefore = 0;

  constructor(origin: string, openedAt: number, Clients: typeof Client, connect: buildConnector.connector) {
    this.origin = origin;
    this.openedAt = openedAt;
    this.#client = new Clients(origin, {
      connect: (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error) return callback(error, null);
          this.#socket = socket;
          // A TLS alert, for example because the server requires a certificate; undici reports only that the
          // connection ended.
          socket.once('error', (alert: unknown) => {
            this.#alert = failureReason(alert);
          });
          this.#answer = new AnswerStart(socket);
          callback(null, socket);
        }),
      pipelining: 1,
      maxHeaderSize: MAX_FIELDS_BYTES + 1,
      // The exchange's deadline is the only timeout; undici's would cost a timer for each connection.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  get isOpen(): boolean {
    return this.#socket?.destroyed === false;
  }

  /**
   * True when a used connection has received no byte since the request was sent, so it had probably ended
   * before.
   */
  get isStale(): boolean {
    return this.#isUsed && this.#socket?.bytesRead === this.#readBefore;
  }

  /** The reason for a missing response, if the received bytes tell it. */
  get failure(): string | null {
    return this.#answer?.failure ?? this.#alert;
  }

  /** The reason for a response that did not begin in time: bytes beyond the limit belong to its head. */
  get lateness(): string {
    const readBytes = (this.#socket?.bytesRead ?? 0) - this.#readBefore;
    return readBytes > MAX_FIELDS_BYTES ? FIELDS_TOO_LONG : TIMED_OUT;
  }

  send(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#isUsed = this.#socket !== null;
    this.#readBefore = this.#socket?.bytesRead ?? 0;
    this.#answer?.expect();
    this.#client.dispatch(request, handler);
  }

  close(): Promise<void> {
    return this.#client.destroy().catch(() => {});
  }
}

interface Origin {
  /** Ordered by idle time, longest first. */
  readonly idle: OutboundConnection[];
  /** Connections without any response so far, oldest first. */
  readonly unheard: Set<OutboundConnection>;
}

/**
 * The open connections, each an undici Client. undici's Pool searches all connections for every request,
 * including hanging ones, and opens twice as many as needed.
 */
export class Connections {
  readonly #clock: Clock;
  readonly #open: (origin: string) => OutboundConnection;
  readonly #idle: DeadlineQueue;
  readonly #origins = new Map<string, Origin>();
  #closed = false;

  constructor(clock: Clock, Clients: typeof Client, connect: buildConnector.connector) {
    this.#clock = clock;
    this.#open = (origin) => new OutboundConnection(origin, clock.elapsed(), Clients, connect);
    this.#idle = new DeadlineQueue(clock, IDLE_CONNECTION_MS);
  }

  take(origin: string, isNew: boolean): OutboundConnection {
    const { idle, unheard } = this.#of(origin);
    for (let idleConnection = isNew ? undefined : idle.pop(); idleConnection; idleConnection = idle.pop()) {
      idleConnection.idle?.end();
      if (idleConnection.isOpen) return idleConnection;
      void idleConnection.close();
    }
    const connection = this.#open(origin);
    unheard.add(connection);
    return connection;
  }

  /** Takes a connection back; `sound` says that its response was read completely, so it can be used again. */
  giveBack(connection: OutboundConnection, sound: boolean): void {
    const { idle, unheard } = this.#of(connection.origin);
    unheard.delete(connection);
    if (!sound || this.#closed || this.#isAwaited(unheard)) {
      void connection.close();
      this.#forget(connection.origin);
      return;
    }
    idle.push(connection);
    connection.idle = this.#idle.start(() => {
      // Connections become idle and expire in the same order.
      idle.splice(idle.indexOf(connection), 1);
      void connection.close();
      this.#forget(connection.origin);
    });
  }

  /** Closes idle connections; busy ones close when they are given back. */
  close(): void {
    this.#closed = true;
    this.#idle.passAll();
  }

  #isAwaited([oldest]: Set<OutboundConnection>): boolean {
    return oldest !== undefined && this.#clock.elapsed() - oldest.openedAt >= IDLE_CONNECTION_MS;
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

/** Length of `HTTP/1.1 200`. */
const STATUS_ENDS = 12;
/** An interim response with a longer head is left to undici, which refuses it. */
const MAX_HEAD_BYTES = 16 * 1024;
const noBytes = Buffer.alloc(0);

/**
 * Inspects the beginning of each response before undici and removes interim responses (1xx), because undici
 * fails on an unexpected `100 Continue`. Names protocols other than HTTP/1.
 */
class AnswerStart {
  /** The failure of a response that isn't HTTP/1; null without one. */
  failure: string | null = null;
  /** Bytes of an incomplete head; null once the final response has begun. */
  #held: Buffer | null = noBytes;
  #interimCount = 0;
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Runs before undici's own listener, which finds the returned bytes in the buffer.
    socket.on('readable', () => {
      const chunk: Buffer | null = this.#held && socket.read();
      const answer = chunk && this.#look(chunk, this.#held ?? noBytes);
      if (answer) socket.unshift(answer);
    });
  }

  expect(): void {
    this.#held = noBytes;
    this.#interimCount = 0;
  }

  /** Returns the bytes to pass on; null while the head is incomplete. */
  #look(chunk: Buffer, buffered: Buffer): Buffer | null {
    let bytes = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    for (;;) {
      const head = bytes.toString('latin1', 0, STATUS_ENDS);
      if (!head.startsWith('HTTP/1.'.slice(0, head.length))) this.failure = foreignProtocol(bytes);
      else if (head.length < STATUS_ENDS) return this.#hold(bytes);
      else if (head.endsWith(' 101')) this.failure = UNASKED_UPGRADE;
      else if (/ 1\d\d$/.test(head)) {
        const end = bytes.indexOf('\r\n\r\n');
        if (++this.#interimCount > MAX_INTERIM) return this.#refuse();
        if (end >= 0) {
          bytes = bytes.subarray(end + 4);
          continue;
        }
        if (bytes.length < MAX_HEAD_BYTES) return this.#hold(bytes);
      }
      this.#held = null;
      return bytes;
    }
  }

  /** Ends the connection, since undici itself would read interim responses without end. */
  #refuse(): null {
    this.failure = TOO_MANY_INTERIM;
    this.#socket.destroy();
    return null;
  }

  #hold(bytes: Buffer): null {
    this.#held = bytes;
    return null;
  }
}
