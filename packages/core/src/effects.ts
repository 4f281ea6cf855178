import type { TraceType, WebhookEvent } from '@svc-simulator/contract';

/** A trace event before the store has given it its id and account. */
export interface TraceDraft {
  readonly type: TraceType;
  readonly at: number;
  readonly sessionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a decision about a session brings about beside the new record, as data; all of it is stored in one commit. */
export interface SessionEffects {
  readonly events: readonly TraceDraft[];
  /** Webhooks to emit, in this order; each body is built from the session as it is after the decision. */
  readonly emissions: readonly WebhookEvent[];
}
