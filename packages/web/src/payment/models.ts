import type { Bank } from '@svc-simulator/contract';
import type { Currency, PaymentMethod, PaymentRecord, SessionStatus } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { FieldFault, FormValues } from './form/form-fields.ts';

export interface SessionSummary {
  readonly merchant: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly identifierLabel?: string | null;
  readonly identifier: string;
  /** In minor units (hundredths) of `currency`, up to 99999999999999. */
  readonly amountMinor: number | bigint;
  readonly currency: Currency;
  /** In cents (céntimos); must be a bigint above 2^53. */
  readonly amountVesMinor: number | bigint;
  /** VES per unit of `currency`, as a decimal string (`"122.0112"`); not shown if absent. */
  readonly rate?: string | null;
}

/** Model of the page of a session that can be paid. Times are in milliseconds since the epoch. */
export interface CheckoutModel {
  readonly lang: Language;
  readonly session: SessionSummary;
  /** The time of the account's clock. The countdown starts at `expiresAt - now`. */
  readonly now: number;
  /** True if the account's clock is stopped, so the session doesn't expire. */
  readonly isClockStopped?: boolean;
  readonly expiresAt: number | null;
  readonly methods: readonly PaymentMethod[];
  readonly banks: readonly Bank[];
  /** Values that the payer typed before the form was refused. */
  readonly values?: FormValues;
  readonly faults?: readonly FieldFault[];
  /**
   * Set if the session is a request that is past its due date but still payable; `message` is its
   * `late_notice_message`.
   */
  readonly overdue?: { readonly dueAt: number; readonly message?: string | null } | null;
  /**
   * Set after a failed payment. `reason` is a code, such as `insufficient_funds`, or a text for the payer.
   */
  readonly retry?: { readonly reason: string | null } | null;
}

export type AttemptSummary = Pick<PaymentRecord, 'at' | 'method' | 'transactionId'> &
  Partial<Pick<PaymentRecord, 'bankName' | 'bankReferenceId'>>;

interface EndModel {
  readonly lang: Language;
  readonly session: SessionSummary;
  readonly attempt?: AttemptSummary | null | undefined;
  readonly reason?: string | null;
}

export interface ResultModel extends EndModel {
  readonly outcome: 'paid' | 'failed';
  /** True if the session is still pending. A request can be paid after a failed payment, unlike a button. */
  readonly canRetry?: boolean;
}

export interface ClosedModel extends EndModel {
  readonly status: Exclude<SessionStatus, 'pending'>;
  /** Time at which the session was paid, failed, or expired. */
  readonly closedAt?: number | null;
  /** The merchant's `success_url` or `failure_url`; shown only if `safeHref` accepts it. */
  readonly returnUrl?: string | null;
}
