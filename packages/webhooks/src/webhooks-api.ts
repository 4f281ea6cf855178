import type { WebhookBody } from '@svc-simulator/contract';

/**
 * Public types of `svc-simulator/webhooks`. The build appends them to the types of the contract, and the type
 * checker compares them with the implementation.
 */

type Fields = { readonly [Name in keyof WebhookBody]-?: NonNullable<WebhookBody[Name]> };

interface Common extends Pick<Fields, 'session_payment'> {
  /**
   * The `idempotency-key` header. Every attempt and copy of a webhook has the same key, so ignore a key that
   * you have already processed.
   */
  readonly idempotency_key: string;
  /**
   * The object `data` of the body, if the account's setting `webhook_body` adds it. Contains the fields that
   * are next to `event`, and some more.
   */
  readonly data?: Fields['data'];
}

interface Paid extends Common, Pick<Fields, 'payment_details'> {}

interface Credited extends Paid, Pick<Fields, 'receiver_credits' | 'receiver_credits_summary'> {}

interface Failed extends Common, Partial<Pick<Fields, 'payment_details'>> {}

/**
 * A webhook; `event` determines its other fields, which are always next to `event`, whatever the account's
 * setting `webhook_body` is. Respond with 200 to events that you don't know, because new events can be added.
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

/**
 * Headers of a request: a `Headers`, a `Map`, or an object as in Node. The case of their names doesn't
 * matter.
 */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The account's `webhook_secret`. */
  readonly secret: string | undefined;
  /**
   * Form of the signature, as in the account's setting `webhook_signature`. `timestamp` (default) signs
   * `svc-timestamp`, a dot and the body. `body` signs only the body. `sha256` signs only the body, and writes
   * `sha256=` before the digits.
   */
  readonly mode?: 'timestamp' | 'body' | 'sha256';
  /** Largest difference between `svc-timestamp` and now, in seconds. Default: 300. */
  readonly toleranceS?: number;
  /** Language of errors. Default: `en`. */
  readonly language?: 'en' | 'es' | (string & {});
  /** Time in milliseconds since 1970. Default: the current time. */
  readonly now?: number;
}

export interface ReceivedWebhook extends VerifyOptions {
  readonly headers: WebhookHeaders;
  /**
   * The received bytes; a text is encoded as UTF-8. Don't pass JSON that was parsed and serialized again,
   * because its bytes differ.
   */
  readonly body: string | Uint8Array | ArrayBuffer;
}

export type WebhookErrorCode =
  /**
   * No known mistake explains the signature: probably the secret is wrong, or has spaces or quotes around it.
   */
  | 'signature_secret'
  /** The body was changed before the verification, for example parsed and serialized again. */
  | 'signature_raw_body'
  /** The signature has the form of another `mode` than the configured one. */
  | 'signature_mode'
  /** The signature isn't an HMAC-SHA256 in hexadecimal. */
  | 'signature_form'
  /** The signature is valid, but `svc-timestamp` is too far from now. */
  | 'clock_differs'
  | 'header_missing'
  | 'secret_missing'
  /** The body is an object or empty, because the framework has already read it. */
  | 'body_parsed'
  /** The signature is valid, but the body isn't the JSON of a webhook. */
  | 'body_unknown';

/** Thrown if a webhook is refused. `message` contains the full explanation. */
export declare class WebhookError extends Error {
  override readonly name: 'WebhookError';
  /** Return the code in the response, and the simulator's console explains it. */
  readonly code: WebhookErrorCode;
  /** Status for your response: 500 if the receiver itself is at fault, 400 for `body_unknown`, else 401. */
  readonly status: 400 | 401 | 500;
  readonly reason: string;
  /** Advice on how to fix the error. */
  readonly advice: string;
  /** Evidence found in the webhook; undefined if there is none. */
  readonly detail: string | undefined;
}

/**
 * Verifies a webhook and returns its content.
 * @throws WebhookError if the webhook is invalid, is too old or can't be verified. Its `code` names the
 * reason.
 */
export declare function verifyWebhook(webhook: ReceivedWebhook): Promise<WebhookEvent>;

export interface ReceiverOptions extends VerifyOptions {
  /** Your function. If it throws, the response is 500 and the webhook is retried. */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /**
   * Called with each refusal (`WebhookError`), each error of `onEvent`, and each error while the body is
   * read. If it throws, the response is 500. Default: `console.error`.
   */
  readonly onError?: (error: unknown) => void;
}

/** Receives webhooks in handlers with a `Request`: Next.js, Hono (`c.req.raw`), Bun, Deno, workers. */
export declare function requestHandler(options: ReceiverOptions): (request: Request) => Promise<Response>;

export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined;
  readonly headers: WebhookHeaders;
  readonly readableEnded: boolean;
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

export interface NodeResponse {
  statusCode: number;
  end(text?: string): unknown;
}

/** Receives webhooks in handlers with a Node request and response: Express, NestJS, `node:http`. */
export declare function nodeHandler(
  options: ReceiverOptions,
): (request: NodeRequest, response: NodeResponse) => Promise<void>;

export interface FastifyReplyLike {
  code(status: number): { send(text: string): unknown };
}

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

/**
 * Receives webhooks in Fastify: `app.register(fastifyPlugin({ path: '/webhooks', … }))`. Other routes keep
 * their parsers.
 */
export declare function fastifyPlugin(
  options: ReceiverOptions & { readonly path: string },
): (fastify: FastifyLike) => Promise<void>;
