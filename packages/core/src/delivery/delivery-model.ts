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

/** One delivery with everything needed to find a fault. Times are milliseconds. */
export interface DeliveryModel {
  /** Null if the session has no `webhook_url`: the webhook was signed and traced, but not sent. */
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
  /** Content of every attempt; null after retention has deleted it. */
  readonly emission: EmissionModel | null;
  readonly attempts: readonly AttemptModel[];
  /** Reasons why the receiver may have refused it, likeliest first; empty if it accepted at once. */
  readonly diagnosis: readonly DeliveryDiagnosis[];
}

export interface EmissionModel {
  readonly headers: Readonly<Record<string, string>>;
  /** The signed text, encoded as UTF-8. */
  readonly rawBody: string;
  /** True if somebody edited the body and sent it again. */
  readonly isEdited: boolean;
  readonly signature: SignatureModel;
}

export interface SignatureModel {
  readonly sent: string;
  /** Form of the signed text: timestamp, dot and raw body, or the raw body alone. */
  readonly variant: WebhookSignatureVariant;
  readonly signedString: string;
  readonly byFormerSecret: boolean;
  /** The signature computed with the account's `webhook_secret`, or with the former one if that signed. */
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
  /** Duration of the receiver's response, as reported by the relay or else measured by the simulator. */
  readonly durationMs: number;
  /** Duration measured by the simulator, including the way to a relay and back. */
  readonly measuredMs: number;
  readonly responseBody: string | null;
  readonly responseHeaders?: ResponseHeaders;
  readonly chaos: readonly ChaosFault[];
  /**
   * Difference of `svc-timestamp` to the machine's time in ms, positive if ahead; present over one minute.
   */
  readonly timestampOffMs?: number;
  readonly mistake?: string;
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryModel[];
  readonly nextCursor: string | null;
}
