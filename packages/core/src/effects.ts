import type { TraceType, WebhookEvent } from '@svc-simulator/contract';

/** A trace event before the store has given it its id and account. */
export interface TraceDraft {
  readonly type: TraceType;
  readonly at: number;
  readonly sessionId?: string;
  readonly data: Readonly<Record<string, unknown>>;
}
