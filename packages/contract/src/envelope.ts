/** Response header with the account's time, sent only if the account has its own clock. */
export const ACCOUNT_TIME = 'x-svc-sim-time';

export interface SuccessEnvelope<T = unknown> {
  readonly status: number;
  readonly title: string;
  readonly detail?: string;
  readonly data: T;
  /** Only in the payment-session API, like `message` (contract section 1). */
  readonly success?: true;
  readonly message?: string;
  /** Only in lists; null on the last page. */
  readonly next_cursor?: string | null;
  /** Number of items on all pages. Only in lists whose operation declares `counted`. */
  readonly total?: number;
}

export interface ProblemFault {
  readonly detail: string;
  readonly pointer: string;
}

/** A response with `application/problem+json` (RFC 9457; specification, Response envelopes). */
export interface ProblemEnvelope {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly message?: string | readonly string[];
  /** The request id: `urn:uuid:…`. */
  readonly instance?: string;
  readonly errors?: readonly ProblemFault[];
  readonly success?: false;
}
