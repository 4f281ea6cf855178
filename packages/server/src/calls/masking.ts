import { tokenHint, withoutCredentials } from '@svc-simulator/core';

const SECRET_NAME =
  /password|passwd|token$|secret|clave|^otp$|^pin$|^cvv$|^code$|card_?number|authorization$/i;
/** A quick check: if a body without escapes doesn't match, no member name is secret. */
const MAYBE_NAMED = /password|passwd|token|secret|clave|"otp"|"pin"|"cvv"|"code"|card_?number|authorization/i;
const PARAMETER = /([?&](?:\w{0,32}(?:password|token|secret)|otp|pin)=)[^&\s]+/gi;
const TOKEN = /\b(?:sim_(?:api|con|ref|lnk|web)|whsec)_[\w-]+/g;
/** A terminal's secret or a signature of the same length. */
const KEY = /\b[0-9a-f]{64}\b/gi;
/** A JWT with any prefix. It begins at a word boundary, which keeps the search linear in long texts. */
const DOTTED = /(?<![\w-])[\w-]+\.[\w-]+\.[\w-]*/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*$/;

const MASK = '•••';

/** A stored text, possibly cut; `characters` is the original length. */
export interface KeptText {
  readonly text: string;
  readonly characters: number;
}

/** Secrets that somebody chose, which match no pattern. */
export type Hidden = readonly string[];

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

/** White space, a string, another scalar or punctuation, at the end of the previous part (RFC 8259). */
const PART =
  /([ \t\n\r]+)|("[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-f]{4})[^"\\]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)|([{}[\],:])/giy;

/**
 * Masks the secret members of a JSON body and the secrets in its texts. Output ends where the body is cut or
 * isn't valid JSON.
 */
function maskedJson(text: string, isCut: boolean, hidden: Hidden = []): string {
  if (!isCut && !isJson(text)) return '';
  // Most bodies have no secret outside secret members, so their texts aren't searched one by one.
  const isPlain = !/[\\%]/.test(text) && hideIn(text, hidden) === text;
  if (isPlain && !MAYBE_NAMED.test(text)) return text;
  const shownOf = (quoted: string, said: string) => (isPlain ? quoted : requoted(quoted, said, hidden));
  const shown: string[] = [];
  /** A flag per open container: true for an object, false for a list. */
  const open: boolean[] = [];
  /** Depth of the open containers around the secret value that is being skipped. */
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

/** Masks a body for display; empty if it isn't valid JSON. */
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

function requoted(quoted: string, text: string, hidden: Hidden): string {
  const masked = maskedText(text, hidden);
  return masked === text ? quoted : JSON.stringify(masked);
}

function maskOf(value: string): string {
  if (value === 'null') return value;
  const token = value.replaceAll('"', '');
  return `"${/^(?:sim_\w{3}|whsec)_[\w-]+$/.test(token) ? tokenHint(token) : MASK}"`;
}
