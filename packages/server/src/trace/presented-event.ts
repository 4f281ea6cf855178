import type { StoredEvent } from '@svc-simulator/store/store.ts';

/** What is read here of the data of `webhook.received`. */
interface ReceivedData {
  /** Not there where the body is no text. */
  readonly raw_body?: string;
  readonly raw_body_length?: number;
}

/**
 * The text of a trace event as it is shown: a body that a receiver took is stored once, as it came, and what a parser
 * makes of it stands beside it here.
 */
export function presentedJson({ type, json }: Pick<StoredEvent, 'type' | 'json'>): string {
  if (type !== 'webhook.received') return json;
  const { data }: { readonly data: ReceivedData } = JSON.parse(json);
  return `${json.slice(0, -'}}'.length)},"body":${parsedBody(data)}}}`;
}

/** As JSON text; null for what is cut, no text, no JSON, or too deep to be written down. */
function parsedBody({ raw_body = '', raw_body_length }: ReceivedData): string {
  if (raw_body_length !== undefined) return 'null';
  try {
    return JSON.stringify(JSON.parse(raw_body.replace(/^\uFEFF/, '')));
  } catch {
    return 'null';
  }
}
