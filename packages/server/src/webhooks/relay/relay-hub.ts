import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ATTEMPT_TIMEOUT_MS,
  type FrameFault,
  RELAY_DISPLACED,
  type WebhookFrame,
} from '@svc-simulator/contract';
import { getOrCreate } from '@svc-simulator/core';
import { DeadlineQueue } from '@svc-simulator/outbound';
import { type Change, type DecisionView, put, ref, type Scope } from '@svc-simulator/store/store.ts';
import { messageText } from '@svc-simulator/texts/message.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { WebSocketServer } from 'ws';
import { loadProblemTexts } from '../../format-refusal.ts';
import { KeyedBudget } from '../../http/limits/keyed-budget.ts';
import { budgets } from '../../http/limits/limit-table.ts';
import { problemLanguage } from '../../http/problem.ts';
import type { Runtime } from '../../runtime.ts';
import { type TokenOwner, watchToken } from '../../tokens/token-watch.ts';
import { POLICY_VIOLATION, RelayConnection, type RelayEnd } from './relay-connection.ts';
import { type RelayAnswer, RelayForward } from './relay-forward.ts';
import { parseReplaySince, RelayReplay } from './relay-replay.ts';

/**
 * Maximum bytes of a frame. Far more than the 4 KiB of a response that are stored, because some relays send
 * whole responses.
 */
const MAX_FRAME_BYTES = { local: 2 * 1024 * 1024, hosted: 256 * 1024 };
const GOING_AWAY = 1001;
const INTERNAL_ERROR = 1011;
/** Limits the memory that one frame uses; the relay of this project sends each frame whole. */
const MAX_FRAGMENTS = 16;

interface UselessFrame {
  readonly fault: FrameFault;
  readonly isReadable: boolean;
  readonly language: Language;
}

interface ConnectedRelay {
  readonly relay: RelayConnection;
  readonly replay: RelayReplay | null;
}

/** Holds one relay per account (contract section 7). */
export class RelayHub {
  readonly #runtime: Runtime;
  readonly #deadlines: DeadlineQueue;
  readonly #relays = new Map<string, ConnectedRelay>();
  readonly #waitingForRelay = new Map<string, Set<RelayForward>>();
  #server: Promise<WebSocketServer> | null = null;
  readonly #uselessFrameBudget: KeyedBudget | null;
  readonly #traceBudget = new KeyedBudget(budgets.tracedFrames);
  readonly #pendingRecords = new Map<string, Promise<unknown>>();
  #isClosed = false;
  readonly #refuse: (request: IncomingMessage, socket: Duplex) => void;

  constructor(runtime: Runtime, refuse: (request: IncomingMessage, socket: Duplex) => void) {
    this.#runtime = runtime;
    this.#refuse = refuse;
    this.#deadlines = new DeadlineQueue(runtime.clock, ATTEMPT_TIMEOUT_MS);
    this.#uselessFrameBudget = runtime.settings.hosted ? new KeyedBudget(budgets.unsolicitedFrames) : null;
  }

  get size(): number {
    return this.#relays.size;
  }

  has(accountId: string): boolean {
    return this.#relays.has(accountId);
  }

  isReplayed(accountId: string, deliveryId: string): boolean {
    return this.#relays.get(accountId)?.replay?.includes(deliveryId) === true;
  }

  /**
   * Sends a webhook through the account's relay and returns the local response. If no relay is connected,
   * waits up to 5 s for one. Errors: `no relay connected`, `relay disconnected`, `timeout`, and those that
   * the relay reports.
   */
  deliver(accountId: string, webhook: WebhookFrame): Promise<RelayAnswer> {
    return new Promise((resolve) => {
      const { relay, replay } = this.#relays.get(accountId) ?? {};
      const forward = new RelayForward(replay?.labelReplay(webhook) ?? webhook, this.#deadlines, (answer) => {
        if (!forward.removeFromRelay) this.#removeWaiting(accountId, forward);
        resolve(answer);
      });
      if (relay) relay.send(forward);
      else this.#addWaiting(accountId, forward);
    });
  }

  /** Completes the upgrade of a relay. The account's former relay is closed with 4001. */
  async accept(request: IncomingMessage, socket: Duplex, head: Buffer, owner: TokenOwner): Promise<void> {
    const server = await this.#loadServer();
    const { accountId } = owner;
    const language = problemLanguage(request.headers['accept-language']);
    if (this.#isClosed || socket.destroyed) {
      socket.destroy();
      return;
    }
    server.handleUpgrade(request, socket, head, (ws) => {
      const { clock, random } = this.#runtime;
      const onEnd = (reason: RelayEnd) => {
        unwatch();
        replay?.stop();
        this.#remove(accountId, relay, reason);
      };
      const frameBudget = this.#uselessFrameBudget;
      const admitsFrame = frameBudget ? () => frameBudget.take(accountId, clock.elapsed()) === 0 : undefined;
      const onUselessFrame = (fault: FrameFault, isReadable: boolean) =>
        this.#reject(accountId, relay, { fault, isReadable, language });
      const relay = new RelayConnection({
        id: random.uuid(),
        clock,
        ws,
        socket,
        onEnd,
        onUselessFrame,
        admitsFrame,
      });
      const { id } = relay;
      const since = parseReplaySince(request.url);
      const replay = since === null ? null : new RelayReplay(this.#runtime, accountId, relay);
      const unwatch = watchRelay(this.#runtime, owner, id, (end) =>
        end === 'displaced' ? displace(relay) : relay.close(POLICY_VIOLATION, `the ${end}`, end),
      );
      displace(this.#relays.get(accountId)?.relay);
      this.#relays.set(accountId, { relay, replay });
      this.#record(accountId, { type: 'relay.connected', relayId: id, data: { relay_id: id } }).then(() => {
        relay.start(accountId);
        if (replay && since !== null) this.#startReplay(replay, since, relay);
      });
      for (const forward of this.#waitingForRelay.get(accountId) ?? []) relay.send(forward);
      this.#waitingForRelay.delete(accountId);
    });
  }

  /** Closes every relay; the attempts in flight fail as disconnected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deadlines.passAll();
    for (const { relay } of [...this.#relays.values()])
      relay.close(GOING_AWAY, 'the simulator stops', 'simulator stopped');
    await Promise.all(this.#pendingRecords.values());
  }

  async #reject(accountId: string, relay: RelayConnection, frame: UselessFrame): Promise<void> {
    const { fault, isReadable, language } = frame;
    const detail = messageText(await loadProblemTexts(language), fault);
    relay.sendFrame({ type: 'error', detail });
    // A readable frame for an unknown attempt is a late result. No event records it, because the relay did
    // nothing wrong.
    if (isReadable || this.#traceBudget.take(accountId, this.#runtime.clock.elapsed()) > 0) return;
    const { id } = relay;
    const data = { relay_id: id, reason: fault.code.replace('word.frame_fault.', ''), detail };
    this.#record(accountId, { type: 'relay.frame_rejected', relayId: id, data });
  }

  #remove(accountId: string, relay: RelayConnection, reason: RelayEnd): void {
    if (this.#relays.get(accountId)?.relay === relay) this.#relays.delete(accountId);
    const { id } = relay;
    this.#record(accountId, { type: 'relay.disconnected', relayId: id, data: { relay_id: id, reason } });
  }

  #startReplay(replay: RelayReplay, since: number, relay: RelayConnection): void {
    replay.run(since).catch((cause) => {
      this.#runtime.log('warn', 'a replay to a relay failed', { cause: String(cause) });
      // Disconnects the relay, so that it reconnects and requests the webhooks after the last one that it
      // received.
      relay.close(INTERNAL_ERROR, 'the replay failed', 'replay failed');
    });
  }

  /** Queues the events per account, so that the trace shows a relay's connection before its disconnection. */
  #record(accountId: string, event: RelayTraceEvent): Promise<unknown> {
    const { log } = this.#runtime;
    const previous = this.#pendingRecords.get(accountId) ?? Promise.resolve();
    const record = previous
      .then(() => recordRelay(this.#runtime, accountId, event))
      .catch((cause) =>
        log('warn', `${event.type} could not be stored in the trace`, { cause: String(cause) }),
      )
      .finally(() => {
        if (this.#pendingRecords.get(accountId) === record) this.#pendingRecords.delete(accountId);
      });
    this.#pendingRecords.set(accountId, record);
    return record;
  }

  #addWaiting(accountId: string, forward: RelayForward): void {
    getOrCreate(this.#waitingForRelay, accountId, () => new Set()).add(forward);
  }

  #removeWaiting(accountId: string, forward: RelayForward): void {
    const waiting = this.#waitingForRelay.get(accountId);
    waiting?.delete(forward);
    if (waiting?.size === 0) this.#waitingForRelay.delete(accountId);
  }

  #loadServer(): Promise<WebSocketServer> {
    // Loaded with the first relay, because most simulators never have one.
    this.#server ??= import('ws').then(({ WebSocketServer }) => {
      const { hosted } = this.#runtime.settings;
      const server = new WebSocketServer({
        noServer: true,
        clientTracking: false,
        maxPayload: MAX_FRAME_BYTES[hosted ? 'hosted' : 'local'],
        maxFragments: MAX_FRAGMENTS,
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

interface RelayTraceEvent {
  readonly type: 'relay.connected' | 'relay.disconnected' | 'relay.frame_rejected';
  readonly relayId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Records the event in the trace and, for other instances, which instance has the relay. Both are one commit,
 * so the trace shows the order in which relays replaced each other.
 */
function recordRelay(
  { store }: Runtime,
  accountId: string,
  { type, relayId, data }: RelayTraceEvent,
): Promise<null> {
  const eventsAt = ({ now }: DecisionView) => [{ type, at: now, data }];
  const { peers } = store;
  if (!peers)
    return store.transact({ account: accountId }, (view) => ({ result: null, events: eventsAt(view) }));
  const relayRef = ref('relay', accountId);
  const scope: Scope = { account: accountId, lock: [relayRef] };
  return store.transact(scope, (view: DecisionView): Change<null> => {
    const events = eventsAt(view);
    if (type === 'relay.connected') {
      const relay = { accountId, relayId, instance: peers.self };
      return { result: null, events, puts: [put('relay', accountId, relay)] };
    }
    if (type === 'relay.frame_rejected') return { result: null, events };
    const isStillConnected = view.get('relay', accountId)?.relayId === relayId;
    return { result: null, events, deletes: isStillConnected ? [relayRef] : [] };
  });
}

/**
 * Calls `onEnd` when a later relay of the account connects to any instance, or when the relay's token or
 * account is no longer valid. Returns the function that stops watching.
 */
function watchRelay(
  runtime: Pick<Runtime, 'store'>,
  owner: TokenOwner,
  relayId: string,
  onEnd: (end: Extract<RelayEnd, 'displaced' | TokenEnd>) => void,
): () => void {
  const unwatch = watchToken(runtime, owner, (type) => onEnd(tokenEnds[type] ?? 'token revoked'));
  let isConnected = false;
  const { peers, trace } = runtime.store;
  if (!peers) return unwatch;
  const unsubscribe = trace.subscribe(owner.accountId, ({ type, json }) => {
    if (type !== 'relay.connected') return;
    if (JSON.parse(json).data.relay_id === relayId) isConnected = true;
    else if (isConnected) onEnd('displaced');
  });
  return () => {
    unwatch();
    unsubscribe();
  };
}

type TokenEnd = 'token revoked' | 'password changed' | 'account deleted' | 'account suspended';

const tokenEnds: Readonly<Record<string, TokenEnd>> = {
  'account.password_changed': 'password changed',
  'account.deleted': 'account deleted',
  'account.suspended': 'account suspended',
};
