import type { AttemptFault, ResponseHeaders } from '@svc-simulator/contract';

export interface AttemptResult {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly via: AttemptVia;
  /** HTTP status of the response; null if no response came. */
  readonly status: number | null;
  /**
   * Reason for a missing response, a system code such as `ECONNREFUSED` or a sentence; null if a response
   * came.
   */
  readonly error: string | null;
  /** Duration of the receiver's response, as reported by the relay or else measured by the simulator. */
  readonly durationMs: number;
  /**
   * Duration measured by the simulator, including the way to the relay and back; absent without a relay's
   * duration.
   */
  readonly measuredMs?: number;
  /** The first 4 KiB of the response body. */
  readonly responseBody: string | null;
  /** Present only if the status isn't 2xx. */
  readonly responseHeaders?: ResponseHeaders;
  readonly chaos?: AttemptChaos;
  /**
   * Difference of `svc-timestamp` to the machine's time in ms, positive if ahead; present over one minute.
   */
  readonly timestampOffMs?: number;
  readonly mistake?: string;
}

/** `local`: a route to the relay, but the simulator runs locally and delivers the webhook itself. */
export type AttemptVia = 'loopback' | 'relay' | 'direct' | 'local';

export interface AttemptChaos {
  readonly faults: readonly AttemptFault[];
  readonly headers: Readonly<Record<string, string>>;
}
