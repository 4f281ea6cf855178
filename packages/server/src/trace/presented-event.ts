import type { StoredTraceEvent } from '@svc-simulator/store/store.ts';

interface ReceivedData {
  readonly raw_body?: string;
  readonly raw_body_length?: number;
}

/**
 * Returns an event's JSON for display. A received body is stored once, unparsed, so its parsed form is added
 * here.
 */
export function presentedJson({ type, json }: Pick<StoredTraceEvent, 'type' | 'json'>): string {
  if (type !== 'webhook.received') return json;
  const { data }: { readonly data: ReceivedData } = JSON.parse(json);
  return `${json.slice(0, -'}}'.length)},"body":${parsedBody(data)}}}`;
}

/** The parsed body as JSON text; null if it was cut, isn't JSON, or is nested too deeply. */
function parsedBody({ raw_body = '', raw_body_length }: ReceivedData): string {
  if (raw_body_length !== undefined) return 'null';
  try {
    return JSON.stringify(JSON.parse(raw_body.replace(/^\uFEFF/, '')));
  } catch {
    return 'null';
  }
}
