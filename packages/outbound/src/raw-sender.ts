import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Clock, isAccepted } from '@svc-simulator/core';
import { MAX_FIELDS_BYTES } from './connections.ts';
import { addressTrials, type ForbidsAddress, type HostGuard, hostGuard, requestTarget } from './connector.ts';
import {
  FIELDS_TOO_LONG,
  failureReason,
  MAX_INTERIM,
  REFUSED_ADDRESS,
  TIMED_OUT,
  TOO_MANY_INTERIM,
  UNASKED_UPGRADE,
} from './failure.ts';

/** The time limit of real attempts (contract section 4). */
const RAW_ANSWER_TIMEOUT_MS = 5000;
/** For receivers with several processes, where one response doesn't prove that all have read. */
const BETWEEN_PIECES_MS = 30;
/**
 * A receiver that serves one request at a time only responds after the rest of this one, so waiting longer is
 * useless.
 */
const ATTENDED_WITHIN_MS = 500;

/** Offered by real attempts also, so that an HTTP/2-only server refuses it. */
const onlyHttp1 = { ALPNProtocols: ['http/1.1'] };

export interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The receiver's response to a webhook: a status, or an error. */
export interface ReceiverAnswer {
  readonly status: number | null;
  /** Reason for a missing response: `timeout` or a system code. */
  readonly error: string | null;
  readonly durationMs: number;
}

export type RawWebhookSender = Pick<RawSender, 'send' | 'sendInPieces' | 'cutOff'>;

interface StartedWebhook {
  readonly request: ClientRequest;
  readonly answer: Promise<Pick<ReceiverAnswer, 'status' | 'error'>>;
}

interface BegunInPieces extends StartedWebhook {
  /** Resolves when the system has accepted the first piece, or on an earlier error. */
  readonly written: Promise<unknown>;
}

/** Sends webhooks as the simulator's client never does: in pieces, cut off, or several at once. */
export class RawSender {
  readonly #clock: Clock;
  readonly #url: URL;
  readonly #guard: HostGuard;

  constructor(clock: Clock, url: string, forbids?: ForbidsAddress) {
    this.#clock = clock;
    this.#url = new URL(url);
    this.#guard = hostGuard(forbids);
  }

  async send(webhook: Webhook): Promise<ReceiverAnswer> {
    const beganMs = this.#clock.elapsed();
    const { request, answer } = this.#open(webhook);
    request.end(webhook.body);
    return { ...(await answer), durationMs: Math.round(this.#clock.elapsed() - beganMs) };
  }

  /**
   * Sends webhooks simultaneously, each in two pieces that the receiver reads separately: `between` is sent
   * and answered meanwhile, which proves that it read the first pieces.
   */
  async sendInPieces(
    webhooks: readonly Webhook[],
    splitAt: number,
    between: Webhook,
  ): Promise<readonly ReceiverAnswer[]> {
    const beganMs = this.#clock.elapsed();
    const requests = webhooks.map((webhook) => this.#begin(webhook, splitAt));
    await this.#attended(Promise.all(requests.map(({ written }) => written)));
    await this.#settle(between);
    return Promise.all(
      requests.map(async ({ request, answer }, index) => {
        request.end(webhooks[index]?.body.subarray(splitAt));
        return { ...(await answer), durationMs: Math.round(this.#clock.elapsed() - beganMs) };
      }),
    );
  }

  /** Sends the head and half of the body, then closes the connection once the receiver has read them. */
  async cutOff(webhook: Webhook, between: readonly [Webhook, Webhook]): Promise<void> {
    const { request, answer, written } = this.#begin(webhook, webhook.body.length / 2);
    await written;
    await this.#settle(between[0]);
    request.destroy();
    await answer;
    await this.#settle(between[1]);
  }

  #begin(webhook: Webhook, splitAt: number): BegunInPieces {
    const { request, answer } = this.#open(webhook);
    const firstWrite = new Promise<void>((resolve) => {
      request.write(webhook.body.subarray(0, splitAt), () => resolve());
    });
    return { request, answer, written: Promise.race([firstWrite, answer]) };
  }

  async #settle(between: Webhook): Promise<void> {
    await this.#attended(this.send(between));
    await new Promise<void>((resolve) => this.#clock.after(BETWEEN_PIECES_MS, resolve));
  }

  async #attended(work: Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(ATTENDED_WITHIN_MS, resolve);
      work.then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Each on its own connection, so that a cut one affects no other. */
  #open({ headers, body }: Webhook): StartedWebhook {
    const target = requestTarget(this.#url.href, headers);
    const open = this.#url.protocol === 'https:' ? requestHttps : requestHttp;
    const deadline = new AbortController();
    const cancel = this.#clock.after(RAW_ANSWER_TIMEOUT_MS, () => deadline.abort());
    const request = open(target.origin + target.path, {
      method: 'POST',
      agent: false,
      lookup: this.#guard.lookup,
      ...addressTrials(this.#url.hostname, RAW_ANSWER_TIMEOUT_MS),
      ...onlyHttp1,
      signal: deadline.signal,
      maxHeaderSize: MAX_FIELDS_BYTES,
      headers: { ...target.headers, 'content-length': String(body.length) },
    });
    const answer = rawAnswer(request, deadline.signal);
    request.on('close', cancel);
    if (this.#guard.refuses(this.#url.hostname))
      request.destroy(Object.assign(new Error(REFUSED_ADDRESS), { code: REFUSED_ADDRESS }));
    return { request, answer };
  }
}

function rawAnswer(request: ClientRequest, deadline: AbortSignal): StartedWebhook['answer'] {
  return new Promise((resolve) => {
    let status: number | null = null;
    // Once there is a status, later errors don't matter.
    const end = (error: string) =>
      resolve({ status, error: status === null ? (deadline.aborted ? lateness() : error) : null });
    const lateness = () =>
      (request.socket?.bytesRead ?? 0) > MAX_FIELDS_BYTES ? FIELDS_TOO_LONG : TIMED_OUT;
    let interimCount = 0;
    request.on('information', () => {
      if (++interimCount > MAX_INTERIM) request.destroy(new Error(TOO_MANY_INTERIM));
    });
    request.on('error', (error) => end(failureReason(error)));
    request.on('response', (response) => {
      status = response.statusCode ?? null;
      if (isAccepted(status)) end('');
      response.on('error', () => {}).resume();
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      end(UNASKED_UPGRADE);
    });
    request.on('close', () => end('ECONNRESET'));
  });
}
