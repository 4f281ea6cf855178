import type { Agent } from 'node:http';
import type { SecureContextOptions } from 'node:tls';
import {
  ATTEMPT_TIMEOUT_MS,
  isUrl,
  RELAY_PING_MS,
  RELAY_SINCE,
  type ResultFrame,
  readToken,
  type WebhookFrame,
} from '@svc-simulator/contract';
import type { CancelTimer, Clock } from '@svc-simulator/core';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { keepAliveClock } from '@svc-simulator/machine/system-clock.ts';
import { OutboundClient, Slots } from '@svc-simulator/outbound';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import {
  deliveredOf,
  forwardingFor,
  leftOutResult,
  type Routing,
  resultOf,
  runForwarding,
} from './forwarding.ts';
import type { LinkEnd } from './refused-upgrade.ts';
import type { RelayEvent } from './relay-lines.ts';
import { ReplayCursor } from './replay/place-file.ts';
import type { DeliveryFolder } from './replay/saved-delivery.ts';
import { type Forward, isLoopback, type Rule, relayUrl } from './rules/rules.ts';
import { backOffMs, SimulatorLink } from './simulator-link.ts';

/** A clock that has jumped by more is one of a machine that has slept, and so has its connection. */
const SLEPT_MS = RELAY_PING_MS;

/** A webhook with 200 credits in it stays far below. */
const MOST_FRAME_BYTES = 16 * 1024 * 1024;

/** As `tls.connect` takes it. */
export type RelayTrust = Pick<SecureContextOptions, 'ca'> & { readonly allowPartialTrustChain?: boolean };

/** A proxy: its name for people, and what connects through it. */
export interface RelayProxy {
  readonly name: string;
  readonly agent: Agent;
}

export interface RelayOptions {
  /** Says why there is no connection, with the area `relay`; the simulator answers in its language. */
  readonly t: Texts;
  /** The API token (`sim_api_…`). */
  readonly key: string;
  /** Address of the simulator, http or https. */
  readonly mock: string;
  /** Where the simulator is now, and its key: asked for after a loss, as it may have started again elsewhere. Null: as before. */
  readonly whereNow?: () => Promise<{ readonly mock: string; readonly key: string } | null>;
  /** Whom to trust for an https address; by default the usual authorities. */
  readonly trust?: RelayTrust;
  /** What the simulator is reached through, if by a proxy. Webhooks never go through one. */
  readonly proxy?: RelayProxy;
  /** Where webhooks go; by default to their own URL. */
  readonly forward?: Forward;
  /** Targets of their own for some webhooks; the first rule that matches counts. */
  readonly rules?: readonly Rule[];
  /** Full names of the events that are delivered, by default all; the others are answered with 204. */
  readonly events?: ReadonlySet<string>;
  /** Ask for what was missed after this sequence, now and whenever the connection comes back. */
  readonly since?: number;
  /** With `since`: called whenever it has moved, with how to ask for the sequence up to which everything has been taken. */
  readonly onPlace?: (place: () => number) => void;
  /** Keeps each delivery in a file. */
  readonly folder?: DeliveryFolder;
  readonly onEvent?: (event: RelayEvent) => void;
  /** Ends the relay. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Spreads reconnections: floats in [0, 1). */
  readonly chance?: () => number;
}

/** Why a relay is over; every other loss is followed by another connection, for ever. */
export type RelayEnd =
  | { readonly reason: 'stopped' }
  | { readonly reason: 'displaced' }
  | { readonly reason: 'unauthorized'; readonly detail: string };

export interface Relay {
  readonly ended: Promise<RelayEnd>;
  /** Ends it; resolves when nothing of it is left. */
  close(): Promise<void>;
}

/**
 * Connects to a simulator and delivers what it sends to a local receiver, byte for byte (contract section 7).
 * @throws TypeError when `mock` is no address, or `key` has a character that no token has.
 */
export function connectRelay(options: RelayOptions): Relay {
  const { t } = options;
  const url = relayUrl(t, options.mock);
  if (!url.ok) throw new TypeError(url.refusal);
  const { token: key, foreign } = readToken(options.key);
  if (foreign)
    throw new TypeError(
      t('machine.foreign_character', { position: foreign.position, codePoint: foreign.codePoint }),
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
  #deliveries = 0;
  #stopped = false;
  #link: SimulatorLink | null = null;
  #wake: CancelTimer = () => {};
  /** Connections in a row that never became ready. */
  #failures = 0;
  /** The next connection is to be tried without a wait. */
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
    const forget = this.#clock.onJump((byMs) => {
      if (byMs >= SLEPT_MS) this.#awake();
    });
    this.ended = this.#run().finally(() => {
      forget();
      return this.#outbound.close();
    });
  }

  async close(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    this.#link?.close();
    await this.ended;
  }

  async #run(): Promise<RelayEnd> {
    const [{ WebSocket }] = await Promise.all([import('ws'), this.#outbound.warm()]);
    while (!this.#stopped) {
      const end = await this.#connect(WebSocket);
      if (this.#stopped) break;
      if (end.kind === 'displaced') return { reason: 'displaced' };
      if (end.kind === 'unauthorized') return { reason: 'unauthorized', detail: end.detail };
      const retryInMs = this.#hasSlept ? 0 : this.#backOffMs();
      this.#hasSlept = false;
      this.#failures++;
      this.#tell({ type: 'disconnected', at: this.#clock.now(), reason: end.reason, retryInMs });
      if (retryInMs > 0) await this.#sleep(retryInMs);
      await this.#lookAgain();
    }
    return { reason: 'stopped' };
  }

  async #lookAgain(): Promise<void> {
    const now = await this.#options.whereNow?.();
    if (!now) return;
    const url = relayUrl(this.#options.t, now.mock);
    if (!url.ok) return;
    this.#url = url.value;
    this.#key = now.key;
  }

  #connect(WebSocket: typeof import('ws').WebSocket): Promise<LinkEnd> {
    return new Promise((ended) => {
      let isReady = false;
      const url = new URL(this.#url);
      if (this.#cursor) url.searchParams.set(RELAY_SINCE, String(this.#cursor.value));
      const ws = new WebSocket(url, {
        headers: { authorization: `Bearer ${this.#key}`, 'accept-language': this.#options.t.lang },
        ...this.#options.trust,
        ...(this.#options.proxy && { agent: this.#options.proxy.agent }),
        perMessageDeflate: false,
        maxPayload: MOST_FRAME_BYTES,
      });
      this.#link = new SimulatorLink(this.#options.t, ws, this.#clock, {
        ready: (accountId) => {
          isReady = true;
          this.#failures = 0;
          this.#tell({ type: 'connected', at: this.#clock.now(), accountId });
        },
        replay: (frame) => {
          // Less than it asked for: its place is of another life of the account.
          if (frame.type === 'replay' && this.#cursor && frame.since < this.#cursor.value) {
            this.#cursor = new ReplayCursor(frame.since);
          }
          this.#tell({ ...frame, at: this.#clock.now() });
        },
        webhook: (frame, reply) => void this.#deliver(frame, reply),
        ended: (end) => ended(isReady ? end : this.#throughProxy(end)),
      });
    });
  }

  #throughProxy(end: LinkEnd): LinkEnd {
    const { t, proxy } = this.#options;
    if (end.kind !== 'lost' || !proxy) return end;
    return { ...end, reason: t('relay.through_proxy', { reason: end.reason, name: proxy.name }) };
  }

  async #deliver(frame: WebhookFrame, reply: (result: ResultFrame) => void): Promise<void> {
    this.#cursor?.begin(frame.sequence);
    const forward = forwardingFor(frame, this.#routing);
    const { target } = forward;
    if (target === null) {
      reply(leftOutResult(forward, this.#routing.events ?? new Set()));
      this.#ended(frame, true);
      return;
    }
    const number = ++this.#deliveries;
    const { folder, onEvent } = this.#options;
    const arrivedAt = folder ? this.#clock.now() : 0;
    const slot = await this.#slots.take(this.#receiverOf(target));
    const ended = await runForwarding(forward, target, this.#outbound, this.#clock);
    slot.giveBack();
    // The simulator waits for it; whoever reads the lines does not mind a moment.
    reply(resultOf(ended));
    const { status } = ended.answer;
    this.#ended(frame, status !== null && status >= 200 && status <= 299);
    if (onEvent) this.#tell(deliveredOf(ended));
    if (!folder) return;
    const { delivery_id: deliveryId, attempt } = frame;
    folder.save({ at: arrivedAt, number, event: ended.subject.event, deliveryId, attempt }, ended.request);
  }

  /** What a slow receiver may hold up: with one target, everything; with several, what goes to the same. */
  #receiverOf(target: string): string {
    if (this.#routing.rules.length === 0) return 'receiver';
    return isUrl(target) ? new URL(target).origin : target;
  }

  #ended({ sequence }: WebhookFrame, taken: boolean): void {
    this.#cursor?.end(sequence, taken);
    if (this.#cursor) this.#options.onPlace?.(() => this.#cursor?.value ?? 0);
  }

  #backOffMs(): number {
    const loopback = isLoopback(this.#url);
    return backOffMs({ failures: this.#failures, loopback, chance: this.#chance() });
  }

  /** What was heard before the machine slept says nothing of the connection, and the network may be another one. */
  #awake(): void {
    this.#failures = 0;
    this.#hasSlept = this.#link?.lose(this.#options.t('relay.machine_slept_clock_set')) ?? false;
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

  #tell(event: RelayEvent): void {
    this.#options.onEvent?.(event);
  }
}
