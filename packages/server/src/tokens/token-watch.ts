import type { ServerResponse } from 'node:http';
import { isStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';
import { isOfPassword, isValidToken, tokenId } from './account-tokens.ts';

/** Events that can end a token's streams. */
const endingTypes = new Set([
  ...['token.revoked', 'login.succeeded', 'login.ended', 'account.password_changed'],
  ...['account.password_reset', 'account.suspended', 'account.deleted'],
  // These two events delete the trace, perhaps with the event that ended the token, so the token is checked
  // again.
  ...['control.reset', 'control.snapshot'],
]);

/** The token that opened a stream or a relay. */
export interface TokenOwner {
  readonly accountId: string;
  readonly token: string;
}

/**
 * Calls `onEnd` once a token has ended on any instance: it was revoked or replaced, or its account was
 * suspended, deleted or given a new password. An exchanged token ends with its grantor (contract section
 * 12, Rights). Passes the type of the event that ended the token. Returns a function that stops watching.
 */
export function watchToken(
  { store }: Pick<Runtime, 'store'>,
  { accountId, token }: TokenOwner,
  onEnd: (type: string) => void,
): () => void {
  let watchedId = tokenId(token);
  const isStillValid = async () => {
    const [record, account] = [await store.get('token', watchedId), await store.get('account', accountId)];
    if (!record || !account || account.suspended || !isOfPassword(record, account)) return false;
    // Passes `createdAt` instead of the current time: a stream can continue after its token expires, but not
    // after the token is revoked.
    return isValidToken(store, record, record.createdAt);
  };
  const checkToken = (type: string) =>
    void isStillValid().then(
      (isValid) => isValid || onEnd(type),
      () => {},
    );
  const startWatching = async () => {
    const record = await store.get('token', watchedId);
    if (record?.grantedBy !== undefined && record.kind !== 'browser') watchedId = record.grantedBy;
    checkToken('token.revoked');
  };
  return store.trace.subscribe(
    accountId,
    ({ type }) => {
      if (endingTypes.has(type)) checkToken(type);
    },
    // Checks the token once now, because it may have ended before the subscription.
    () => void startWatching().catch(() => {}),
  );
}

export function endWithToken(
  runtime: Pick<Runtime, 'store'>,
  answer: Response,
  outgoing: ServerResponse | undefined,
  owner: TokenOwner,
): void {
  if (!outgoing || !isStream(answer)) return;
  // Cuts the connection a turn later, so that the event that ended the token is still sent.
  const stopWatching = watchToken(runtime, owner, () => setImmediate(() => outgoing.destroy()));
  outgoing.once('close', stopWatching);
}
