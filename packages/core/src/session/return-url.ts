import { isUrl } from '@svc-simulator/contract';

const SESSION_PARAMETER = 'session_id';

/** Matches the characters that a URL parser ignores: blanks around the URL, and all line breaks and tabs. */
const ignoredCharacters = /^[\0- ]+|[\0- ]+$|[\t\n\r]/g;
/** Characters that must be escaped in a header and in a link. */
const unescapedCharacters = /[^\x21-\x7e]+/gu;

/**
 * Adds `session_id={id}` to the query of the merchant's URL (contract section 10, Return of the payer). Keeps
 * all other parts of the URL unchanged, because a URL parser could break an app's deep link.
 */
export function returnUrlFor(url: string, sessionId: string): string {
  const [, beforeQuery = '', query, fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url.replace(ignoredCharacters, '')) ?? [];
  const currentParameters = query === undefined || query === '' ? [] : query.split('&');
  const sessionParameter = `${SESSION_PARAMETER}=${encodeURIComponent(sessionId)}`;
  const firstIndex = currentParameters.findIndex(isSessionParameter);
  const parameters = currentParameters.flatMap((parameter, index) =>
    isSessionParameter(parameter) ? (index === firstIndex ? [sessionParameter] : []) : [parameter],
  );
  if (firstIndex === -1) parameters.push(sessionParameter);
  return `${printableUrl(beforeQuery)}?${escapeText(parameters.join('&'))}${escapeText(fragment)}`;
}

/** Returns true also for a name with escaped letters: `session%5Fid`. */
function isSessionParameter(parameter: string): boolean {
  return new URLSearchParams(`&${parameter}`).has(SESSION_PARAMETER);
}

/** Escapes a URL. A host with non-ASCII letters can't be escaped, so the URL parser converts it. */
function printableUrl(url: string): string {
  return escapeText(url) === url || !isUrl(url) ? escapeText(url) : new URL(url).href;
}

function escapeText(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(unescapedCharacters, encodeURIComponent);
}
