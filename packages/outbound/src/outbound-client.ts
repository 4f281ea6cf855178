import type { LookupFunction } from 'node:net';
import { responseHeadersIn } from '@svc-simulator/contract';
import { type Clock, isAccepted } from '@svc-simulator/core';
import type { Dispatcher } from 'undici';
import type { OutboundAnswer } from './answer.ts';
import { type AnswerFields, bytesToKeep, decodeBody } from './answer-body.ts';
import { Connections, type OutboundConnection } from './connections.ts';
import { createConnector, type ForbidsAddress, parseRequestTarget } from './connector.ts';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';
import { CLOSED, failureReason, TIMED_OUT } from './failure.ts';
import { HeldResponses } from './held-responses.ts';

const DEFAULT_KEPT_BYTES = 4 * 1024;

export interface OutboundRequest {
  readonly method?: 'POST' | 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** Absolute, http or https; credentials are sent as `Authorization: Basic`. */
  readonly url: string;
  /** The client sets `host`, `content-length` and `connection` itself. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
  /** Id of the account. Each account can hold a limited number of unfinished responses (`HeldResponses`). */
  readonly sender?: string;
}

export interface OutboundOptions {
  readonly clock: Clock;
  /** Time limit in ms, from the call to the last byte of the response. */
  readonly timeoutMs: number;
  /** Maximum bytes of the response body that an answer contains. */
  readonly keptBytesLimit?: number;
  /** Loads the rule that forbids addresses; without it, every address is allowed. */
  readonly loadGuard?: () => Promise<ForbidsAddress>;
  readonly lookup?: LookupFunction;
}

/**
 * Sends every outgoing request: one deadline for the whole exchange, at most 1 MiB of response, no redirects.
 * If the server had closed a reused connection, sends again on a new one.
 */
export class OutboundClient {
  readonly #options: OutboundOptions;
  readonly #deadlines: DeadlineQueue;
  readonly #bodyDeadlines: DeadlineQueue;
  readonly #heldResponses = new HeldResponses();
  #connections: Connections | null = null;
  #connectionsPromise: Promise<Connections> | null = null;
  #isClosed = false;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#deadlines = new DeadlineQueue(options.clock, options.timeoutMs);
    this.#bodyDeadlines = new DeadlineQueue(options.clock, BODY_WAIT_MS);
  }

  send(request: OutboundRequest): Promise<OutboundAnswer> {
    return new Promise((resolve) => {
      const giveBack = (isReusable: boolean) => {
        if (exchange.connection) this.#connections?.giveBack(exchange.connection, isReusable);
      };
      const { keptBytesLimit = DEFAULT_KEPT_BYTES } = this.#options;
      const queues = { deadlines: this.#deadlines, bodyDeadlines: this.#bodyDeadlines };
      const exchange: OutboundExchange = new OutboundExchange(queues, keptBytesLimit, {
        onAnswer: resolve,
        reservePlace: () => this.#heldResponses.reserve(request.sender ?? ''),
        onEnd: giveBack,
        onStale: () => {
          giveBack(false);
          if (this.#connections) this.#dispatch(this.#connections, request, exchange, true);
        },
      });
      if (this.#connections) this.#dispatch(this.#connections, request, exchange);
      else
        this.#loadConnections().then(
          (connections) => this.#dispatch(connections, request, exchange),
          (error) => exchange.fail(failureReason(error)),
        );
    });
  }

  /** Loads undici, so that the first request doesn't wait for it. */
  async warm(): Promise<void> {
    await this.#loadConnections();
  }

  /** Aborts running requests with the error `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deadlines.passAll();
    this.#connections?.close();
  }

  #loadConnections(): Promise<Connections> {
    this.#connectionsPromise ??= this.#openConnections();
    return this.#connectionsPromise;
  }

  /** Loads undici on first use, because it would take most of the simulator's start. */
  async #openConnections(): Promise<Connections> {
    const { clock, timeoutMs, loadGuard, lookup } = this.#options;
    const [{ Client, buildConnector }, forbids] = await Promise.all([import('undici'), loadGuard?.()]);
    this.#connections = new Connections(
      clock,
      Client,
      createConnector(buildConnector, timeoutMs, forbids, lookup),
    );
    return this.#connections;
  }

  #dispatch(
    connections: Connections,
    request: OutboundRequest,
    exchange: OutboundExchange,
    mustBeNew = false,
  ): void {
    if (this.#isClosed) exchange.fail(CLOSED);
    if (!exchange.isOpen) return;
    try {
      const { origin, path, headers } = parseRequestTarget(request.url, request.headers);
      exchange.connection = connections.take(origin, mustBeNew);
      const { method = 'POST', body } = request;
      exchange.connection.send({ method, path, headers, body }, exchange);
    } catch (error) {
      // The URL is invalid or undici doesn't support its scheme.
      exchange.fail(failureReason(error));
    }
  }
}

const MAX_RESPONSE_BYTES = 1024 * 1024;
/** Time that the exchange waits for the body of a 2xx, before it reports the bytes received so far. */
const BODY_WAIT_MS = 250;
const emptyBody = Buffer.alloc(0);

interface ExchangeCallbacks {
  onAnswer(answer: OutboundAnswer | Promise<OutboundAnswer>): void;
  /**
   * Reserves a place to receive the remaining body of an accepted response; returns the function that frees
   * the place. Returns null if no place is free, so the connection must be closed.
   */
  reservePlace(): (() => void) | null;
  /** Called when the exchange no longer needs its connection, which is reusable after a complete response. */
  onEnd(isReusable: boolean): void;
  /** Called if the server had closed the connection before the request arrived, so it can be sent again. */
  onStale(): void;
}

/**
 * A request and its response. Reports exactly once: a status with the body so far, or an error. The
 * connection can stay in use after the report.
 */
export class OutboundExchange implements Dispatcher.DispatchHandler {
  connection: OutboundConnection | null = null;
  readonly #callbacks: ExchangeCallbacks;
  readonly #keptBytesLimit: number;
  readonly #bodyDeadlines: DeadlineQueue;
  readonly #deadline: Deadline;
  #bodyDeadline: Deadline | null = null;
  #releasePlace: (() => void) | null = null;
  #isOpen = true;
  #hasAnswered = false;
  #status: number | null = null;
  #responseHeaders: AnswerFields = {};
  #keptBody: Buffer = emptyBody;
  #receivedBytes = 0;

  constructor(
    queues: { readonly deadlines: DeadlineQueue; readonly bodyDeadlines: DeadlineQueue },
    limit: number,
    callbacks: ExchangeCallbacks,
  ) {
    this.#keptBytesLimit = limit;
    this.#callbacks = callbacks;
    this.#bodyDeadlines = queues.bodyDeadlines;
    this.#deadline = queues.deadlines.start((isClosing) =>
      this.fail(isClosing ? CLOSED : (this.connection?.timeoutReason ?? TIMED_OUT)),
    );
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Ends the exchange with an error and closes its connection, because the response might never end. */
  fail(error: string): void {
    this.#end(false, error);
  }

  /** Does nothing, but undici uses its older handler interface if this method is missing. */
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, fields: AnswerFields): void {
    this.#status = status;
    this.#responseHeaders = fields;
    if (isAccepted(status)) this.#bodyDeadline = this.#bodyDeadlines.start(() => this.#answerEarly());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    const freeBytes = bytesToKeep(this.#responseHeaders, this.#keptBytesLimit) - this.#keptBody.length;
    if (freeBytes > 0) {
      const part = chunk.subarray(0, freeBytes);
      // Copies the bytes, because undici's chunk would keep a larger buffer in memory.
      this.#keptBody =
        this.#keptBody.length === 0 ? Buffer.from(part) : Buffer.concat([this.#keptBody, part]);
    }
    if (this.#receivedBytes > MAX_RESPONSE_BYTES) this.#end(false, null);
  }

  onResponseEnd(): void {
    this.#end(true, null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOpen && this.connection?.isStale) this.#callbacks.onStale();
    else this.#end(false, this.connection?.failure ?? failureReason(error));
  }

  #end(isReusable: boolean, error: string | null): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#deadline.end();
    this.#releasePlace?.();
    this.#callbacks.onEnd(isReusable);
    this.#reportAnswer(error);
  }

  /**
   * Reports the status before the body has ended. Receives the remaining body if a place is free, because
   * some receivers cancel their work when the connection closes.
   */
  #answerEarly(): void {
    this.#releasePlace = this.#callbacks.reservePlace();
    this.#reportAnswer(null);
    if (!this.#releasePlace) this.#end(false, null);
  }

  /** Reports once. A status is reported even if the body failed (contract section 13). */
  #reportAnswer(error: string | null): void {
    if (this.#hasAnswered) return;
    this.#hasAnswered = true;
    this.#bodyDeadline?.end();
    this.#callbacks.onAnswer(this.#buildAnswer(error));
  }

  #buildAnswer(error: string | null): OutboundAnswer | Promise<OutboundAnswer> {
    const [status, fields] = [this.#status, this.#responseHeaders];
    if (status === null) return { status, error, body: emptyBody };
    const headers = isAccepted(status) ? undefined : responseHeadersIn(fields);
    const { 'keep-alive': keepAlive, date } = fields;
    const answer = {
      status,
      error: null,
      ...(headers && { headers }),
      ...(!isAccepted(status) && typeof keepAlive === 'string' && { keepAlive }),
      ...(!isAccepted(status) && typeof date === 'string' && { date }),
    };
    const decoded = decodeBody(this.#keptBody, fields, this.#keptBytesLimit);
    return Buffer.isBuffer(decoded)
      ? { ...answer, body: decoded }
      : decoded.then((body) => ({ ...answer, body }));
  }
}
