/** What a relay tells of itself; `at` is milliseconds since the epoch. */
export type RelayEvent =
  | { readonly type: 'connected'; readonly at: number; readonly accountId: string }
  | {
      readonly type: 'disconnected';
      readonly at: number;
      readonly reason: string;
      /** When it connects again. */
      readonly retryInMs: number;
    }
  | WebhookDelivered;

/** One attempt that went through the relay: `status`, or `error`. */
export interface WebhookDelivered {
  readonly type: 'webhook';
  readonly at: number;
  readonly deliveryId: string;
  readonly attempt: number;
  /** `event` of the body; null when the body is none of the simulator's. */
  readonly event: string | null;
  readonly sessionId: string | null;
  /** Where it was sent. */
  readonly target: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}
