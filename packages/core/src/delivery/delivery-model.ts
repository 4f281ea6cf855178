import type {
  ChaosFault,
  EmissionFault,
  ProbeKind,
  ResponseHeaders,
  Route,
  WebhookSignatureVariant,
} from '@svc-simulator/contract';
import type { DeliveryRecord } from '../records.ts';
import type { AttemptVia } from './attempt-result.ts';
import type { DeliveryDiagnosis } from './diagnosis/diagnosis.ts';

/** A delivery with everything that helps to find a fault. Times are milliseconds. */
export interface DeliveryModel {
  /** Null if the session has no `webhook_url`, so the webhook was not sent. */
  readonly id: string | null;
  readonly sessionId: string;
  readonly event: DeliveryRecord['event'];
  readonly url: string | null;
  readonly route: Route | null;
  readonly state: DeliveryRecord['state'] | 'unsent';
  readonly idempotencyKey: string;
  readonly probe: ProbeKind | null;
  readonly resendOf: string | null;
  readonly chaos: readonly EmissionFault[];
  readonly emittedEventId: number;
  readonly emittedAt: number;
  readonly nextAttemptAt: number | null;
  /** The webhook, equal in every attempt; null after its retention. */
  readonly emission: EmissionModel | null;
  readonly attempts: readonly AttemptModel[];
  /** Why the receiver may have refused the webhook, likeliest reason first; empty if it accepted at once. */
  readonly diagnosis: readonly DeliveryDiagnosis[];
}

export interface EmissionModel {
  readonly headers: Readonly<Record<string, string>>;
  /** The signed text, encoded as UTF-8. */
  readonly rawBody: string;
  /** True if the webhook was resent with an edited body. */
  readonly isEdited: boolean;
  readonly signature: SignatureModel;
}

export interface SignatureModel {
  readonly sent: string;
  /** Which text is signed: timestamp, dot and raw body, or only the raw body. */
  readonly variant: WebhookSignatureVariant;
  readonly signedString: string;
  readonly byFormerSecret: boolean;
  /**
   * The signature made again with the account's `webhook_secret`, or the former secret if that one signed.
   */
  readonly recomputed: string;
  /** False only for a `bad_signature` probe. */
  readonly matches: boolean;
}

export interface AttemptModel {
  readonly attempt: number;
  readonly at: number;
  readonly via: AttemptVia;
  readonly status: number | null;
  readonly error: string | null;
  /** Time that the receiver took, measured by the relay, or by the simulator without one. */
  readonly durationMs: number;
  /** Time measured by the simulator, including the way to the relay. */
  readonly simulatorMs: number;
  readonly responseBody: string | null;
  readonly responseHeaders?: ResponseHeaders;
  readonly chaos: readonly ChaosFault[];
  /** `svc-timestamp` minus the machine's time in ms; present above one minute. */
  readonly timestampOffMs?: number;
  readonly mistake?: string;
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryModel[];
  readonly nextCursor: string | null;
}
