/** A session: its id, or whatever carries it. */
export type SessionRef = string | { readonly id: string };

export type SessionState = 'paid' | 'failed' | 'expired' | 'accredited' | 'accreditation_to_recipient_failed';

export type WebhookEventName =
  | 'payment_session.created'
  | 'payment_session.paid'
  | 'payment_session.accredited'
  | 'payment_session.accreditation_to_recipient_failed'
  /** These four come with the account setting `extra_events` only. */
  | 'payment_session.failed'
  | 'payment_session.expired'
  | 'payment_session.partially_accredited'
  | 'payment_session.failed_credit';

export type PaymentMethodName = 'immediate_debit' | 'mobile_payment' | 'crypto';

/** Fields of a new session by the API's own names; each has a default. */
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
  /** Where webhooks go. Without one they are made and signed, but not sent. */
  readonly webhook_url?: string;
  readonly internal_reference?: string;
  readonly split?: { readonly type: 'percent' | 'absolute'; readonly rules: unknown[] };
  /** Of a button: from 5 to 20. */
  readonly duration_minutes?: number;
  /** Of a request, with the rest. */
  readonly title?: string;
  readonly due_date_session?: string;
  readonly due_date_reached_behavior?: 'keep_active' | 'deactivate';
  readonly late_notice_message?: string;
}

/** A session as the API answers it. */
export interface CreatedSession {
  readonly id: string;
  readonly status: 'pending' | 'paid' | 'failed' | 'expired';
  readonly payment_url: string;
  readonly amount_reference: number;
  readonly currency_reference: string;
  readonly identifier: string;
  readonly [field: string]: unknown;
}

/** The status of a session as the API answers it. */
export interface SessionStatus {
  readonly id: string;
  readonly status: 'pending' | 'paid' | 'failed' | 'expired';
  readonly session_payment: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface PaymentOptions {
  /** Default `immediate_debit`. */
  readonly method?: PaymentMethodName;
  /** Default `000000`, which pays; `111111` no funds, `222222` wrong key, `333333` over the limit. */
  readonly otp?: string;
  /** How leg 2 is to end; default `accredited`. */
  readonly accreditation?: 'accredited' | 'accreditation_to_recipient_failed';
}

/** How a payment on the payment page ended. */
export interface PaymentResult {
  readonly result: 'paid' | 'failed';
  readonly method: string | null;
  /** Why it failed; null when it did not. */
  readonly reason: string | null;
  /** Where the page sends the payer, `session_id` included; null when it shows a result itself. */
  readonly redirect: string | null;
}

/** What the payment page makes a payment fail by. */
export type FailureReason = 'insufficient_funds' | 'invalid_otp' | 'bank_limit';

/** Sessions of one account. Whatever the simulator refuses rejects with a `SimulatorAssertionError`. */
export interface Sessions {
  /** A button session. */
  create(fields?: SessionFields): Promise<CreatedSession>;
  /** A request session, due in a day of the account's clock unless `due_date_session` says otherwise. */
  createRequest(fields?: SessionFields): Promise<CreatedSession>;
  /** Pays on the payment page as a payer does; a key that fails resolves too, with `result: 'failed'`. */
  pay(session: SessionRef, options?: PaymentOptions): Promise<PaymentResult>;
  /** Fails a payment on the payment page; default `insufficient_funds`. A request stays pending. */
  fail(session: SessionRef, reason?: FailureReason): Promise<PaymentResult>;
  expire(session: SessionRef): Promise<SessionStatus>;
  /** Forces how a leg ends, without a payer and without waiting. */
  force(session: SessionRef, state: SessionState): Promise<SessionStatus>;
  status(session: SessionRef): Promise<SessionStatus>;
  /** Resolves once the session has come to this state; rejects at once when it can not any more. */
  waitFor(
    session: SessionRef,
    state: SessionState,
    options?: { readonly timeoutMs?: number },
  ): Promise<TraceEvent>;
  /** What happened to the session and why, as text: call, state, webhook, attempts, answer. */
  story(session: SessionRef): string;
}

/** A webhook as it was made, and what has become of it so far. */
export interface Webhook {
  readonly event: string;
  readonly sessionId: string;
  /** null when the session has no `webhook_url`. */
  readonly deliveryId: string | null;
  readonly idempotencyKey: string;
  /** The parsed body. */
  readonly body: WebhookBody;
  /** The signed bytes as UTF-8 text. */
  readonly rawBody: string;
  /** As sent; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: string | null;
  /** `unsent`: the session has no `webhook_url`. */
  readonly state: 'pending' | 'delivered' | 'gave_up' | 'unsent';
  /** The last answer's HTTP status; null when none came. */
  readonly status: number | null;
  /** Why there was no answer, such as `ECONNREFUSED`. */
  readonly error: string | null;
  readonly attempts: number;
  /** How the last attempt went: `loopback`, `relay`, `local` or `direct`. */
  readonly via: string | null;
  /** The delivery that this one repeats; null when it is the first. */
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

/** Values by their path in a webhook's body, such as `{'session_payment.amount_reference': 25.5}`, or a test of one's own. */
export type WebhookCondition = Readonly<Record<string, unknown>> | ((webhook: Webhook) => boolean);

export interface WaitForWebhookOptions {
  readonly session?: SessionRef;
  readonly where?: WebhookCondition;
  /** In ms; default: that of the simulator. */
  readonly timeoutMs?: number;
}

/** Webhooks of one account; probes are none. */
export interface Webhooks {
  /**
   * Resolves with the first such webhook once it is answered 2xx, or as soon as it is made when its session has no
   * `webhook_url`. What has happened already counts. Rejects when it was given up or cannot come any more, else at the
   * time-out, with the story of the session.
   */
  waitFor(event: WebhookEventName, options?: WaitForWebhookOptions): Promise<Webhook>;
  /** All webhooks so far, in the order in which they were made. */
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
