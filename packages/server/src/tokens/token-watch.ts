import type { ServerResponse } from 'node:http';
import { isStream } from '../http/event-stream.ts';
import type { Runtime } from '../runtime.ts';
import { isGood, isOfPassword, tokenId } from './account-tokens.ts';

/** These events end a token's streams. */
const endings = new Set([
  ...['token.revoked', 'login.succeeded', 'login.ended', 'account.password_changed'],
  ...['account.password_reset', 'account.suspended', 'account.deleted'],
  // These two also delete the trace, so earlier events that ended the token are gone.
  ...['control.reset', 'control.snapshot'],
]);

/** The token that opened a stream or a relay. */
export interface TokenOwner {
  readonly accountId: string;
  readonly token: string;
}

/**
 * Calls `onEnd` with the type of the ending event once a token is revoked or replaced on any instance, its
 * password changes, or its account is suspended or deleted (contract section 12, Rights). A token from an
 * exchange depends on the original one. Returns a function that stops watching.
 */
export function watchToken(
  { store }: Pick<Runtime, 'store'>,
  { accountId, token }: TokenOwner,
  onEnd: (type: string) => void,
): () => void {
  let watched = tokenId(token);
  const isStillGood = async () => {
    const [record, account] = [await store.get('token', watched), await store.get('account', accountId)];
    if (!record || !account || account.suspended || !isOfPassword(record, account)) return false;
    // An open stream outlives its token's expiry, but not its revocation.
    return isGood(store, record, record.createdAt);
  };
  const look = (type: string) =>
    void isStillGood().then(
      (good) => good || onEnd(type),
      () => {},
    );
  const begin = async () => {
    const record = await store.get('token', watched);
    if (record?.grantedBy !== undefined && record.kind !== 'browser') watched = record.grantedBy;
    look('token.revoked');
  };
  return store.trace.subscribe(
    accountId,
    ({ type }) => {
      if (endings.has(type)) look(type);
    },
    // The token is checked once now, because events before the subscription are not delivered.
    () => void begin().catch(() => {}),
  );
}

/** Ends a streamed response once its token is invalid. */
export function endWithToken(
  runtime: Pick<Runtime, 'store'>,
  answer: Response,
  outgoing: ServerResponse | undefined,
  owner: TokenOwner,
): void {
  if (!outgoing || !isStream(answer)) return;
  // The event that ends the stream is sent first.
  const unfollow = watchToken(runtime, owner, () => setImmediate(() => outgoing.destroy()));
  outgoing.once('close', unfollow);
}
