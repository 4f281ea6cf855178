import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ATTEMPT_TIMEOUT_MS,
  type FrameFault,
  RELAY_DISPLACED,
  type WebhookFrame,
} from '@svc-simulator/contract';
import { DeadlineQueue } from '@svc-simulator/outbound';
import { type Change, type DecisionView, put, ref, type Scope } from '@svc-simulator/store/store.ts';
import { worded } from '@svc-simulator/texts/message.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { WebSocketServer } from 'ws';
import { KeyedBudget } from '../../http/limits/keyed-budget.ts';
import { budgets } from '../../http/limits/limit-table.ts';
import { problemLanguage } from '../../http/problem.ts';
import { problemTexts } from '../../refusal-words.ts';
import type { Runtime } from '../../runtime.ts';
import { type TokenOwner, watchToken } from '../../tokens/token-watch.ts';
import { NOT_ALLOWED, RelayConnection, type RelayEnd } from './relay-connection.ts';
import { type RelayAnswer, RelayForward } from './relay-forward.ts';
import { RelayReplay, replaySince } from './relay-replay.ts';

/** Largest frame. A relay sends results only; some include whole responses, of which 4 KiB are stored. */
const MOST_FRAME_BYTES = { local: 2 * 1024 * 1024, hosted: 256 * 1024 };
const GOING_AWAY = 1001;
const BROKEN_INSIDE = 1011;
/** Fragments of one frame; relays send one. */
const MOST_FRAGMENTS = 16;

interface UselessFrame {
  readonly fault: FrameFault;
  readonly isReadable: boolean;
  readonly language: Language;
}

interface ConnectedRelay {
  readonly relay: RelayConnection;
  /** Null if the relay didn't request missed webhooks. */
  readonly replay: RelayReplay | null;
}

/** The relays of all accounts, one each (contract section 7). */
export class RelayHub {
  readonly #runtime: Runtime;
  readonly #deadlines: DeadlineQueue;
  readonly #relays = new Map<string, ConnectedRelay>();
  /** Forwards of accounts without a relay, in the order of arrival. */
  readonly #stranded = new Map<string, Set<RelayForward>>();
  #server: Promise<WebSocketServer> | null = null;
  readonly #unasked: KeyedBudget | null;
  readonly #traced = new KeyedBudget(budgets.tracedFrames);
  readonly #recorded = new Map<string, Promise<unknown>>();
  #closed = false;
  readonly #refuse: (request: IncomingMessage, socket: Duplex) => void;

  constructor(runtime: Runtime, refuse: (request: IncomingMessage, socket: Duplex) => void) {
    this.#runtime = runtime;
    this.#refuse = refuse;
    this.#deadlines = new DeadlineQueue(runtime.clock, ATTEMPT_TIMEOUT_MS);
    this.#unasked = runtime.settings.hosted ? new KeyedBudget(budgets.unaskedFrames) : null;
  }

  get size(): number {
    return this.#relays.size;
  }

  has(accountId: string): boolean {
    return this.#relays.has(accountId);
  }

  /** Returns true if the delivery is part of the running replay of the account's relay. */
  replays(accountId: string, deliveryId: string): boolean {
    return this.#relays.get(accountId)?.replay?.includes(deliveryId) === true;
  }

  /**
   * Sends a webhook through the account's relay, waiting up to 5 s for one, and returns the local response.
   * Errors: `no relay connected`, `relay disconnected`, `timeout`, and the relay's.
   */
  deliver(accountId: string, webhook: WebhookFrame): Promise<RelayAnswer> {
    return new Promise((resolve) => {
      const { relay, replay } = this.#relays.get(accountId) ?? {};
      const forward = new RelayForward(replay?.labelled(webhook) ?? webhook, this.#deadlines, (answer) => {
        if (!forward.holder) this.#rescue(accountId, forward);
        resolve(answer);
      });
      if (relay) relay.send(forward);
      else this.#strand(accountId, forward);
    });
  }

  /** Completes the upgrade of a relay. The account's former relay is closed with 4001. */
  async accept(request: IncomingMessage, socket: Duplex, head: Buffer, owner: TokenOwner): Promise<void> {
    const server = await this.#load();
    const { accountId } = owner;
    const language = problemLanguage(request.headers['accept-language']);
    if (this.#closed || socket.destroyed) {
      socket.destroy();
      return;
    }
    server.handleUpgrade(request, socket, head, (ws) => {
      const { clock, random } = this.#runtime;
      const onEnd = (reason: RelayEnd) => {
        unwatch();
        replay?.stop();
        this.#gone(accountId, relay, reason);
      };
      const unasked = this.#unasked;
      const admitsFrame = unasked ? () => unasked.take(accountId, clock.elapsed()) === 0 : undefined;
      const useless = (fault: FrameFault, isReadable: boolean) =>
        this.#reject(accountId, relay, { fault, isReadable, language });
      const relay = new RelayConnection({
        id: random.uuid(),
        clock,
        ws,
        socket,
        ended: onEnd,
        useless,
        admitsFrame,
      });
      const { id } = relay;
      const since = replaySince(request.url);
      const replay = since === null ? null : new RelayReplay(this.#runtime, accountId, relay);
      const unwatch = watchRelay(this.#runtime, owner, id, (end) =>
        end === 'displaced' ? displace(relay) : relay.close(NOT_ALLOWED, `the ${end}`, end),
      );
      displace(this.#relays.get(accountId)?.relay);
      this.#relays.set(accountId, { relay, replay });
      this.#record(accountId, { type: 'relay.connected', relayId: id, data: { relay_id: id } }).then(() => {
        relay.begin(accountId);
        if (replay && since !== null) this.#run(replay, since, relay);
      });
      for (const forward of this.#stranded.get(accountId) ?? []) relay.send(forward);
      this.#stranded.delete(accountId);
    });
  }

  /** Closes every relay; the attempts in flight fail as disconnected. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#deadlines.passAll();
    for (const { relay } of [...this.#relays.values()])
      relay.close(GOING_AWAY, 'the simulator stops', 'simulator stopped');
    await Promise.all(this.#recorded.values());
  }

  async #reject(accountId: string, relay: RelayConnection, frame: UselessFrame): Promise<void> {
    const { fault, isReadable, language } = frame;
    const detail = worded(await problemTexts(language), fault);
    relay.say({ type: 'error', detail });
    // A late result is no fault of the relay.
    if (isReadable || this.#traced.take(accountId, this.#runtime.clock.elapsed()) > 0) return;
    const { id } = relay;
    const data = { relay_id: id, reason: fault.code.replace('word.frame_fault.', ''), detail };
    this.#record(accountId, { type: 'relay.frame_rejected', relayId: id, data });
  }

  #gone(accountId: string, relay: RelayConnection, reason: RelayEnd): void {
    if (this.#relays.get(accountId)?.relay === relay) this.#relays.delete(accountId);
    const { id } = relay;
    this.#record(accountId, { type: 'relay.disconnected', relayId: id, data: { relay_id: id, reason } });
  }

  #run(replay: RelayReplay, since: number, relay: RelayConnection): void {
    replay.run(since).catch((cause) => {
      this.#runtime.log('warn', 'a replay to a relay failed', { cause: String(cause) });
      // The relay knows its position and asks again.
      relay.close(BROKEN_INSIDE, 'the replay failed', 'replay failed');
    });
  }

  /** Queues the events per account, so that the trace shows a relay's connection before its disconnection. */
  #record(account: string, event: RelayEvent): Promise<unknown> {
    const { log } = this.#runtime;
    const before = this.#recorded.get(account) ?? Promise.resolve();
    const record = before
      .then(() => recordRelay(this.#runtime, account, event))
      .catch((cause) =>
        log('warn', `${event.type} could not be stored in the trace`, { cause: String(cause) }),
      )
      .finally(() => {
        if (this.#recorded.get(account) === record) this.#recorded.delete(account);
      });
    this.#recorded.set(account, record);
    return record;
  }

  #strand(accountId: string, forward: RelayForward): void {
    const stranded = this.#stranded.get(accountId) ?? new Set();
    this.#stranded.set(accountId, stranded.add(forward));
  }

  #rescue(accountId: string, forward: RelayForward): void {
    const stranded = this.#stranded.get(accountId);
    stranded?.delete(forward);
    if (stranded?.size === 0) this.#stranded.delete(accountId);
  }

  #load(): Promise<WebSocketServer> {
    // Loaded with the first relay, because most simulators never have one.
    this.#server ??= import('ws').then(({ WebSocketServer }) => {
      const { hosted } = this.#runtime.settings;
      const server = new WebSocketServer({
        noServer: true,
        clientTracking: false,
        maxPayload: MOST_FRAME_BYTES[hosted ? 'hosted' : 'local'],
        maxFragments: MOST_FRAGMENTS,
        perMessageDeflate: false,
      });
      return server.on('wsClientError', (_error, socket, request) => this.#refuse(request, socket));
    });
    return this.#server;
  }
}

function displace(relay: RelayConnection | undefined): void {
  relay?.close(RELAY_DISPLACED, 'another relay of this key connected', 'displaced');
}

interface RelayEvent {
  readonly type: 'relay.connected' | 'relay.disconnected' | 'relay.frame_rejected';
  readonly relayId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Records in the trace, and in the same commit for other instances, which instance has the relay. The trace
 * thus has the order in which relays replaced each other.
 */
function recordRelay(
  { store }: Runtime,
  account: string,
  { type, relayId, data }: RelayEvent,
): Promise<null> {
  const eventsOf = ({ now }: DecisionView) => [{ type, at: now, data }];
  const { peers } = store;
  if (!peers) return store.transact({ account }, (view) => ({ result: null, events: eventsOf(view) }));
  const place = ref('relay', account);
  const scope: Scope = { account, lock: [place] };
  return store.transact(scope, (view: DecisionView): Change<null> => {
    const events = eventsOf(view);
    if (type === 'relay.connected') {
      const relay = { accountId: account, relayId, instance: peers.self };
      return { result: null, events, puts: [put('relay', account, relay)] };
    }
    if (type === 'relay.frame_rejected') return { result: null, events };
    const stillThere = view.get('relay', account)?.relayId === relayId;
    return { result: null, events, deletes: stillThere ? [place] : [] };
  });
}

/**
 * Calls `ended` when a later relay of the account connects to any instance, its token ends, or the account is
 * deleted. Returns the function that stops watching.
 */
function watchRelay(
  runtime: Pick<Runtime, 'store'>,
  owner: TokenOwner,
  relayId: string,
  onEnd: (end: Extract<RelayEnd, 'displaced' | TokenEnd>) => void,
): () => void {
  const unwatch = watchToken(runtime, owner, (type) => onEnd(tokenEnds[type] ?? 'token revoked'));
  let connected = false;
  const { peers, trace } = runtime.store;
  if (!peers) return unwatch;
  const unfollow = trace.subscribe(owner.accountId, ({ type, json }) => {
    if (type !== 'relay.connected') return;
    if (JSON.parse(json).data.relay_id === relayId) connected = true;
    else if (connected) onEnd('displaced');
  });
  return () => {
    unwatch();
    unfollow();
  };
}

type TokenEnd = 'token revoked' | 'password changed' | 'account deleted';

const tokenEnds: Readonly<Record<string, TokenEnd>> = {
  'account.password_changed': 'password changed',
  'account.deleted': 'account deleted',
};
