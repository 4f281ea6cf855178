import type { LookupFunction } from 'node:net';
import { responseHeadersIn } from '@svc-simulator/contract';
import { type Clock, isAccepted } from '@svc-simulator/core';
import type { Dispatcher } from 'undici';
import type { Answer } from './answer.ts';
import { type AnswerFields, bytesToKeep, decodedBody } from './answer-body.ts';
import { type Connection, Connections } from './connections.ts';
import { connectorTo, type ForbidsAddress, requestTarget } from './connector.ts';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';
import { CLOSED, failureOf, TIMED_OUT } from './failure.ts';
import { HeldAnswers } from './held-answers.ts';

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
  /** The account that it is sent for; the connections that an account may hold are counted. */
  readonly sender?: string;
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
  /** When an accepted webhook stops waiting for the rest of the answer. */
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

  /** Sends one POST; never rejects. */
  post(request: OutboundPost): Promise<Answer> {
    return new Promise((resolve) => {
      const giveBack = (sound: boolean) => {
        if (exchange.connection) this.#connections?.giveBack(exchange.connection, sound);
      };
      const { keptBytes = KEPT_BYTES } = this.#options;
      const queues = { deadlines: this.#deadlines, patience: this.#patience };
      const exchange: Exchange = new Exchange(queues, keptBytes, {
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
    const [{ Client, buildConnector }, forbids] = await Promise.all([import('undici'), loadGuard?.()]);
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
/** How long the body of a 2xx, which is accepted already, may take before the answer is told without the rest. */
const BODY_WAIT_MS = 250;
const nothing = Buffer.alloc(0);

/** What comes of an exchange. */
interface ExchangeEnds {
  answered(answer: Answer | Promise<Answer>): void;
  /** Takes a place for the rest of an answer that counts already; null: there is none, so its connection is closed. */
  hold(): (() => void) | null;
  /** Its connection is free. `sound`: the answer was read to its end. */
  ended(sound: boolean): void;
  /** Its connection had ended before the request came there; it can be sent once more. */
  stale(): void;
}

/**
 * One request and its answer, from the first moment to the answer's last byte. It is answered once: with the status, as
 * soon as that has come and the body with it, or with the error that came instead. It ends once, then or after that.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** What carries it, once it is sent. */
  connection: Connection | null = null;
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
  #kept: Buffer = nothing;
  #read = 0;

  /** `limit`: how many bytes of the answer's body are told. */
  constructor(
    queues: { readonly deadlines: DeadlineQueue; readonly patience: DeadlineQueue },
    limit: number,
    ends: ExchangeEnds,
  ) {
    this.#limit = limit;
    this.#ends = ends;
    this.#patience = queues.patience;
    this.#deadline = queues.deadlines.start((early) => this.fail(early ? CLOSED : TIMED_OUT));
  }

  /** False once the exchange has ended. */
  get open(): boolean {
    return this.#open;
  }

  /** Ends it; whoever takes back its connection closes that, so neither a silent nor an endless answer keeps it. */
  fail(error: string): void {
    this.#end(false, error);
  }

  /** undici takes a handler without it for one of its older kind. */
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
      // Copied: undici's chunk is a window on a larger buffer, which would live as long as the answer.
      this.#kept = this.#kept.length === 0 ? Buffer.from(part) : Buffer.concat([this.#kept, part]);
    }
    if (this.#read > MOST_BYTES) this.#end(false, null);
  }

  onResponseEnd(): void {
    this.#end(true, null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#open && this.connection?.isStale) this.#ends.stale();
    else this.#end(false, this.connection?.failure ?? failureOf(error));
  }

  #end(sound: boolean, error: string | null): void {
    if (!this.#open) return;
    this.#open = false;
    this.#deadline.end();
    this.#release?.();
    this.#ends.ended(sound);
    this.#answer(error);
  }

  /** Closing a connection cancels what some receivers do after their status, so the rest is waited for if there is a place. */
  #answerEarly(): void {
    this.#release = this.#ends.hold();
    this.#answer(null);
    if (!this.#release) this.#end(false, null);
  }

  /** The status decides, whatever has become of the body (contract section 13). */
  #answer(error: string | null): void {
    if (this.#answered) return;
    this.#answered = true;
    this.#bodyDeadline?.end();
    this.#ends.answered(this.#told(error));
  }

  #told(error: string | null): Answer | Promise<Answer> {
    const [status, fields] = [this.#status, this.#fields];
    if (status === null) return { status, error, body: nothing };
    const headers = isAccepted(status) ? undefined : responseHeadersIn(fields);
    const answer = { status, error: null, ...(headers && { headers }) };
    const decoded = decodedBody(this.#kept, fields, this.#limit);
    return Buffer.isBuffer(decoded)
      ? { ...answer, body: decoded }
      : decoded.then((body) => ({ ...answer, body }));
  }
}
