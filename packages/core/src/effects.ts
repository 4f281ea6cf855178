import type { TraceType, WebhookEvent } from '@svc-simulator/contract';

export interface TraceDraft {
  readonly type: TraceType;
  readonly at: number;
  readonly sessionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Effects of a decision about a session next to the new record, as data; all are stored in one commit. */
export interface SessionEffects {
  readonly events: readonly TraceDraft[];
  /** Webhooks in order of emission; each body is built from the session after the decision. */
  readonly emissions: readonly WebhookEvent[];
}
