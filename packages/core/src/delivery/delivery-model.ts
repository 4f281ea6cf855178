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

/** Everything about one delivery that somebody wants to see who looks for what went wrong. Times are milliseconds. */
export interface DeliveryModel {
  /** Null when the session has no `webhook_url`: the webhook was signed and traced, and sent to nobody. */
  readonly id: string | null;
  readonly sessionId: string;
  readonly event: DeliveryRecord['event'];
  readonly url: string | null;
  readonly route: Route | null;
  readonly state: DeliveryRecord['state'] | 'unsent';
  readonly idempotencyKey: string;
  /** The kind of probe that it is. */
  readonly probe: ProbeKind | null;
  /** The delivery that it sends again. */
  readonly resendOf: string | null;
  /** What chaos did to it as a whole. */
  readonly chaos: readonly EmissionFault[];
  /** The trace event `webhook.emitted`. */
  readonly emittedEventId: number;
  readonly emittedAt: number;
  /** When the next attempt is due, while it is open. */
  readonly nextAttemptAt: number | null;
  /** What every attempt sends; null when retention has taken it. */
  readonly emission: EmissionModel | null;
  /** In their order. */
  readonly attempts: readonly AttemptModel[];
  /** Why the receiver may have refused it, the likeliest first; empty when it was accepted at once. */
  readonly diagnosis: readonly DeliveryDiagnosis[];
}

export interface EmissionModel {
  readonly headers: Readonly<Record<string, string>>;
  /** The signed text; its bytes are its UTF-8. */
  readonly rawBody: string;
  readonly signature: SignatureModel;
}

/** The signature of a webhook, and the account's own arithmetic beside it. */
export interface SignatureModel {
  /** The header `svc-signature`, as it was sent. */
  readonly sent: string;
  /** What was signed: the timestamp, a dot and the raw body, or the raw body alone. */
  readonly variant: WebhookSignatureVariant;
  /** Exactly the text that was signed. */
  readonly signedString: string;
  /** It was made with the secret that the account had before. */
  readonly byFormerSecret: boolean;
  /** The signature of that text with the account's `webhook_secret`, or with the former one where that made it. */
  readonly recomputed: string;
  /** False in a `bad_signature` probe alone. */
  readonly matches: boolean;
}

/** An attempt that has ended. */
export interface AttemptModel {
  /** From 1. */
  readonly attempt: number;
  /** When it ended. */
  readonly at: number;
  readonly via: AttemptVia;
  /** What the receiver answered; null when no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  /** Of the receiver's answer. */
  readonly durationMs: number;
  /** What the simulator measured: more when a relay was on the way. */
  readonly measuredMs: number;
  /** The beginning of the answer, at most 4 KiB; null when no answer came. */
  readonly responseBody: string | null;
  /** Of an answer that is not 2xx. */
  readonly responseHeaders?: ResponseHeaders;
  /** What chaos did to it, and to its webhook. */
  readonly chaos: readonly ChaosFault[];
  readonly timestampOffMs?: number;
  readonly mistake?: string;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly DeliveryModel[];
  readonly nextCursor: string | null;
}
