import { tokenHint, withoutCredentials } from '@svc-simulator/core';

/** A member of a JSON object whose value is no object or list; that of a text that was cut may have no end. */
const MEMBER = /"(\w{1,64})"(\s*:\s*)("(?:[^"\\]|\\[\s\S])*"?|[^\s,{}[\]"]+)/g;
const SECRET_NAME =
  /password|passwd|token$|secret|clave|^otp$|^pin$|^cvv$|^code$|card_?number|authorization$/i;
const PARAMETER = /([?&](?:\w{0,32}(?:password|token|secret)|otp|pin)=)[^&\s]+/gi;
const TOKEN = /\b(?:sim_(?:api|con|ref|lnk|web)|whsec)_[\w-]+/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

export const MASK = '•••';

/** A body or an address as it may be shown: tokens by their hint, and no value of a member that is named like a secret. */
export function masked(text: string): string {
  return withoutCredentials(text)
    .replace(MEMBER, (member, name: string, colon: string, value: string) =>
      SECRET_NAME.test(name) && value !== 'null' ? `"${name}"${colon}"${maskOf(value)}"` : member,
    )
    .replace(PARAMETER, `$1${MASK}`)
    .replace(TOKEN, tokenHint)
    .replace(JWT, 'eyJ…');
}

function maskOf(value: string): string {
  const token = value.replaceAll('"', '');
  return /^(?:sim_\w{3}|whsec)_/.test(token) ? tokenHint(token) : MASK;
}
