/** Any character that a bearer token can't contain (RFC 6750, 2.1: `b64token`). */
const FOREIGN = /[^\w.~+/=-]/u;

/** The first character of a text that a token can't contain; `position` counts from 1. */
export interface ForeignCharacter {
  readonly position: number;
  /** Unicode notation: `U+000A` is a line feed. */
  readonly codePoint: string;
}

/**
 * Normalizes a typed, pasted or stored token by removing surrounding white space, line ends and byte order
 * mark (contract section 11, Keys). `foreign` makes it invalid; an error must not contain the token.
 */
export function readToken(text: string): {
  readonly token: string;
  readonly foreign: ForeignCharacter | null;
} {
  const token = text.trim();
  const at = token.search(FOREIGN);
  if (at < 0) return { token, foreign: null };
  const codePoint = (token.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { token, foreign: { position: at + 1, codePoint: `U+${codePoint}` } };
}
