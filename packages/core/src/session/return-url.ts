import { isUrl } from '@svc-simulator/contract';

const NAME = 'session_id';

/** What the parser of URLs takes away before it reads: blanks around the text, line breaks and tabs anywhere in it. */
const unread = /^[\0- ]+|[\0- ]+$|[\t\n\r]/g;
/** What an address cannot hold as it stands, be it in a header or in a link. */
const unprintable = /[^\x21-\x7e]+/gu;

/**
 * The address that the payer is sent back to: the merchant's own with `session_id={id}` as one more parameter of its
 * query, in the place of one of that name (contract section 10, Return of the payer). All else stays as it was written,
 * which parsers do not see to: they move slashes, escapes and cases about, which a deep link's app may not expect.
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

/** Whether it is a parameter of that name, however its letters are written. */
function isMark(parameter: string): boolean {
  return new URLSearchParams(`&${parameter}`).has(NAME);
}

/** A host with letters of another alphabet is no matter of escapes: there the parser has the word. */
function printable(place: string): string {
  return escaped(place) === place || !isUrl(place) ? escaped(place) : new URL(place).href;
}

function escaped(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd').replace(unprintable, encodeURIComponent);
}
