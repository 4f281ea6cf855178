import { accept, membersOf, type Outcome, refuse } from '@svc-simulator/contract';

/** The deepest nesting of JSON that is taken (contract section 9): stringify overflows long after parse has not. */
export const JSON_DEPTH_LIMIT = 32;

export function isJsonType(contentType = ''): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

/**
 * Parses a JSON body and makes it ready for validation: no deeper than the limit, and without the members that are
 * `null`, since an optional null counts as absent and a required one as missing (contract section 9).
 */
export function parseJson(text: string, keepNulls = false, depthLimit = JSON_DEPTH_LIMIT): Outcome<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8 quotes from the text, which may be a secret, where it says no position: its token is what is left.
    const [why = ''] = error instanceof Error ? error.message.split(', ', 1) : [];
    return malformed(
      text.trim() === '' ? 'The body is empty; this operation needs JSON.' : `The body is not JSON: ${why}.`,
    );
  }
  if (!prepare(value, depthLimit, keepNulls))
    return malformed(`The JSON is nested deeper than ${depthLimit} levels.`);
  return accept(value);
}

function malformed(detail: string): Outcome<never> {
  return refuse({ status: 400, title: 'Malformed JSON', detail, errors: [{ detail, pointer: '' }] });
}

/** Walks the value once: drops its null members in place unless they are to be kept; false when it is too deep. */
function prepare(value: unknown, levels: number, keepNulls: boolean): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => prepare(item, levels - 1, keepNulls));
  const members = membersOf(value);
  for (const key of Object.keys(members)) {
    const member = members[key];
    if (member === null) {
      if (!keepNulls) Reflect.deleteProperty(value, key);
    } else if (typeof member === 'object' && !prepare(member, levels - 1, keepNulls)) return false;
  }
  return true;
}
