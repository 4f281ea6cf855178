import type { LookupFunction } from 'node:net';
import { responseHeadersIn } from '@svc-simulator/contract';
import { type Clock, isAccepted } from '@svc-simulator/core';
import type { Dispatcher } from 'undici';
import type { OutboundAnswer } from './answer.ts';
import { type AnswerFields, bytesToKeep, decodedBody } from './answer-body.ts';
import { Connections, type OutboundConnection } from './connections.ts';
import { connectorTo, type ForbidsAddress, requestTarget } from './connector.ts';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';
import { CLOSED, failureReason, TIMED_OUT } from './failure.ts';
import { HeldAnswers } from './held-answers.ts';

const KEPT_BYTES = 4 * 1024;

export interface OutboundPost {
  readonly method?: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** Absolute, http or https; credentials are sent as `Authorization: Basic`. */
  readonly url: string;
  /** The client sets `host`, `content-length` and `connection` itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  /** The account that sends it, for counting its connections. */
  readonly sender?: string;
}

export interface OutboundOptions {
  readonly clock: Clock;
  /** Time limit in ms, from the call to the last byte of the response. */
  readonly timeoutMs: number;
  readonly keptBytes?: number;
  /** Loads the rule that forbids addresses; without it, every address is allowed. */
  readonly loadGuard?: () => Promise<ForbidsAddress>;
  readonly lookup?: LookupFunction;
}

/**
 * Sends every outgoing request (design promise 7): one deadline for the whole exchange, at most 1 MiB of
 * response, no redirects. A request on a connection that had ended is sent again on a new one.
 */
export class OutboundClient {
  readonly #options: OutboundOptions;
  readonly #deadlines: DeadlineQueue;
  /** Time until an accepted webhook stops waiting for the rest of the response. */
  readonly #patience: DeadlineQueue;
  readonly #held = new HeldAnswers();
  #connections: Connections | null = null;
  #loading: Promise<Connections> | null = null;
  #closed = false;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#deadlines = new DeadlineQueue(options.clock, options.timeoutMs);
    this.#patience = new DeadlineQueue(options.clock, BODY_WAIT_MS);
  }

  post(request: OutboundPost): Promise<OutboundAnswer> {
    return new Promise((resolve) => {
      const giveBack = (sound: boolean) => {
        if (exchange.connection) this.#connections?.giveBack(exchange.connection, sound);
      };
      const { keptBytes = KEPT_BYTES } = this.#options;
      const queues = { deadlines: this.#deadlines, patience: this.#patience };
      const exchange: OutboundExchange = new OutboundExchange(queues, keptBytes, {
        answered: resolve,
        hold: () => this.#held.hold(request.sender ?? ''),
        ended: giveBack,
        stale: () => {
          giveBack(false);
          if (this.#connections) this.#send(this.#connections, request, exchange, true);
        },
      });
      if (this.#connections) this.#send(this.#connections, request, exchange);
      else
        this.#load().then(
          (connections) => this.#send(connections, request, exchange),
          (error) => exchange.fail(failureReason(error)),
        );
    });
  }

  /** Loads the HTTP client ahead of the first request. */
  async warm(): Promise<void> {
    await this.#load();
  }

  /** Aborts running requests with the error `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    // Every running request has a deadline, which passes now.
    this.#deadlines.passAll();
    this.#connections?.close();
  }

  #load(): Promise<Connections> {
    this.#loading ??= this.#open();
    return this.#loading;
  }

  /** Imported on first use, because undici would dominate the simulator's start. */
  async #open(): Promise<Connections> {
    const { clock, timeoutMs, loadGuard, lookup } = this.#options;
    const [{ Client, buildConnector }, forbids] = await Promise.all([import('undici'), loadGuard?.()]);
    this.#connections = new Connections(
      clock,
      Client,
      connectorTo(buildConnector, timeoutMs, forbids, lookup),
    );
    return this.#connections;
  }

  #send(
    connections: Connections,
    request: OutboundPost,
    exchange: OutboundExchange,
    isNewConnection = false,
  ): void {
    if (this.#closed) exchange.fail(CLOSED);
    if (!exchange.open) return;
    try {
      const { origin, path, headers } = requestTarget(request.url, request.headers);
      exchange.connection = connections.take(origin, isNewConnection);
      const { method = 'POST', body } = request;
      exchange.connection.send({ method, path, headers, body }, exchange);
    } catch (error) {
      // The URL is invalid or undici doesn't support its scheme.
      exchange.fail(failureReason(error));
    }
  }
}

/** A longer response is cut off. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** After a 2xx, the exchange waits this long for the body, then reports what has come. */
const BODY_WAIT_MS = 250;
const emptyBody = Buffer.alloc(0);

interface ExchangeEnds {
  answered(answer: OutboundAnswer | Promise<OutboundAnswer>): void;
  /**
   * Reserves a place to read the rest of an accepted response. Returns its release, or null if none is free
   * and the connection must be closed.
   */
  hold(): (() => void) | null;
  /** The connection is free; `sound` means that the response was read completely. */
  ended(sound: boolean): void;
  /** The connection had ended before the request arrived; it can be sent again. */
  stale(): void;
}

/**
 * A request and its response. It reports exactly once, a status with the body so far or an error; the
 * connection may stay busy after that.
 */
export class OutboundExchange implements Dispatcher.DispatchHandler {
  connection: OutboundConnection | null = null;
  readonly #ends: ExchangeEnds;
  readonly #limit: number;
  readonly #patience: DeadlineQueue;
  readonly #deadline: Deadline;
  #bodyDeadline: Deadline | null = null;
  #release: (() => void) | null = null;
  #open = true;
  #answered = false;
  #status: number | null = null;
  #fields: AnswerFields = {};
  #kept: Buffer = emptyBody;
  #read = 0;

  constructor(
    queues: { readonly deadlines: DeadlineQueue; readonly patience: DeadlineQueue },
    limit: number,
    ends: ExchangeEnds,
  ) {
    this.#limit = limit;
    this.#ends = ends;
    this.#patience = queues.patience;
    this.#deadline = queues.deadlines.start((early) =>
      this.fail(early ? CLOSED : (this.connection?.lateness ?? TIMED_OUT)),
    );
  }

  get open(): boolean {
    return this.#open;
  }

  /**
   * Ends the exchange with an error; its connection will be closed, so that a silent or endless response
   * can't keep it.
   */
  fail(error: string): void {
    this.#end(false, error);
  }

  /** Without this method undici takes the handler for its older kind. */
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, fields: AnswerFields): void {
    this.#status = status;
    this.#fields = fields;
    if (isAccepted(status)) this.#bodyDeadline = this.#patience.start(() => this.#answerEarly());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#read += chunk.length;
    const room = bytesToKeep(this.#fields, this.#limit) - this.#kept.length;
    if (room > 0) {
      const part = chunk.subarray(0, room);
      // Copied, because undici's chunk references a larger buffer.
      this.#kept = this.#kept.length === 0 ? Buffer.from(part) : Buffer.concat([this.#kept, part]);
    }
    if (this.#read > MAX_RESPONSE_BYTES) this.#end(false, null);
  }

  onResponseEnd(): void {
    this.#end(true, null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#open && this.connection?.isStale) this.#ends.stale();
    else this.#end(false, this.connection?.failure ?? failureReason(error));
  }

  #end(sound: boolean, error: string | null): void {
    if (!this.#open) return;
    this.#open = false;
    this.#deadline.end();
    this.#release?.();
    this.#ends.ended(sound);
    this.#answer(error);
  }

  /**
   * Closing a connection cancels work that some receivers do after responding, so the rest is awaited if
   * there is a place.
   */
  #answerEarly(): void {
    this.#release = this.#ends.hold();
    this.#answer(null);
    if (!this.#release) this.#end(false, null);
  }

  /** The status decides, even if the body failed (contract section 13). */
  #answer(error: string | null): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#bodyDeadline?.end();
    this.#ends.answered(this.#told(error));
  }

  #told(error: string | null): OutboundAnswer | Promise<OutboundAnswer> {
    const [status, fields] = [this.#status, this.#fields];
    if (status === null) return { status, error, body: emptyBody };
    const headers = isAccepted(status) ? undefined : responseHeadersIn(fields);
    const answer = { status, error: null, ...(headers && { headers }) };
    const decoded = decodedBody(this.#kept, fields, this.#limit);
    return Buffer.isBuffer(decoded)
      ? { ...answer, body: decoded }
      : decoded.then((body) => ({ ...answer, body }));
  }
}
