import type {
  ChaosFault,
  ProbeKind,
  ResponseHeaders,
  TraceEvent,
  WebhookSignatureVariant,
} from '@svc-simulator/contract';
import type { DeliveryRecord } from '../../records.ts';
import type { AttemptResult } from '../attempt-result.ts';
import { type DeliveryDiagnosis, deliveryDiagnosis } from './diagnosis.ts';

/** `error` of a delivery that ended with attempts ahead of it, since a relay's replay sent its webhook again: nothing is wrong. */
export const REPLAYED = 'sent again by a replay';

/** The data of `webhook.emitted`: what every attempt sends, and where to. */
export type EmittedData = {
  /** Null: it goes to nobody. */
  readonly delivery_id: string | null;
  readonly event: DeliveryRecord['event'];
  readonly url: string | null;
  readonly route: DeliveryRecord['route'] | null;
  readonly idempotency_key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw_body: string;
  readonly by?: DeliveryRecord['by'];
  readonly probe?: ProbeKind;
  readonly resend_of?: string;
};

/** The data of `webhook.attempted`. */
export type AttemptedData = {
  readonly delivery_id: string;
  readonly attempt: number;
  readonly simulator_duration_ms?: number;
  readonly via: AttemptResult['via'];
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly response_body: string | null;
  readonly response_headers?: ResponseHeaders;
  readonly chaos?: readonly ChaosFault[];
  readonly timestamp_off_ms?: number;
  readonly mistake?: string;
};

/**
 * Why a receiver may not have taken a delivery, the likeliest reason first, by the events of one delivery in the trace.
 * `variant` is what was signed; the first reason does not depend on it.
 */
export function diagnosisInTrace(
  events: readonly TraceEvent[],
  variant: WebhookSignatureVariant = 'timestamp',
): readonly DeliveryDiagnosis[] {
  const attempts = events
    .filter(({ type }) => type === 'webhook.attempted')
    .map(({ data }) => attemptOf(data as AttemptedData));
  return deliveryDiagnosis({ attempts, probe: null, variant });
}

/** An attempt as its event tells it. */
export function attemptOf({
  via,
  status,
  error,
  duration_ms,
  response_body,
  response_headers,
  chaos = [],
  timestamp_off_ms,
  mistake,
}: AttemptedData) {
  return {
    via,
    status,
    error,
    durationMs: duration_ms,
    responseBody: response_body,
    ...(response_headers && { responseHeaders: response_headers }),
    chaos,
    ...(timestamp_off_ms !== undefined && { timestampOffMs: timestamp_off_ms }),
    ...(mistake !== undefined && { mistake }),
  };
}
