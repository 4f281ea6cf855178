import { decodePercent, tokenHint, withoutCredentials } from '@svc-simulator/core';

const SECRET_NAME =
  /password|passwd|token$|secret|clave|^otp$|^pin$|^cvv$|^code$|card_?number|authorization$/i;
/**
 * Skips most bodies quickly: if a body without escapes doesn't match, it has no member with a secret name.
 */
const MAYBE_SECRET_NAME =
  /password|passwd|token|secret|clave|"otp"|"pin"|"cvv"|"code"|card_?number|authorization/i;
const PARAMETER = /([?&](?:\w{0,32}(?:password|token|secret)|otp|pin)=)[^&\s]+/gi;
const PREFIXED_TOKEN = /\b(?:sim_(?:api|con|ref|lnk|web)|whsec)_[\w-]+/g;
/** A terminal's secret, or a signature of the same length. */
const HEX_KEY = /\b[0-9a-f]{64}\b/gi;
/**
 * A text that may end with a JWT. It begins at a word boundary, so that searching a long text takes linear
 * time.
 */
const DOTTED_TOKEN = /(?<![\w-])[\w-]+\.[\w-]+\.[\w-]*/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*$/;

const MASK = '•••';

/** A stored text, which is cut if it is long. `characters` is the original length. */
export interface LoggedText {
  readonly text: string;
  readonly characters: number;
}

/** Secrets that a user chose, so no pattern recognizes them. */
export type ChosenSecrets = readonly string[];

export function maskText(text: string, chosenSecrets: ChosenSecrets = []): string {
  const masked = maskPatterns(text, chosenSecrets);
  if (!text.includes('%')) return masked;
  const decoded = decodePercent(text);
  const decodedMasked = maskPatterns(decoded, chosenSecrets);
  return decodedMasked === decoded ? masked : decodedMasked;
}

function maskPatterns(text: string, chosenSecrets: ChosenSecrets): string {
  return chosenSecrets
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), withoutCredentials(text))
    .replace(PARAMETER, `$1${MASK}`)
    .replace(PREFIXED_TOKEN, tokenHint)
    .replace(HEX_KEY, MASK)
    .replace(DOTTED_TOKEN, (dotted) => dotted.replace(JWT, 'eyJ…'));
}

/** The next part of a JSON text: white space, a string, another scalar or punctuation (RFC 8259). */
const JSON_PART =
  /([ \t\n\r]+)|("[^"\\]*(?:\\(?:["\\/bfnrt]|u[0-9a-f]{4})[^"\\]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)|([{}[\],:])/giy;

/**
 * Masks the members with secret names in a JSON body, and the secrets within its other texts. Returns '' for
 * invalid JSON; a body that was cut is masked up to the cut.
 */
function maskJson(text: string, isCut: boolean, chosenSecrets: ChosenSecrets = []): string {
  if (!isCut && !isJson(text)) return '';
  // Searches the whole body once. In most bodies, this finds nothing, and the texts aren't searched one by
  // one.
  const isPlain = !/[\\%]/.test(text) && maskPatterns(text, chosenSecrets) === text;
  if (isPlain && !MAYBE_SECRET_NAME.test(text)) return text;
  const maskPart = (literal: string, content: string) =>
    isPlain ? literal : maskLiteral(literal, content, chosenSecrets);
  const output: string[] = [];
  /** For each open container: true for an object, false for a list. */
  const containers: boolean[] = [];
  /** Number of open containers around the secret value that is being skipped. */
  let secretDepth: number | undefined;
  let isName = false;
  let wasName = false;
  JSON_PART.lastIndex = 0;
  for (let match = JSON_PART.exec(text); match; match = JSON_PART.exec(text)) {
    const [part, blank, literal, scalar] = match;
    const isSecret = secretDepth !== undefined;
    if (literal !== undefined && isName) {
      const name = literalText(literal);
      if (!isSecret && SECRET_NAME.test(name)) secretDepth = containers.length;
      if (!isSecret) output.push(maskPart(literal, name));
      [isName, wasName] = [false, true];
      continue;
    }
    if (blank !== undefined || (part === ':' && wasName)) {
      if (!isSecret || secretDepth === containers.length) output.push(part);
      continue;
    }
    wasName = false;
    if (part === '{' || part === '[') {
      if (secretDepth === containers.length) output.push(`"${MASK}"`);
      containers.push(part === '{');
      isName = part === '{';
    } else if (part === '}' || part === ']') {
      containers.pop();
      isName = false;
    } else if (part === ',') isName = containers.at(-1) === true;
    if (!isSecret) output.push(literal === undefined ? part : maskPart(literal, literalText(literal)));
    else if (secretDepth === containers.length) {
      if (scalar !== undefined || literal !== undefined) output.push(maskScalar(part));
      secretDepth = undefined;
    }
  }
  return output.join('');
}

export function maskBody({ text, characters }: LoggedText, chosenSecrets?: ChosenSecrets): string {
  return maskJson(text, text.length < characters, chosenSecrets);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function literalText(literal: string): string {
  return literal.includes('\\') ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

function maskLiteral(literal: string, text: string, chosenSecrets: ChosenSecrets): string {
  const masked = maskText(text, chosenSecrets);
  return masked === text ? literal : JSON.stringify(masked);
}

function maskScalar(value: string): string {
  if (value === 'null') return value;
  const token = value.replaceAll('"', '');
  return `"${/^(?:sim_\w{3}|whsec)_[\w-]+$/.test(token) ? tokenHint(token) : MASK}"`;
}
