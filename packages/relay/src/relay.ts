import type { Agent } from 'node:http';
import type { SecureContextOptions } from 'node:tls';
import {
  ATTEMPT_TIMEOUT_MS,
  isLoopback,
  isUrl,
  RELAY_PING_MS,
  RELAY_SINCE,
  type ResultFrame,
  readToken,
  type WebhookFrame,
} from '@svc-simulator/contract';
import { type CancelTimer, type Clock, isAccepted } from '@svc-simulator/core';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { keepAliveClock } from '@svc-simulator/machine/system-clock.ts';
import { OutboundClient, Slots } from '@svc-simulator/outbound';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import {
  createForwarding,
  createLeftOutResult,
  type Routing,
  runForwarding,
  toDeliveredEvent,
  toResultFrame,
} from './forwarding.ts';
import type { LinkEnd } from './refused-upgrade.ts';
import type { RelayEvent } from './relay-lines.ts';
import { ReplayCursor } from './replay/position-file.ts';
import type { DeliveryFolder } from './replay/saved-delivery.ts';
import { type Forward, type RoutingRule, relayUrlOf } from './rules/rules.ts';
import { reconnectDelayMs, SimulatorLink } from './simulator-link.ts';

/** If the clock jumps further, the machine has slept and the connection is dead. */
const SLEEP_THRESHOLD_MS = RELAY_PING_MS;

/** Far above the size of any webhook. Without this limit, a single frame could fill the memory. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

export type RelayTrust = Pick<SecureContextOptions, 'ca'> & { readonly allowPartialTrustChain?: boolean };

export interface RelayProxy {
  readonly name: string;
  readonly agent: Agent;
}

export interface RelayOptions {
  readonly t: Texts;
  readonly key: string;
  /** Base URL of the simulator, as in `--mock`. */
  readonly mock: string;
  /**
   * Called after a lost connection, because the simulator may have restarted at another URL. If it returns
   * null, the relay keeps its URL and key.
   */
  readonly locateSimulator?: () => Promise<{ readonly mock: string; readonly key: string } | null>;
  /** Certificate authorities for an https URL. Default: those of Node. */
  readonly trust?: RelayTrust;
  /** The proxy to the simulator; webhooks never go through it. */
  readonly proxy?: RelayProxy;
  /** Target of webhooks. Default: their own URL. */
  readonly forward?: Forward;
  /** Targets for some webhooks; the first matching rule applies. */
  readonly rules?: readonly RoutingRule[];
  /** Full names of the events to deliver. Default: all. The relay responds with 204 to other webhooks. */
  readonly events?: ReadonlySet<string>;
  /** Requests missed webhooks after this sequence number. Default: none are requested. */
  readonly since?: number;
  /**
   * Called after each webhook if `since` is set. `readPosition` returns the number that the next relay should
   * get as `since`.
   */
  readonly onPosition?: (readPosition: () => number) => void;
  readonly folder?: DeliveryFolder;
  readonly onEvent?: (event: RelayEvent) => void;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Returns random numbers in [0, 1), which spread the reconnections of many relays over time. */
  readonly chance?: () => number;
}

/** Why the relay ended. After any other loss of the connection, it reconnects as often as necessary. */
export type RelayEnd =
  | { readonly reason: 'stopped' }
  | { readonly reason: 'displaced' }
  | { readonly reason: 'unauthorized'; readonly detail: string };

export interface Relay {
  readonly ended: Promise<RelayEnd>;
  /** Ends the relay; resolves when it has released everything. */
  close(): Promise<void>;
}

/**
 * Connects to a simulator and delivers its webhooks to a local receiver, byte for byte (contract section 7).
 * @throws TypeError when `mock` is not a URL, or `key` has a character that no token has.
 */
export function connectRelay(options: RelayOptions): Relay {
  const { t } = options;
  const url = relayUrlOf(t, options.mock);
  if (!url.ok) throw new TypeError(url.refusal);
  const { token: key, invalid } = readToken(options.key);
  if (invalid)
    throw new TypeError(
      t('machine.foreign_character', { position: invalid.position, codePoint: invalid.codePoint }),
    );
  const relay = new RunningRelay(url.value, { ...options, key });
  const { signal } = options;
  const stop = () => void relay.close();
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  return relay;
}

class RunningRelay implements Relay {
  readonly ended: Promise<RelayEnd>;
  #url: URL;
  #key: string;
  readonly #options: RelayOptions;
  readonly #clock: Clock;
  readonly #chance: () => number;
  readonly #outbound: OutboundClient;
  readonly #slots: Slots;
  readonly #routing: Routing;
  #cursor: ReplayCursor | null;
  #deliveryCount = 0;
  #isStopped = false;
  #link: SimulatorLink | null = null;
  #wake: CancelTimer = () => {};
  #failureCount = 0;
  #hasSlept = false;

  constructor(url: URL, options: RelayOptions) {
    this.#url = url;
    this.#key = options.key;
    this.#options = options;
    this.#clock = options.clock ?? keepAliveClock;
    this.#chance = options.chance ?? (() => cryptoRandom.float());
    const { forward = null, rules = [], events = null, since } = options;
    this.#routing = { forward, rules, events };
    this.#cursor = since === undefined ? null : new ReplayCursor(since);
    this.#outbound = new OutboundClient({ clock: this.#clock, timeoutMs: ATTEMPT_TIMEOUT_MS });
    this.#slots = new Slots(this.#clock, {
      perTarget: 64,
      slowAfterMs: 100,
      slowPerTarget: 1024,
      slowTotal: 1024,
    });
    const unsubscribe = this.#clock.onJump((byMs) => {
      if (byMs >= SLEEP_THRESHOLD_MS) this.#onWake();
    });
    this.ended = this.#run().finally(() => {
      unsubscribe();
      return this.#outbound.close();
    });
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    this.#link?.close();
    await this.ended;
  }

  async #run(): Promise<RelayEnd> {
    const [{ WebSocket }] = await Promise.all([import('ws'), this.#outbound.warm()]);
    while (!this.#isStopped) {
      const end = await this.#connect(WebSocket);
      if (this.#isStopped) break;
      if (end.kind === 'displaced') return { reason: 'displaced' };
      if (end.kind === 'unauthorized') return { reason: 'unauthorized', detail: end.detail };
      const retryInMs = this.#hasSlept ? 0 : this.#reconnectDelayMs();
      this.#hasSlept = false;
      this.#failureCount++;
      this.#report({ type: 'disconnected', at: this.#clock.now(), reason: end.reason, retryInMs });
      if (retryInMs > 0) await this.#sleep(retryInMs);
      await this.#locateSimulator();
    }
    return { reason: 'stopped' };
  }

  async #locateSimulator(): Promise<void> {
    const located = await this.#options.locateSimulator?.();
    if (!located) return;
    const url = relayUrlOf(this.#options.t, located.mock);
    if (!url.ok) return;
    this.#url = url.value;
    this.#key = located.key;
  }

  #connect(WebSocket: typeof import('ws').WebSocket): Promise<LinkEnd> {
    return new Promise((resolve) => {
      let isReady = false;
      const url = new URL(this.#url);
      if (this.#cursor) url.searchParams.set(RELAY_SINCE, String(this.#cursor.value));
      const ws = new WebSocket(url, {
        headers: { authorization: `Bearer ${this.#key}`, 'accept-language': this.#options.t.lang },
        ...this.#options.trust,
        ...(this.#options.proxy && { agent: this.#options.proxy.agent }),
        perMessageDeflate: false,
        maxPayload: MAX_FRAME_BYTES,
      });
      this.#link = new SimulatorLink(this.#options.t, ws, this.#clock, {
        onReady: (accountId) => {
          isReady = true;
          this.#failureCount = 0;
          this.#report({ type: 'connected', at: this.#clock.now(), accountId });
        },
        onReplay: (frame) => {
          // If the simulator no longer has the requested event, for example after a restore from a backup, it
          // replays from 0. The cursor must follow, because the next numbers are lower.
          if (frame.type === 'replay' && this.#cursor && frame.since < this.#cursor.value) {
            this.#cursor = new ReplayCursor(frame.since);
          }
          this.#report({ ...frame, at: this.#clock.now() });
        },
        onWebhook: (frame, reply) => void this.#deliver(frame, reply),
        onEnd: (end) => resolve(isReady ? end : this.#addProxyName(end)),
      });
    });
  }

  #addProxyName(end: LinkEnd): LinkEnd {
    const { t, proxy } = this.#options;
    if (end.kind !== 'lost' || !proxy) return end;
    return { ...end, reason: t('relay.through_proxy', { reason: end.reason, name: proxy.name }) };
  }

  async #deliver(frame: WebhookFrame, reply: (result: ResultFrame) => void): Promise<void> {
    this.#cursor?.begin(frame.sequence);
    const forwarding = createForwarding(frame, this.#routing);
    const { target } = forwarding;
    if (target === null) {
      reply(createLeftOutResult(forwarding, this.#routing.events ?? new Set()));
      this.#recordResult(frame, true);
      return;
    }
    const deliveryNumber = ++this.#deliveryCount;
    const { folder, onEvent } = this.#options;
    const arrivedAtMs = folder ? this.#clock.now() : 0;
    const slot = await this.#slots.take(this.#slotKeyOf(target));
    const result = await runForwarding(forwarding, target, this.#outbound, this.#clock);
    slot.giveBack();
    reply(toResultFrame(result));
    this.#recordResult(frame, isAccepted(result.answer.status));
    if (onEvent) this.#report(toDeliveredEvent(result));
    if (!folder) return;
    const { delivery_id: deliveryId, attempt } = frame;
    folder.save(
      { at: arrivedAtMs, number: deliveryNumber, event: result.subject.event, deliveryId, attempt },
      result.request,
    );
  }

  /** Returns the key by which simultaneous requests are limited: with rules, separately for each origin. */
  #slotKeyOf(target: string): string {
    if (this.#routing.rules.length === 0) return 'receiver';
    return isUrl(target) ? new URL(target).origin : target;
  }

  #recordResult({ sequence }: WebhookFrame, wasAccepted: boolean): void {
    this.#cursor?.end(sequence, wasAccepted);
    if (this.#cursor) this.#options.onPosition?.(() => this.#cursor?.value ?? 0);
  }

  #reconnectDelayMs(): number {
    const isLocal = isLoopback(this.#url.hostname);
    return reconnectDelayMs({ failureCount: this.#failureCount, isLocal, chance: this.#chance() });
  }

  /** Drops the connection after a sleep, because it may be dead and the network may have changed. */
  #onWake(): void {
    this.#failureCount = 0;
    this.#hasSlept = this.#link?.drop(this.#options.t('relay.machine_slept')) ?? false;
    this.#wake();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(ms, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  #report(event: RelayEvent): void {
    this.#options.onEvent?.(event);
  }
}
