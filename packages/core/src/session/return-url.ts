import { isUrl } from '@svc-simulator/contract';

const NAME = 'session_id';

/**
 * Characters that the URL parser removes first: blanks around the text, and line breaks and tabs anywhere.
 */
const unread = /^[\0- ]+|[\0- ]+$|[\t\n\r]/g;
/** Characters that neither a header nor a link can contain unescaped. */
const unprintable = /[^\x21-\x7e]+/gu;

/**
 * Returns the merchant's URL with `session_id={id}` in its query, replacing a parameter of that name
 * (contract section 10, Return of the payer). The rest stays verbatim: a URL parser would change slashes,
 * escapes and cases, which may break an app's deep link.
 */
export function returnUrlFor(url: string, sessionId: string): string {
  const [, place = '', query, fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url.replace(unread, '')) ?? [];
  const own = query === undefined || query === '' ? [] : query.split('&');
  const mark = `${NAME}=${encodeURIComponent(sessionId)}`;
  const first = own.findIndex(isMark);
  const parameters = own.flatMap((parameter, index) =>
    isMark(parameter) ? (index === first ? [mark] : []) : [parameter],
  );
  if (first === -1) parameters.push(mark);
  return `${printable(place)}?${escaped(parameters.join('&'))}${escaped(fragment)}`;
}

/** Returns true if it is the parameter `session_id`, also with escaped letters. */
function isMark(parameter: string): boolean {
  return new URLSearchParams(`&${parameter}`).has(NAME);
}

/** A host with non-ASCII letters needs the URL parser instead of escapes. */
function printable(place: string): string {
  return escaped(place) === place || !isUrl(place) ? escaped(place) : new URL(place).href;
}

function escaped(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(unprintable, encodeURIComponent);
}
