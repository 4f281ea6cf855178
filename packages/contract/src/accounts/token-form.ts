/** All but the characters of a bearer token (RFC 6750, 2.1: `b64token`). */
const FOREIGN = /[^\w.~+/=-]/u;

/** The first character of a text that no token has; `position` counts the characters of the token from 1. */
export interface ForeignCharacter {
  readonly position: number;
  /** As Unicode names it: `U+000A` is a line feed. */
  readonly codePoint: string;
}

/**
 * A token as it is sent, of one that was typed, pasted or read from a file: without the white space, line ends and byte order mark
 * around it (contract section 11, Keys). `foreign` is what makes it none; it must not be told with the token.
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
