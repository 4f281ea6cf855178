import type { WebhookBody } from '@svc-simulator/contract';

/**
 * The public types of `svc-simulator/webhooks`. The build appends them to those of the contract; the type
 * checker compares them with the implementation.
 */

type Fields = { readonly [Name in keyof WebhookBody]-?: NonNullable<WebhookBody[Name]> };

interface Common extends Pick<Fields, 'session_payment'> {
  /**
   * The `idempotency-key` header, the same in every attempt and copy. Ignore a key that you have already
   * processed.
   */
  readonly idempotency_key: string;
  /** The same fields and some more, if the account's setting `webhook_body` adds them. */
  readonly data?: Fields['data'];
}

interface Paid extends Common, Pick<Fields, 'payment_details'> {}

interface Credited extends Paid, Pick<Fields, 'receiver_credits' | 'receiver_credits_summary'> {}

interface Failed extends Common, Partial<Pick<Fields, 'payment_details'>> {}

/**
 * A webhook, whose `event` determines its fields. They are always next to `event`, regardless of the
 * account's setting `webhook_body`. Acknowledge unknown events, because new ones may be added.
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

/** Headers of a request: a `Headers`, a `Map`, or an object as in Node; names in any case. */
export type WebhookHeaders =
  | Iterable<readonly [string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The account's `webhook_secret`. */
  readonly secret: string | undefined;
  /**
   * Form of the signed text, as in the account's setting `webhook_signature`. `timestamp` (default):
   * `svc-timestamp`, a dot and the body; `body`: only the body; `sha256`: only the body, with `sha256=`
   * before the digits.
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
  /** The received bytes; a text is encoded as UTF-8. Parsing and serializing JSON again changes the body. */
  readonly body: string | Uint8Array | ArrayBuffer;
}

export type WebhookErrorCode =
  /** No form of the signature matches: the secret is another one, or has spaces or quotes around it. */
  | 'signature_secret'
  /** The body was serialized again or changed before the verification. */
  | 'signature_raw_body'
  /** The signature has another form than `mode`. */
  | 'signature_mode'
  /** The header isn't an HMAC. */
  | 'signature_form'
  /** The signature is valid, but `svc-timestamp` is too far from now. */
  | 'clock_differs'
  | 'header_missing'
  | 'secret_missing'
  /** The body is an object or missing, because something read it before. */
  | 'body_parsed'
  /** The signature is valid, but the body isn't a webhook's JSON. */
  | 'body_unknown';

/** Reason for refusing a webhook, with the full explanation in `message`. */
export declare class WebhookError extends Error {
  override readonly name: 'WebhookError';
  /** If a receiver returns the code in its response, the simulator's console explains it. */
  readonly code: WebhookErrorCode;
  /** Status of your response: 401, 500 for a fault of the receiver, 400 for `body_unknown`. */
  readonly status: 400 | 401 | 500;
  readonly reason: string;
  /** Fix for the error. */
  readonly advice: string;
  /** Evidence in this webhook; undefined without any. */
  readonly detail: string | undefined;
}

/**
 * Verifies a webhook and returns its content.
 * @throws WebhookError if it is invalid, too old or can't be verified; its `code` names the reason.
 */
export declare function verifyWebhook(webhook: ReceivedWebhook): Promise<WebhookEvent>;

export interface ReceiverOptions extends VerifyOptions {
  /** Your function. If it throws, the response is 500 and the webhook is retried. */
  readonly onEvent: (event: WebhookEvent) => unknown;
  /**
   * Receives each refusal (`WebhookError`), each error of `onEvent`, and each unreadable body, which returns
   * 400. If it throws, the response is 500. Default: `console.error`.
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
