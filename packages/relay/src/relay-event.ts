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
  /** So many webhooks were missed after a sequence, and come first. */
  | { readonly type: 'replay'; readonly at: number; readonly since: number; readonly count: number }
  /** They have come; `delivered` of them were answered with 2xx. */
  | { readonly type: 'replayed'; readonly at: number; readonly count: number; readonly delivered: number }
  | WebhookDelivered;

/** One attempt that went through the relay: `status`, or `error`. */
export interface WebhookDelivered {
  readonly type: 'webhook';
  readonly at: number;
  /** Where the webhook stands among the account's emissions. */
  readonly sequence: number;
  /** It was missed, and came again. */
  readonly replay: boolean;
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
