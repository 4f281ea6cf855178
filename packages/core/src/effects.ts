import type { TraceType, WebhookEvent } from '@svc-simulator/contract';

export interface TraceDraft {
  readonly type: TraceType;
  readonly at: number;
  readonly sessionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Trace events and webhooks of a decision, stored in one commit with the changed session. */
export interface SessionEffects {
  readonly events: readonly TraceDraft[];
  readonly emissions: readonly WebhookEvent[];
}
