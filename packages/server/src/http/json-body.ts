import {
  accept,
  JSON_ITEMS_MAX,
  JSON_NAMES_MAX,
  type JsonExcess,
  jsonExcessIn,
  jsonFaultOf,
  membersOf,
  type Outcome,
  type Refused,
} from '@svc-simulator/contract';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import { malformed, unsupportedMedia } from './http-refusals.ts';

/** Parses a body's text as JSON; 415 if its headers declare another type. */
export function jsonIn(
  text: Outcome<string>,
  {
    type,
    encoding = 'identity',
  }: { readonly type?: string | undefined; readonly encoding?: string | undefined },
  keepsNulls?: boolean,
): Outcome<unknown> {
  if (!/^\s*identity\s*$/i.test(encoding))
    return unsupportedMedia(message('problem.body.encoded', { encoding }));
  if (!isJsonType(type)) return notJson(type);
  return text.ok ? parseJson(text.value, keepsNulls) : text;
}

function notJson(type: string | undefined): Refused {
  return unsupportedMedia(
    type ? message('problem.body.not_json_type', { type }) : message('problem.body.no_type'),
  );
}

/**
 * The deepest accepted JSON nesting (contract section 9); `JSON.stringify` overflows at depths that
 * `JSON.parse` accepts.
 */
export const JSON_DEPTH_LIMIT = 32;

export function isJsonType(contentType = ''): boolean {
  return /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

/**
 * Parses a JSON body for validation: limits its depth and removes `null` members, because null counts as
 * absent (contract section 9).
 */
export function parseJson(text: string, keepNulls = false, depthLimit = JSON_DEPTH_LIMIT): Outcome<unknown> {
  const excess = jsonExcessIn(text, depthLimit);
  if (excess) return tooMuch(excess, depthLimit);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.trim() === '') return noJson(message('problem.body.empty'));
    const why = jsonFaultOf(text, LOOKED_THROUGH);
    return noJson(why ? message('problem.body.not_json', { why }) : message('problem.body.not_json_far'));
  }
  return prepare(value, depthLimit, keepNulls) ? accept(value) : tooMuch('deep', depthLimit);
}

/** Characters of invalid JSON that are searched for the fault. */
const LOOKED_THROUGH = 256 * 1024;

function tooMuch(excess: JsonExcess, levels: number): Outcome<never> {
  if (excess === 'deep') return noJson(message('problem.body.too_deep', { levels }));
  const most = excess === 'long' ? JSON_ITEMS_MAX : JSON_NAMES_MAX;
  return noJson(message('problem.body.too_much', { excess, most }));
}

function noJson(why: Message<KeyOf<'problem'>>): Outcome<never> {
  return malformed('problem.title.malformed_json', why);
}

/** Removes null members in place unless they are kept; returns false if the value is nested too deeply. */
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
