/** A session by its id, or an object with the id. */
export type SessionRef = string | { readonly id: string };

export type SessionState = 'paid' | 'failed' | 'expired' | 'accredited' | 'accreditation_to_recipient_failed';

export type WebhookEventName =
  | 'payment_session.created'
  | 'payment_session.paid'
  | 'payment_session.accredited'
  | 'payment_session.accreditation_to_recipient_failed'
  /** The following four require the account setting `extra_events`. */
  | 'payment_session.failed'
  | 'payment_session.expired'
  | 'payment_session.partially_accredited'
  | 'payment_session.failed_credit';

export type PaymentMethodName = 'immediate_debit' | 'mobile_payment' | 'crypto';

/** Fields of a new session under their API names; each has a default. */
export interface SessionFields {
  readonly amount_reference?: number;
  readonly currency_reference?: 'USD' | 'EUR' | 'COP' | 'USDT' | 'VES';
  readonly identifier_label?: string;
  readonly identifier?: string;
  readonly description?: string;
  readonly success_url?: string;
  readonly failure_url?: string;
  /** Default: the account's own agreement. */
  readonly agreement_id?: string;
  /** The receiver's URL. If it is missing, webhooks are created and signed, but not sent. */
  readonly webhook_url?: string;
  readonly internal_reference?: string;
  readonly split?: { readonly type: 'percent' | 'absolute'; readonly rules: unknown[] };
  /** Only for buttons. From 5 to 20. */
  readonly duration_minutes?: number;
  /** Only for requests, like the fields below. */
  readonly title?: string;
  readonly due_date_session?: string;
  readonly due_date_reached_behavior?: 'keep_active' | 'deactivate';
  readonly late_notice_message?: string;
}

/** A created session in the API's response. */
export interface CreatedSession {
  readonly id: string;
  readonly status: 'pending' | 'paid' | 'failed' | 'expired';
  readonly payment_url: string;
  readonly amount_reference: number;
  readonly currency_reference: string;
  readonly identifier: string;
  readonly [field: string]: unknown;
}

/** The status of a session in the API's response. */
export interface SessionStatus {
  readonly id: string;
  readonly status: 'pending' | 'paid' | 'failed' | 'expired';
  readonly session_payment: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface PaymentOptions {
  /** Default: `immediate_debit`. */
  readonly method?: PaymentMethodName;
  /** `000000` (default): succeeds. `111111`: no funds. `222222`: wrong OTP. `333333`: over the limit. */
  readonly otp?: string;
  /** Outcome of leg 2. Default: `accredited`. */
  readonly accreditation?: 'accredited' | 'accreditation_to_recipient_failed';
}

/** Result of a payment on the payment page. */
export interface PaymentResult {
  readonly result: 'paid' | 'failed';
  readonly method: string | null;
  /** Reason of the failure; null if it succeeded. */
  readonly reason: string | null;
  /** URL that the page redirects the payer to, including `session_id`; null if the page shows the result. */
  readonly redirect: string | null;
}

/** Failures that the payment page can cause. */
export type FailureReason = 'insufficient_funds' | 'invalid_otp' | 'bank_limit';

/** Sessions of one account. All refusals reject with a `SimulatorAssertionError`. */
export interface Sessions {
  /** Creates a button session. */
  create(fields?: SessionFields): Promise<CreatedSession>;
  /** Creates a request session. Default of `due_date_session`: a day from now, by the account's clock. */
  createRequest(fields?: SessionFields): Promise<CreatedSession>;
  /**
   * Pays on the payment page like a payer. If `otp` makes the payment fail, resolves with `result: 'failed'`.
   */
  pay(session: SessionRef, options?: PaymentOptions): Promise<PaymentResult>;
  /** Fails a payment on the payment page. Default: `insufficient_funds`. A request stays pending. */
  fail(session: SessionRef, reason?: FailureReason): Promise<PaymentResult>;
  expire(session: SessionRef): Promise<SessionStatus>;
  /** Forces the end of a leg without a payer and without waiting. */
  force(session: SessionRef, state: SessionState): Promise<SessionStatus>;
  status(session: SessionRef): Promise<SessionStatus>;
  /** Resolves once the session reaches this state; rejects as soon as that is impossible. */
  waitFor(
    session: SessionRef,
    state: SessionState,
    options?: { readonly timeoutMs?: number },
  ): Promise<TraceEvent>;
  /** Returns what happened to the session and why, as text: call, state, webhook, attempts, response. */
  story(session: SessionRef): string;
}

/** A webhook and its delivery so far. */
export interface Webhook {
  readonly event: string;
  readonly sessionId: string;
  /** Null if the session has no `webhook_url`. */
  readonly deliveryId: string | null;
  readonly idempotencyKey: string;
  readonly body: WebhookBody;
  /** The signed bytes as UTF-8 text. */
  readonly rawBody: string;
  /** The headers as sent, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string | null;
  /** `unsent`: the session has no `webhook_url`. */
  readonly state: 'pending' | 'delivered' | 'gave_up' | 'unsent';
  /** HTTP status of the last attempt; null before an attempt, and if no response came. */
  readonly status: number | null;
  /** Why no response to the last attempt came, such as `ECONNREFUSED`. */
  readonly error: string | null;
  readonly attempts: number;
  /** Route of the last attempt: `loopback`, `relay`, `local` or `direct`. */
  readonly via: string | null;
  /** Id of the delivery that this one resends; null if it isn't a resend. */
  readonly resendOf: string | null;
}

export interface WebhookBody {
  readonly event: string;
  readonly session_payment: {
    readonly id: string;
    readonly amount_reference: number;
    readonly currency_reference: string;
    readonly status: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/**
 * Values by their path in a webhook's body, such as `{'session_payment.amount_reference': 25.5}`, or your own
 * function.
 */
export type WebhookCondition = Readonly<Record<string, unknown>> | ((webhook: Webhook) => boolean);

export interface WaitForWebhookOptions {
  readonly session?: SessionRef;
  readonly where?: WebhookCondition;
  /** In ms. Default: `timeoutMs` of the simulator. */
  readonly timeoutMs?: number;
}

/** Webhooks of one account, except test webhooks (`sim probe`). */
export interface Webhooks {
  /**
   * Resolves with the first matching webhook, after the receiver has returned 2xx. If the session has no
   * `webhook_url`, resolves once the webhook is created. Webhooks from before the call also match. Rejects
   * with the session's story if the webhook was abandoned, has become impossible or times out.
   */
  waitFor(event: WebhookEventName, options?: WaitForWebhookOptions): Promise<Webhook>;
  /** Returns all webhooks so far, in order of creation. */
  all(filter?: {
    readonly event?: WebhookEventName;
    readonly session?: SessionRef;
    readonly where?: WebhookCondition;
  }): Webhook[];
}

/** An event of the account's trace. */
export interface TraceEvent {
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly type: string;
  readonly session_id?: string;
  readonly data: Readonly<Record<string, unknown>>;
}
