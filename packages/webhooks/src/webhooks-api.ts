import type { WebhookBody } from './webhook-body.ts';

/**
 * What `svc-simulator/webhooks` offers. The build puts it after the types of the contract, as the types of the package, so it holds
 * declarations only; the implementation is compared with it by the type checker.
 */

type Fields = { readonly [Name in keyof WebhookBody]-?: NonNullable<WebhookBody[Name]> };

interface Common extends Pick<Fields, 'session_payment'> {
  /** The `idempotency-key` header: the same in every attempt, and in a copy. Do nothing again for one that you know. */
  readonly idempotency_key: string;
  /** The same fields again and some more, where the account's setting `webhook_body` says so. */
  readonly data?: Fields['data'];
}

interface Paid extends Common, Pick<Fields, 'payment_details'> {}

interface Credited extends Paid, Pick<Fields, 'receiver_credits' | 'receiver_credits_summary'> {}

interface Failed extends Common, Partial<Pick<Fields, 'payment_details'>> {}

/**
 * A webhook: `event` tells which, and so which fields it has. Wherever the account's setting `webhook_body` puts the fields, here
 * they stand beside `event`. Others than these may come one day: acknowledge what you do not know.
 */
export type WebhookEvent =
  | (Common & { readonly event: 'payment_session.created' })
  | (Paid & { readonly event: 'payment_session.paid' })
  | (Credited & {
      readonly event:
        | 'payment_session.accredited'
        | 'payment_session.accreditation_to_recipient_failed'
        | 'payment_session.partially_accredited'
        | 'payment_session.failed_credit';
    })
  | (Failed & { readonly event: 'payment_session.failed' | 'payment_session.expired' });

/** Headers of a request: a `Headers`, a `Map`, or an object as Node has it; upper and lower case are the same. */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The account's `webhook_secret`. */
  readonly secret: string | undefined;
  /**
   * What is signed, as the account's setting `webhook_signature` says: `svc-timestamp`, a dot and the body (`timestamp`, the default), the body
   * alone (`body`), or that with `sha256=` before the digits (`sha256`).
   */
  readonly mode?: 'timestamp' | 'body' | 'sha256';
  /** How far `svc-timestamp` may be from now, in seconds. Default 300. */
  readonly toleranceS?: number;
  /** The language of errors. Default `en`. */
  readonly language?: 'en' | 'es' | (string & {});
  /** The time, in milliseconds since 1970. Default: the clock's. */
  readonly now?: number;
}

export interface ReceivedWebhook extends VerifyOptions {
  readonly headers: WebhookHeaders;
  /** The bytes as they came; a text is taken as UTF-8. JSON that was parsed and written again is another body. */
  readonly body: string | Uint8Array | ArrayBuffer;
}

export type WebhookErrorCode =
  /** No form of the signature fits: another secret, or spaces or quotes around it. */
  | 'signature_secret'
  /** The body was written anew, or otherwise changed, before it was verified. */
  | 'signature_raw_body'
  /** It is signed in another form than `mode` says. */
  | 'signature_mode'
  /** The header is no HMAC at all. */
  | 'signature_form'
  /** Properly signed, but `svc-timestamp` is too far from now. */
  | 'clock_differs'
  | 'header_missing'
  | 'secret_missing'
  /** The body is an object or nothing: something read it before. */
  | 'body_parsed'
  /** Properly signed, but no JSON of a webhook. */
  | 'body_unknown';

/** Why a webhook is not to be believed. `message` says all of it. */
export declare class WebhookError extends Error {
  override readonly name: 'WebhookError';
  /** A receiver that answers with it finds it explained in the simulator's console. */
  readonly code: WebhookErrorCode;
  /** What to answer: 401, or 500 where the receiver is at fault, 400 for `body_unknown`. */
  readonly status: 400 | 401 | 500;
  readonly reason: string;
  /** What to do about it. */
  readonly advice: string;
  /** What was found in this webhook; undefined when there is no more to say. */
  readonly detail: string | undefined;
}

/**
 * Verifies a webhook and answers what it tells.
 * @throws WebhookError when it is not genuine, old, or can not be verified; its `code` says why.
 */
export declare function verifyWebhook(webhook: ReceivedWebhook): Promise<WebhookEvent>;

export interface ReceiverOptions extends VerifyOptions {
  /** Your part. What it throws is answered 500, and the webhook comes again. */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /**
   * Told of what was refused (`WebhookError`), what `onEvent` has thrown, and why a body could not be read, which is answered 400. What
   * it throws itself is answered 500. Default: `console.error`.
   */
  readonly onError?: (error: unknown) => void;
}

/** Receives webhooks where a handler takes a `Request`: Next.js, Hono (`c.req.raw`), Bun, Deno, workers. */
export declare function requestHandler(options: ReceiverOptions): (request: Request) => Promise<Response>;

/** What is used of a request of Node. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: WebhookHeaders;
  readonly readableEnded: boolean;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** What is used of a response of Node. */
export interface NodeResponse {
  statusCode: number;
  end(text?: string): unknown;
}

/** Receives webhooks where a handler takes a request and a response of Node: Express, NestJS, `node:http`. */
export declare function nodeHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void>;

/** What is used of a reply of Fastify. */
export interface FastifyReplyLike {
  code(status: number): { send(text: string): unknown };
}

/** What is used of Fastify. */
export interface FastifyLike {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (request: { headers: WebhookHeaders; body: unknown }, reply: FastifyReplyLike) => unknown,
  ): unknown;
}

/** Receives webhooks in Fastify: `app.register(fastifyPlugin({ path: '/webhooks', … }))`. Its neighbours keep their parsers. */
export declare function fastifyPlugin(
  options: ReceiverOptions & { readonly path: string },
): (fastify: FastifyLike) => Promise<void>;
