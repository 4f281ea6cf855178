import type {
  ChaosFault,
  EmissionFault,
  ProbeKind,
  Route,
  WebhookSignatureVariant,
} from '@svc-simulator/contract';
import type { DeliveryRecord } from '../records.ts';
import type { AttemptResult } from './attempt-result.ts';
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
  /**
   * The headers and body, the same in every attempt; null once the trace event `webhook.emitted` is deleted.
   */
  readonly emission: EmissionModel | null;
  readonly attempts: readonly AttemptModel[];
  /** The result of `deliveryDiagnosis`. */
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
  /** The signed text and the form of the signature, as in the setting `webhook_signature`. */
  readonly variant: WebhookSignatureVariant;
  readonly signedString: string;
  readonly byFormerSecret: boolean;
  /** The correct signature, computed when the model is read. If `byFormerSecret`, with the former secret. */
  readonly recomputed: string;
  /** False only for a `bad_signature` probe. */
  readonly matches: boolean;
}

export interface AttemptModel extends Omit<AttemptResult, 'simulatorMs' | 'chaos'> {
  readonly at: number;
  /** Time until the result reached the simulator, including the way through a relay. */
  readonly simulatorMs: number;
  readonly chaos: readonly ChaosFault[];
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryModel[];
  readonly nextCursor: string | null;
}
