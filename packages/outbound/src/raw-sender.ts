import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Clock, isAccepted, sleep } from '@svc-simulator/core';
import { MAX_FIELDS_BYTES } from './connections.ts';
import {
  addressTimeoutOption,
  createHostGuard,
  type ForbidsAddress,
  type HostGuard,
  parseRequestTarget,
} from './connector.ts';
import {
  FIELDS_TOO_LONG,
  failureReason,
  MAX_INTERIM,
  REFUSED_ADDRESS,
  TIMED_OUT,
  TOO_MANY_INTERIM,
  UNASKED_UPGRADE,
} from './failure.ts';

/** Equal to the time limit of webhook attempts (contract section 4). */
const RAW_ANSWER_TIMEOUT_MS = 5000;
/**
 * Pause after a response to a separator (see `sendInPieces`). The process that responded has read its
 * incomplete webhooks; other processes of the receiver get this time to read the rest.
 */
const PAUSE_AFTER_SEPARATOR_MS = 30;
/** Time in which a receiver reads the first piece if no separator shows that it has. */
const PAUSE_WITHOUT_SEPARATOR_MS = 200;
/**
 * Maximum wait for the first pieces to be written, and for a separator's response. A receiver that serves one
 * request at a time never responds to a separator before the incomplete webhooks end.
 */
const SEPARATOR_WAIT_MS = 500;

/** Without HTTP/2, like webhook attempts. A server that speaks only HTTP/2 must also fail `sim doctor`. */
const http1Only = { ALPNProtocols: ['http/1.1'] };

export interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface ReceiverAnswer {
  readonly status: number | null;
  /** Reason for a missing response: `timeout` or a system code. */
  readonly error: string | null;
  readonly durationMs: number;
}

export type RawWebhookSender = Pick<RawSender, 'send' | 'sendInPieces' | 'cutOff' | 'findsTls'>;

interface StartedWebhook {
  readonly request: ClientRequest;
  readonly answer: Promise<Pick<ReceiverAnswer, 'status' | 'error'>>;
}

interface IncompleteWebhook extends StartedWebhook {
  /** Resolves once the system has accepted the first piece, or on an earlier error. */
  readonly whenWritten: Promise<unknown>;
}

/** Sends webhooks as `OutboundClient` can't: in pieces, cut off, or several at once. */
export class RawSender {
  readonly #clock: Clock;
  readonly #url: URL;
  readonly #guard: HostGuard;
  readonly #forbids: ForbidsAddress | undefined;

  constructor(clock: Clock, url: string, forbids?: ForbidsAddress) {
    this.#clock = clock;
    this.#forbids = forbids;
    this.#url = new URL(url);
    this.#guard = createHostGuard(forbids);
  }

  async send(webhook: Webhook): Promise<ReceiverAnswer> {
    const startMs = this.#clock.elapsed();
    const { request, answer } = this.#openRequest(webhook);
    request.end(webhook.body);
    return { ...(await answer), durationMs: Math.round(this.#clock.elapsed() - startMs) };
  }

  /** Returns true if the port of an http URL expects TLS. */
  async findsTls(): Promise<boolean> {
    const { protocol, host, port } = this.#url;
    if (protocol !== 'http:') return false;
    const url = `https://${host}${port === '' ? ':80' : ''}/`;
    const { status, error } = await new RawSender(this.#clock, url, this.#forbids).send({
      headers: {},
      body: Buffer.alloc(0),
    });
    return status !== null || /CERT|ALTNAME|UNABLE_TO/.test(error ?? '');
  }

  /**
   * Sends webhooks simultaneously, each in two pieces. Between the pieces, sends a complete webhook, the
   * separator, and waits for its response, so that the receiver reads the pieces separately. Without a separator,
   * waits for a moment.
   */
  async sendInPieces(
    webhooks: readonly Webhook[],
    splitAt: number,
    separator?: Webhook,
  ): Promise<readonly ReceiverAnswer[]> {
    const startMs = this.#clock.elapsed();
    const requests = webhooks.map((webhook) => this.#startInPieces(webhook, splitAt));
    await this.#waitBriefly(Promise.all(requests.map(({ whenWritten }) => whenWritten)));
    await (separator ? this.#sendSeparator(separator) : sleep(this.#clock, PAUSE_WITHOUT_SEPARATOR_MS));
    return Promise.all(
      requests.map(async ({ request, answer }, index) => {
        request.end(webhooks[index]?.body.subarray(splitAt));
        return { ...(await answer), durationMs: Math.round(this.#clock.elapsed() - startMs) };
      }),
    );
  }

  /** Sends the head and half of the body, then closes the connection once the receiver has read them. */
  async cutOff(webhook: Webhook, separators: readonly [Webhook, Webhook]): Promise<void> {
    const { request, answer, whenWritten } = this.#startInPieces(webhook, webhook.body.length / 2);
    await whenWritten;
    await this.#sendSeparator(separators[0]);
    request.destroy();
    await answer;
    await this.#sendSeparator(separators[1]);
  }

  #startInPieces(webhook: Webhook, splitAt: number): IncompleteWebhook {
    const { request, answer } = this.#openRequest(webhook);
    const firstWrite = new Promise<void>((resolve) => {
      request.write(webhook.body.subarray(0, splitAt), () => resolve());
    });
    return { request, answer, whenWritten: Promise.race([firstWrite, answer]) };
  }

  async #sendSeparator(separator: Webhook): Promise<void> {
    await this.#waitBriefly(this.send(separator));
    await sleep(this.#clock, PAUSE_AFTER_SEPARATOR_MS);
  }

  async #waitBriefly(work: Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(SEPARATOR_WAIT_MS, resolve);
      work.then(() => {
        cancel();
        resolve();
      });
    });
  }

  /** Opens a connection for each webhook, so that cutting one off affects no other. */
  #openRequest({ headers, body }: Webhook): StartedWebhook {
    const target = parseRequestTarget(this.#url.href, headers);
    const openRequest = this.#url.protocol === 'https:' ? requestHttps : requestHttp;
    const deadline = new AbortController();
    const cancel = this.#clock.after(RAW_ANSWER_TIMEOUT_MS, () => deadline.abort());
    const request = openRequest(target.origin + target.path, {
      method: 'POST',
      agent: false,
      lookup: this.#guard.lookup,
      ...addressTimeoutOption(this.#url.hostname, RAW_ANSWER_TIMEOUT_MS),
      ...http1Only,
      signal: deadline.signal,
      maxHeaderSize: MAX_FIELDS_BYTES,
      headers: { ...target.headers, 'content-length': String(body.length) },
    });
    const answer = readAnswer(request, deadline.signal);
    request.on('close', cancel);
    if (this.#guard.refuses(this.#url.hostname))
      request.destroy(Object.assign(new Error(REFUSED_ADDRESS), { code: REFUSED_ADDRESS }));
    return { request, answer };
  }
}

function readAnswer(request: ClientRequest, deadline: AbortSignal): StartedWebhook['answer'] {
  return new Promise((resolve) => {
    let status: number | null = null;
    // An error after the status is ignored.
    const resolveAnswer = (error: string) =>
      resolve({ status, error: status === null ? (deadline.aborted ? timeoutReason() : error) : null });
    const timeoutReason = () =>
      (request.socket?.bytesRead ?? 0) > MAX_FIELDS_BYTES ? FIELDS_TOO_LONG : TIMED_OUT;
    let interimCount = 0;
    request.on('information', () => {
      if (++interimCount > MAX_INTERIM) request.destroy(new Error(TOO_MANY_INTERIM));
    });
    request.on('error', (error) => resolveAnswer(failureReason(error)));
    request.on('response', (response) => {
      status = response.statusCode ?? null;
      if (isAccepted(status)) resolveAnswer('');
      response.on('error', () => {}).resume();
    });
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolveAnswer(UNASKED_UPGRADE);
    });
    request.on('close', () => resolveAnswer('ECONNRESET'));
  });
}
