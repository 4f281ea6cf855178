import { type Change, put, ref, type Scope, type View } from '@svc-simulator/store/store.ts';
import { type TokenOwner, watchToken } from '../../http/limits/stream-rights.ts';
import type { Runtime } from '../../runtime.ts';
import type { RelayEnd } from './relay-connection.ts';

/** Of an account's relay, in its trace. */
export interface RelayEvent {
  readonly type: 'relay.connected' | 'relay.disconnected';
  readonly relayId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Tells of a relay in the trace, and of several instances in the same commit which one has it: so the order of the trace is
 * the order in which relays displaced each other, whichever instance they came to.
 */
export function tellOfRelay(
  { store }: Runtime,
  account: string,
  { type, relayId, data }: RelayEvent,
): Promise<null> {
  const eventsOf = ({ now }: View) => [{ type, at: now, data }];
  const { peers } = store;
  if (!peers) return store.transact({ account }, (view) => ({ result: null, events: eventsOf(view) }));
  const place = ref('relay', account);
  const scope: Scope = { account, lock: [place] };
  return store.transact(scope, (view: View): Change<null> => {
    const events = eventsOf(view);
    if (type === 'relay.connected') {
      const relay = { accountId: account, relayId, instance: peers.self };
      return { result: null, events, puts: [put('relay', account, relay)] };
    }
    const stillThere = view.get('relay', account)?.relayId === relayId;
    return { result: null, events, deletes: stillThere ? [place] : [] };
  });
}

/**
 * Calls `ended` when a relay may not go on: another of the account connects after it to whichever instance, its token ends,
 * or the account is deleted. Answers how to stop.
 */
export function watchRelay(
  runtime: Pick<Runtime, 'store'>,
  owner: TokenOwner,
  relayId: string,
  ended: (end: Extract<RelayEnd, 'displaced' | TokenEnd>) => void,
): () => void {
  const unwatch = watchToken(runtime, owner, (type) => ended(tokenEnds[type] ?? 'token revoked'));
  let connected = false;
  const { peers, trace } = runtime.store;
  if (!peers) return unwatch;
  const unfollow = trace.subscribe(owner.accountId, ({ type, json }) => {
    if (type !== 'relay.connected') return;
    if (JSON.parse(json).data.relay_id === relayId) connected = true;
    else if (connected) ended('displaced');
  });
  return () => {
    unwatch();
    unfollow();
  };
}

type TokenEnd = 'token revoked' | 'password changed' | 'account deleted';

/** By the event with which it came. */
const tokenEnds: Readonly<Record<string, TokenEnd>> = {
  'account.password_changed': 'password changed',
  'account.deleted': 'account deleted',
};
