import type { ServerResponse } from 'node:http';
import type { Runtime } from '../../runtime.ts';
import { isGood, tokenId } from '../credentials.ts';

const EVENT_STREAM = 'text/event-stream';

/** Events after which a token may open nothing any more; the last two take the trace of the others away. */
const endings = new Set([
  ...['token.revoked', 'login.succeeded', 'account.password_changed', 'account.password_reset'],
  ...['account.deleted', 'control.reset', 'control.snapshot'],
]);

export interface StreamOwner {
  readonly accountId: string;
  /** What opened the stream. */
  readonly token: string;
}

/**
 * Cuts an answer that is a stream once its token is revoked or replaced, on whichever instance, or its account is deleted
 * (contract section 12, Rights). A token that was exchanged is good for its streams as long as the one that it was exchanged for.
 */
export async function endWithToken(
  { store }: Pick<Runtime, 'store'>,
  answer: Response,
  outgoing: ServerResponse | undefined,
  { accountId, token }: StreamOwner,
): Promise<void> {
  if (!outgoing || !answer.headers.get('content-type')?.startsWith(EVENT_STREAM)) return;
  const own = tokenId(token);
  let watched = own;
  const isStillGood = async () => {
    const [record, account] = [await store.get('token', watched), await store.get('account', accountId)];
    if (!record || !account) return false;
    if (record.kind === 'browser' && record.passwordEpoch !== account.passwordEpoch) return false;
    // An open stream outlives the time of its token, and no more.
    return isGood(store, record, record.createdAt);
  };
  const look = () =>
    void isStillGood().then(
      // What is being sent, such as the event that ends it, goes out first.
      (good) => good || setImmediate(() => outgoing.destroy()),
      () => {},
    );
  const unfollow = store.trace.subscribe(accountId, ({ type }) => {
    if (endings.has(type)) look();
  });
  outgoing.once('close', unfollow);
  const record = await store.get('token', own);
  if (record?.grantedBy !== undefined && record.kind !== 'browser') watched = record.grantedBy;
  look();
}
