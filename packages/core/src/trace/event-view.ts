import type { getTrace, RowOf, TraceType } from '@svc-simulator/contract';
import type { EventData } from './event-data.ts';

/** A trace event, read from the text that is stored. Its type may be one that this version does not know. */
export interface EventView {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly type: TraceType | (string & {});
  readonly sessionId: string | undefined;
  readonly data: EventData;
  /** The text itself, for those who want to see everything. */
  readonly json: string;
}

/** Reads an event as it is stored. */
export function readEvent({
  id,
  type,
  sessionId,
  json,
}: Pick<EventView, 'id' | 'type' | 'json'> & { readonly sessionId?: string | undefined }): EventView {
  const { at, data }: { readonly at: string; readonly data?: EventData } = JSON.parse(json);
  return { id, at: Date.parse(at), type, sessionId, data: data ?? {}, json };
}

/** An event as the API answers it. */
export function eventOf(event: RowOf<typeof getTrace>): EventView {
  const { id, at, type, session_id: sessionId, data } = event;
  return { id, at: Date.parse(at), type, sessionId, data, json: JSON.stringify(event) };
}
