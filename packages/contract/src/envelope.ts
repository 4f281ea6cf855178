/** The header of an answer that says the time of an account with a clock of its own. */
export const ACCOUNT_TIME = 'x-svc-sim-time';

/** A success (specification, Response envelopes). */
export interface SuccessEnvelope<T = unknown> {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly data: T;
  /** In the payment-session API (contract section 1). */
  readonly success?: true;
  readonly message?: string;
  /** In lists; null at the end. */
  readonly next_cursor?: string | null;
  /** In the lists of the merchant and POS API: how many there are on all pages. */
  readonly total?: number;
}

/** One fault of a problem, in words. */
export interface ToldFault {
  readonly detail: string;
  readonly pointer: string;
}

/** A problem, `application/problem+json` (RFC 9457; specification, Response envelopes). */
export interface ProblemEnvelope {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly message?: string | readonly string[];
  /** The request id: `urn:uuid:…`. */
  readonly instance?: string;
  readonly errors?: readonly ToldFault[];
  readonly success?: false;
}
