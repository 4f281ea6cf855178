import type {
  ChaosFault,
  getTrace,
  ProbeKind,
  ResponseHeaders,
  RowOf,
  ToolKind,
  TraceType,
} from '@svc-simulator/contract';
import type { AttemptVia } from '../delivery/attempt-result.ts';
import type { AccreditationState, PaymentMethod, SessionRecord } from '../records.ts';

export interface EventData {
  readonly short_name?: string;
  readonly surface?: string;
  readonly token_hint?: string;
  /**
   * Who caused the event; absent for the account itself. In `class.left`, `move` means that the trainer moved
   * the trainee to another class.
   */
  readonly by?: ToolKind | 'trainer' | 'trainee' | 'move' | 'operator';
  readonly delete_at?: string;
  readonly former_signs_until?: string | null;
  readonly title?: string;
  readonly name?: string;
  readonly agreement_id?: string;
  readonly partner_id?: string;
  readonly class_id?: string;
  readonly relay_id?: string;
  readonly origin?: SessionRecord['origin'];
  readonly amount_reference?: number;
  readonly currency_reference?: string;
  readonly identifier?: string;
  readonly source?: 'page' | 'script' | 'control' | 'schedule';
  readonly script?: string;
  readonly rule?: number;
  readonly step?: number;
  readonly rules?: number;
  readonly leg1?: string;
  readonly leg2?: string;
  readonly after_ms?: number;
  readonly method?: PaymentMethod;
  readonly reason?: string;
  readonly amount_ves?: number;
  readonly total_credits?: number;
  readonly total_amount_ves_credited?: number;
  readonly status?: string | number | null;
  readonly accreditation?: AccreditationState;
  readonly delivery_id?: string | null;
  readonly event?: string;
  readonly url?: string | null;
  readonly probe?: ProbeKind;
  readonly resend_of?: string;
  readonly edited?: boolean;
  readonly chaos?: readonly ChaosFault[];
  readonly fault?: ChaosFault;
  readonly seed?: number;
  readonly injected?: Readonly<Record<string, number>>;
  readonly operation?: string;
  readonly delay_ms?: number;
  readonly hold_ms?: number;
  readonly latency_ms?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly saved_at?: string;
  readonly events?: number;
  readonly raw_body?: string;
  readonly raw_body_base64?: string;
  readonly raw_body_length?: number;
  readonly attempt?: number;
  readonly attempts?: number;
  readonly via?: AttemptVia;
  readonly error?: string | null;
  readonly duration_ms?: number;
  /** Time measured by the simulator, if a relay reported the receiver's time. */
  readonly simulator_duration_ms?: number;
  readonly response_body?: string | null;
  readonly response_headers?: ResponseHeaders;
  readonly kind?: ProbeKind;
  readonly expected?: string;
  readonly passed?: boolean;
  readonly receiver?: string;
  readonly body?: unknown;
  readonly leg?: number;
  readonly outcome?: string;
  readonly admitted?: boolean;
  readonly serial?: string | null;
  readonly email?: string;
  readonly tries_left?: number;
  readonly order_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly change?: string;
  readonly frozen?: boolean;
  readonly batch_number?: number | string;
  readonly transaction_count?: number;
  readonly count_differs?: boolean;
  readonly own_count?: number;
}

/** A parsed trace event. Its type can be that of a newer version. */
export interface EventView {
  readonly id: number;
  readonly at: number;
  readonly type: TraceType | (string & {});
  readonly sessionId: string | undefined;
  readonly data: EventData;
  readonly json: string;
}

export function readEvent({
  id,
  type,
  sessionId,
  json,
}: Pick<EventView, 'id' | 'type' | 'json'> & { readonly sessionId?: string | undefined }): EventView {
  const { at, data }: { readonly at: string; readonly data?: EventData } = JSON.parse(json);
  return { id, at: Date.parse(at), type, sessionId, data: data ?? {}, json };
}

export function toEventView(event: RowOf<typeof getTrace>): EventView {
  const { id, at, type, session_id: sessionId, data } = event;
  return { id, at: Date.parse(at), type, sessionId, data, json: JSON.stringify(event) };
}
