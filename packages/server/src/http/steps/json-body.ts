import { accept, jsonFaultOf, membersOf, type Outcome, refuse } from '@svc-simulator/contract';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import { malformed } from '../refusals.ts';

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
  } catch {
    const why = text.trim() === '' ? null : jsonFaultOf(text);
    return noJson(why ? message('problem.body.not_json', { why }) : message('problem.body.empty'));
  }
  if (!prepare(value, depthLimit, keepNulls))
    return noJson(message('problem.body.too_deep', { levels: depthLimit }));
  return accept(value);
}

function noJson(why: Message<KeyOf<'problem'>>): Outcome<never> {
  return refuse(malformed('problem.title.malformed_json', why));
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
