import type { Call } from './call-log.ts';
import type { TokenFault } from './token-owner.ts';

const ofToken: Readonly<Record<TokenFault, string>> = {
  bare: 'The token is right, and “Bearer” is missing: send “Authorization: Bearer” and, after a space, the token.',
  misplaced:
    'The token is in another header: send it as “Authorization: Bearer” and, after a space, the token.',
  wrapped:
    'There is something around the token, such as quotes, spaces or a second “Bearer”: send the token alone.',
};

const ofStatus: ReadonlyMap<number, string> = new Map([
  [400, 'Correct what the faults name, and send the call again with a new Idempotency-Key, if it has one.'],
  [
    401,
    'Send the credential that the answer asks for; those of this account are under Keys, in the console.',
  ],
  [403, 'Use the token of the merchant that the path names, or the path of the merchant of this token.'],
  [
    404,
    'Compare the path and the id with what an earlier answer gave; what belongs to another account is 404 too.',
  ],
  [405, 'Use a method that the answer’s header “Allow” names.'],
  [
    409,
    'Look at how things stand before you call again: what the call wants has happened already, or is no longer possible.',
  ],
  [413, 'Send less at a time.'],
  [415, 'Send the header “Content-Type: application/json”.'],
  [422, 'The call is understood and cannot be carried out: change what its answer names.'],
  [429, 'Wait for as many seconds as “Retry-After” says, then go on more slowly.'],
  [
    500,
    'Read the answer: what is not possible now is said there. If it is an internal error, report its request id.',
  ],
  [503, 'Call again in a moment, with the same Idempotency-Key.'],
]);

const ofPage = {
  token:
    'A page in a browser made this call: who uses the page can read its token, so call from your server with one that you want to keep to yourself.',
  preflight:
    'A browser asked whether a page may call this path. Pages of other origins may call /api/svcpagos and /api/v1/ext alone: call this path from your server.',
};

/** What to do about a refused call, or one from a page in a browser, as English sentences of the phrasebook. */
export function adviceOn({ status, method, origin, tokenFault }: Call): readonly string[] {
  if (origin !== undefined && method === 'OPTIONS') return [ofPage.preflight];
  const refused = status === 401 && tokenFault ? ofToken[tokenFault] : ofStatus.get(status);
  return [...(refused ? [refused] : []), ...(origin === undefined ? [] : [ofPage.token])];
}
