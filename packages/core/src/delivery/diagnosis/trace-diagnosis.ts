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

/** The `error` of a delivery that a relay's replay has replaced with a new delivery. It isn't a fault. */
export const REPLAYED = 'sent again by a replay';

export type EmittedData = {
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
  readonly edited?: boolean;
};

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

/** Explains a delivery from its trace events. `variant` affects only reasons after the first. */
export function diagnosisInTrace(
  events: readonly TraceEvent[],
  variant: WebhookSignatureVariant = 'timestamp',
): readonly DeliveryDiagnosis[] {
  const attempts = events
    .filter(({ type }) => type === 'webhook.attempted')
    .map(({ data }) => attemptOf(data as AttemptedData));
  return deliveryDiagnosis({ attempts, probe: null, variant });
}

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
