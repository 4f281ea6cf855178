import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pause } from '../pos/pause.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Answer } from './finding.ts';

/** A webhook as it goes over the wire; header names are written as they are given. */
export interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The same as for a genuine attempt (contract section 4). */
const ANSWER_WITHIN_MS = 5000;
/** Long enough for two pieces to arrive as two. */
const BETWEEN_PIECES_MS = 30;

/**
 * Sends the webhooks that the simulator itself never would: in pieces, cut off, several at once. Its one outbound client
 * sends bodies whole and in order, so this one is beside it.
 */
export class Sender {
  readonly #surroundings: Surroundings;
  readonly #url: URL;

  constructor(surroundings: Surroundings, url: string) {
    this.#surroundings = surroundings;
    this.#url = new URL(url);
  }

  /** Sends one, the body in two pieces when `splitAt` says where; never rejects, follows no redirect. */
  async send(webhook: Webhook, { splitAt }: { readonly splitAt?: number } = {}): Promise<Answer> {
    const { now, deadline } = this.#surroundings;
    const beganMs = now();
    const over = deadline(ANSWER_WITHIN_MS);
    const request = this.#open(webhook, over);
    const answer = answerOf(request);
    if (splitAt !== undefined) {
      request.write(webhook.body.subarray(0, splitAt));
      await this.#pause();
    }
    request.end(webhook.body.subarray(splitAt ?? 0));
    const { status, error } = await answer;
    return { status, error: over.aborted && error !== null ? 'timeout' : error, durationMs: now() - beganMs };
  }

  /** Sends the head and half of the body, and then closes the connection. */
  async cutOff(webhook: Webhook): Promise<void> {
    const request = this.#open(webhook, this.#surroundings.deadline(ANSWER_WITHIN_MS));
    const answer = answerOf(request);
    request.write(webhook.body.subarray(0, webhook.body.length / 2));
    await this.#pause();
    request.destroy();
    await answer;
    await this.#pause();
  }

  /** Each on a connection of its own, so that one which is cut disturbs no other. */
  #open({ headers, body }: Webhook, signal: AbortSignal): ClientRequest {
    const open = this.#url.protocol === 'https:' ? requestHttps : requestHttp;
    return open(this.#url, {
      method: 'POST',
      agent: false,
      signal,
      headers: { ...headers, 'content-length': String(body.length) },
    });
  }

  #pause(): Promise<void> {
    return pause(this.#surroundings, BETWEEN_PIECES_MS, new AbortController().signal);
  }
}

function answerOf(request: ClientRequest): Promise<Pick<Answer, 'status' | 'error'>> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve({ status: null, error: error.code ?? error.message });
    request.on('error', fail);
    request.on('response', (response) => {
      response.on('error', fail);
      response.on('end', () => resolve({ status: response.statusCode ?? null, error: null }));
      response.resume();
    });
    request.on('close', () => resolve({ status: null, error: 'ECONNRESET' }));
  });
}
