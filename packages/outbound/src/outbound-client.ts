import type { LookupFunction } from 'node:net';
import type { Clock } from '@svc-simulator/core';
import type { Answer } from './answer.ts';
import { Connections } from './connections.ts';
import { connectorTo, type ForbidsAddress } from './connector.ts';
import { DeadlineQueue } from './deadline-queue.ts';
import { Exchange } from './exchange.ts';
import { CLOSED, failureOf } from './failure.ts';
import { requestTarget } from './request-target.ts';

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
