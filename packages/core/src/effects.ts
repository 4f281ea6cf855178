import type { TraceType, WebhookEvent } from '@svc-simulator/contract';

export interface TraceDraft {
  readonly type: TraceType;
  readonly at: number;
  readonly sessionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Effects of a decision about a session as data; they are stored in one commit with the new record. */
export interface SessionEffects {
  readonly events: readonly TraceDraft[];
  readonly emissions: readonly WebhookEvent[];
}
