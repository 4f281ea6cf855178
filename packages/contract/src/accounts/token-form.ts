/** Matches a character that a bearer token can't contain (RFC 6750, 2.1: `b64token`). */
const INVALID_CHARACTER = /[^\w.~+/=-]/u;

export const OPERATOR_TOKEN_CHARACTERS = 32;

/** The first invalid character of a token; `position` counts from 1. */
export interface InvalidCharacter {
  readonly position: number;
  /** The character in Unicode notation, such as `U+000A`. */
  readonly codePoint: string;
}

/**
 * Removes white space, line ends and a byte order mark around a token (contract section 11, Keys). If
 * `invalid` is set, the text could be a mistyped token, so error messages must not contain it.
 */
export function readToken(text: string): {
  readonly token: string;
  readonly invalid: InvalidCharacter | null;
} {
  const token = text.trim();
  const index = token.search(INVALID_CHARACTER);
  if (index < 0) return { token, invalid: null };
  const codePoint = (token.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { token, invalid: { position: index + 1, codePoint: `U+${codePoint}` } };
}
