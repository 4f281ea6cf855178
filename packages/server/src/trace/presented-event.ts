import type { StoredTraceEvent } from '@svc-simulator/store/store.ts';

interface ReceivedData {
  readonly raw_body?: string;
  readonly raw_body_length?: number;
}

/**
 * Returns an event's JSON for display. A received body is stored only as text, so its parsed form is added
 * here.
 */
export function presentEventJson({ type, json }: Pick<StoredTraceEvent, 'type' | 'json'>): string {
  if (type !== 'webhook.received') return json;
  const { data }: { readonly data: ReceivedData } = JSON.parse(json);
  return `${json.slice(0, -'}}'.length)},"body":${parseBodyJson(data)}}}`;
}

/** Returns the parsed body as JSON text; null if the body was cut, isn't JSON, or is nested too deeply. */
function parseBodyJson({ raw_body = '', raw_body_length }: ReceivedData): string {
  if (raw_body_length !== undefined) return 'null';
  try {
    return JSON.stringify(JSON.parse(raw_body.replace(/^\uFEFF/, '')));
  } catch {
    return 'null';
  }
}
