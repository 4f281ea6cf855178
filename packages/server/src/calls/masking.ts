import { tokenHint, withoutCredentials } from '@svc-simulator/core';

/** Members whose value is a secret whatever it looks like. */
const SECRET_NAME =
  /password|passwd|token$|secret|clave|^otp$|^pin$|^cvv$|^code$|card_?number|authorization$/i;
/** Where it finds nothing in a body without escapes, no member is named so. */
const MAYBE_NAMED = /password|passwd|token|secret|clave|"otp"|"pin"|"cvv"|"code"|card_?number|authorization/i;
const PARAMETER = /([?&](?:\w{0,32}(?:password|token|secret)|otp|pin)=)[^&\s]+/gi;
const TOKEN = /\b(?:sim_(?:api|con|ref|lnk|web)|whsec)_[\w-]+/g;
/** A terminal's secret, and signatures, which are as long. */
const KEY = /\b[0-9a-f]{64}\b/gi;
/** What may be one with something before it; it begins where a word does, or long texts without a point would be read once for each. */
const DOTTED = /(?<![\w-])[\w-]+\.[\w-]+\.[\w-]*/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*$/;

const MASK = '•••';

/** What was sent or answered, as it came; `characters` are those of the whole. */
export interface KeptText {
  readonly text: string;
  readonly characters: number;
}

/** Secrets that no form tells: those that somebody chose. */
export type Hidden = readonly string[];

/** An address, a header or a text as it may be shown: no secret stands in it, whatever is around it. */
export function maskedText(text: string, hidden: Hidden = []): string {
  const masked = hideIn(text, hidden);
  if (!text.includes('%')) return masked;
  const decoded = decodedOf(text);
  const shown = hideIn(decoded, hidden);
  return shown === decoded ? masked : shown;
}

function hideIn(text: string, hidden: Hidden): string {
  return hidden
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), withoutCredentials(text))
    .replace(PARAMETER, `$1${MASK}`)
    .replace(TOKEN, tokenHint)
    .replace(KEY, MASK)
    .replace(DOTTED, (dotted) => dotted.replace(JWT, 'eyJ…'));
}

function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** White space, a text, another scalar, or a mark, wherever the one before it ended (RFC 8259). */
const PART =
  /([ \t\n\r]+)|("[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-f]{4})[^"\\]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)|([{}[\],:])/giy;

/**
 * A JSON body as it may be shown: no value of a member that is named like a secret, be it a list or an object, and no secret in
 * any text. Where it is no JSON, or is cut, it ends before that: nothing is shown of a body whose parts nobody can tell.
 */
function maskedJson(text: string, isCut: boolean, hidden: Hidden = []): string {
  if (!isCut && !isJson(text)) return '';
  // Most bodies have no secret, or none but by its name: no text of theirs is looked into by itself.
  const isPlain = !/[\\%]/.test(text) && hideIn(text, hidden) === text;
  if (isPlain && !MAYBE_NAMED.test(text)) return text;
  const shownOf = (quoted: string, said: string) => (isPlain ? quoted : requoted(quoted, said, hidden));
  const shown: string[] = [];
  /** Of the containers that are open: whether each is an object. */
  const open: boolean[] = [];
  /** How many were open around a secret, while its value goes on. */
  let secretAt: number | undefined;
  let isName = false;
  let wasName = false;
  PART.lastIndex = 0;
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    const [whole, blank, quoted, scalar] = part;
    const isSecret = secretAt !== undefined;
    if (quoted !== undefined && isName) {
      const name = textOf(quoted);
      if (!isSecret && SECRET_NAME.test(name)) secretAt = open.length;
      if (!isSecret) shown.push(shownOf(quoted, name));
      [isName, wasName] = [false, true];
      continue;
    }
    if (blank !== undefined || (whole === ':' && wasName)) {
      if (!isSecret || secretAt === open.length) shown.push(whole);
      continue;
    }
    wasName = false;
    if (whole === '{' || whole === '[') {
      if (secretAt === open.length) shown.push(`"${MASK}"`);
      open.push(whole === '{');
      isName = whole === '{';
    } else if (whole === '}' || whole === ']') {
      open.pop();
      isName = false;
    } else if (whole === ',') isName = open.at(-1) === true;
    if (!isSecret) shown.push(quoted === undefined ? whole : shownOf(quoted, textOf(quoted)));
    else if (secretAt === open.length) {
      if (scalar !== undefined || quoted !== undefined) shown.push(maskOf(whole));
      secretAt = undefined;
    }
  }
  return shown.join('');
}

/** A body of a call as it may be shown; empty where it is no JSON. */
export function shownText({ text, characters }: KeptText, hidden?: Hidden): string {
  return maskedJson(text, text.length < characters, hidden);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function textOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

/** As it stood, where nothing in it is secret. */
function requoted(quoted: string, text: string, hidden: Hidden): string {
  const masked = maskedText(text, hidden);
  return masked === text ? quoted : JSON.stringify(masked);
}

function maskOf(value: string): string {
  if (value === 'null') return value;
  const token = value.replaceAll('"', '');
  return `"${/^(?:sim_\w{3}|whsec)_[\w-]+$/.test(token) ? tokenHint(token) : MASK}"`;
}
