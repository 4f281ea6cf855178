import type { Socket } from 'node:net';
import { type Clock, getOrCreate } from '@svc-simulator/core';
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
 * An idle connection is closed after this time (contract section 11), because many local receivers serve one
 * connection at a time. For the same reason, no idle connection is kept while a request to the same origin
 * has waited this long for a response.
 */
const IDLE_CONNECTION_MS = 100;

/** Maximum size of a response's header fields (contract section 13). */
export const MAX_FIELDS_BYTES = 256 * 1024;

/** A connection for one request at a time; the first request opens it. */
export class OutboundConnection {
  readonly origin: string;
  readonly openedAt: number;
  idleDeadline: Deadline | null = null;
  readonly #client: Client;
  #socket: Socket | null = null;
  #answer: ResponseStart | null = null;
  #socketError: string | null = null;
  #isUsed = false;
  /** `bytesRead` of the socket when the request was sent. */
  #bytesReadBefore = 0;

  constructor(origin: string, openedAt: number, Clients: typeof Client, connect: buildConnector.connector) {
    this.origin = origin;
    this.openedAt = openedAt;
    this.#client = new Clients(origin, {
      connect: (target, callback) =>
        connect(target, (...[error, socket]) => {
          if (error) return callback(error, null);
          this.#socket = socket;
          // undici would report only that the connection ended. The socket's error says why, for example with
          // the TLS alert of a server that requires a client certificate.
          socket.once('error', (socketError: unknown) => {
            this.#socketError = failureReason(socketError);
          });
          this.#answer = new ResponseStart(socket);
          callback(null, socket);
        }),
      pipelining: 1,
      maxHeaderSize: MAX_FIELDS_BYTES + 1,
      // `OutboundExchange` has its own deadline; undici's would cost a timer per connection.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  get isOpen(): boolean {
    return this.#socket?.destroyed === false;
  }

  /**
   * Returns true if a reused connection has received nothing since the request was sent. The server had
   * probably closed the connection before.
   */
  get isStale(): boolean {
    return this.#isUsed && this.#socket?.bytesRead === this.#bytesReadBefore;
  }

  get failure(): string | null {
    return this.#answer?.failure ?? this.#socketError;
  }

  /**
   * Returns why no response began in time. If more bytes came than header fields can have, the fields were
   * too long.
   */
  get timeoutReason(): string {
    const readBytes = (this.#socket?.bytesRead ?? 0) - this.#bytesReadBefore;
    return readBytes > MAX_FIELDS_BYTES ? FIELDS_TOO_LONG : TIMED_OUT;
  }

  send(request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#isUsed = this.#socket !== null;
    this.#bytesReadBefore = this.#socket?.bytesRead ?? 0;
    this.#answer?.expectResponse();
    this.#client.dispatch(request, handler);
  }

  close(): Promise<void> {
    return this.#client.destroy().catch(() => {});
  }
}

interface OriginConnections {
  /** Ordered by idle time, longest first. */
  readonly idle: OutboundConnection[];
  /** Connections without any response so far, oldest first. */
  readonly unanswered: Set<OutboundConnection>;
}

/**
 * Manages the open connections, each with an undici Client. undici's Pool would search all connections for
 * every request and open twice as many as needed.
 */
export class Connections {
  readonly #clock: Clock;
  readonly #openConnection: (origin: string) => OutboundConnection;
  readonly #idleDeadlines: DeadlineQueue;
  readonly #origins = new Map<string, OriginConnections>();
  #isClosed = false;

  constructor(clock: Clock, Clients: typeof Client, connect: buildConnector.connector) {
    this.#clock = clock;
    this.#openConnection = (origin) => new OutboundConnection(origin, clock.elapsed(), Clients, connect);
    this.#idleDeadlines = new DeadlineQueue(clock, IDLE_CONNECTION_MS);
  }

  take(origin: string, mustBeNew: boolean): OutboundConnection {
    const { idle, unanswered } = this.#connectionsOf(origin);
    for (
      let idleConnection = mustBeNew ? undefined : idle.pop();
      idleConnection;
      idleConnection = idle.pop()
    ) {
      idleConnection.idleDeadline?.end();
      if (idleConnection.isOpen) return idleConnection;
      void idleConnection.close();
    }
    const connection = this.#openConnection(origin);
    unanswered.add(connection);
    return connection;
  }

  /** Keeps a connection for reuse if its last response was read completely; otherwise closes it. */
  giveBack(connection: OutboundConnection, isReusable: boolean): void {
    const { idle, unanswered } = this.#connectionsOf(connection.origin);
    unanswered.delete(connection);
    if (!isReusable || this.#isClosed || this.#hasWaitingConnection(unanswered)) {
      void connection.close();
      this.#forgetIfEmpty(connection.origin);
      return;
    }
    idle.push(connection);
    connection.idleDeadline = this.#idleDeadlines.start(() => {
      idle.splice(idle.indexOf(connection), 1);
      void connection.close();
      this.#forgetIfEmpty(connection.origin);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#idleDeadlines.passAll();
  }

  #hasWaitingConnection([oldest]: Set<OutboundConnection>): boolean {
    return oldest !== undefined && this.#clock.elapsed() - oldest.openedAt >= IDLE_CONNECTION_MS;
  }

  #connectionsOf(name: string): OriginConnections {
    return getOrCreate(this.#origins, name, () => ({ idle: [], unanswered: new Set() }));
  }

  #forgetIfEmpty(name: string): void {
    const origin = this.#origins.get(name);
    if (origin?.idle.length === 0 && origin.unanswered.size === 0) this.#origins.delete(name);
  }
}

/** Length of `HTTP/1.1 200`. */
const STATUS_END = 12;
/** Longer interim responses are passed to undici, which refuses them. */
const MAX_HEAD_BYTES = 16 * 1024;
const noBytes = Buffer.alloc(0);

/**
 * Reads the beginning of each response before undici does. Removes interim responses (1xx), because undici
 * fails on an unexpected `100 Continue`, and detects protocols other than HTTP/1.
 */
class ResponseStart {
  /** Set if the response isn't HTTP/1. */
  failure: string | null = null;
  /** Bytes of an incomplete head; null once the final response has begun. */
  #incompleteHead: Buffer | null = noBytes;
  #interimCount = 0;
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    // Runs before undici's listener, which reads the bytes that `unshift` puts back.
    socket.on('readable', () => {
      const chunk: Buffer | null = this.#incompleteHead && socket.read();
      const answer = chunk && this.#inspect(chunk, this.#incompleteHead ?? noBytes);
      if (answer) socket.unshift(answer);
    });
  }

  expectResponse(): void {
    this.#incompleteHead = noBytes;
    this.#interimCount = 0;
  }

  /** Returns the bytes to pass on; null while the head is incomplete. */
  #inspect(chunk: Buffer, buffered: Buffer): Buffer | null {
    let bytes = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    for (;;) {
      const head = bytes.toString('latin1', 0, STATUS_END);
      if (!head.startsWith('HTTP/1.'.slice(0, head.length))) this.failure = foreignProtocol(bytes);
      else if (head.length < STATUS_END) return this.#waitForMore(bytes);
      else if (head.endsWith(' 101')) this.failure = UNASKED_UPGRADE;
      else if (/ 1\d\d$/.test(head)) {
        const end = bytes.indexOf('\r\n\r\n');
        if (++this.#interimCount > MAX_INTERIM) return this.#closeSocket();
        if (end >= 0) {
          bytes = bytes.subarray(end + 4);
          continue;
        }
        if (bytes.length < MAX_HEAD_BYTES) return this.#waitForMore(bytes);
      }
      this.#incompleteHead = null;
      return bytes;
    }
  }

  /** Closes the connection, because undici would read interim responses without end. */
  #closeSocket(): null {
    this.failure = TOO_MANY_INTERIM;
    this.#socket.destroy();
    return null;
  }

  #waitForMore(bytes: Buffer): null {
    this.#incompleteHead = bytes;
    return null;
  }
}
