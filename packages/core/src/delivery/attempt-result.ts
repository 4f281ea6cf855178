import type { AttemptFault, ResponseHeaders } from '@svc-simulator/contract';

export interface AttemptResult {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly via: AttemptVia;
  /** HTTP status of the response; null if no response came. */
  readonly status: number | null;
  /** Why no valid response came: a system code such as `ECONNREFUSED`, or a sentence. */
  readonly error: string | null;
  /** Time that the receiver took. The relay measures it; if there is no relay, the simulator does. */
  readonly durationMs: number;
  /** Time until the relay's result reached the simulator; absent if there was no relay. */
  readonly simulatorMs?: number;
  /** The first 4 KiB of the response body. */
  readonly responseBody: string | null;
  /** Present only if the status isn't 2xx. */
  readonly responseHeaders?: ResponseHeaders;
  readonly chaos?: AttemptChaos;
  /** `svc-timestamp` minus the machine's time in ms; absent if the difference is one minute or less. */
  readonly timestampOffMs?: number;
  /** If the receiver's refusal quotes a signature: the code of the mistake that produces that signature. */
  readonly mistake?: string;
}

/** `local`: the route is `relay`, but a local simulator without a relay delivers the webhook itself. */
export type AttemptVia = 'loopback' | 'relay' | 'direct' | 'local';

export interface AttemptChaos {
  readonly faults: readonly AttemptFault[];
  /** Headers that replace those of the webhook, such as a wrong signature. */
  readonly headers: Readonly<Record<string, string>>;
}
