import type { ResultFrame, WebhookFrame } from '@svc-simulator/contract';
import { ATTEMPT_TIMEOUT_MS, type CancelTimer, type Clock } from '@svc-simulator/core';
import { OutboundClient, Slots } from '@svc-simulator/outbound';
import { backOffMs } from './back-off.ts';
import { deliveredOf, resultOf, runErrand } from './errand.ts';
import { machineChance, machineClock } from './machine.ts';
import type { RelayEvent } from './relay-event.ts';
import { type LinkEnd, SimulatorLink } from './simulator-link.ts';
import { type Forward, isLoopback, relayUrl } from './target.ts';

/** A webhook with 200 credits in it stays far below. */
const MOST_FRAME_BYTES = 16 * 1024 * 1024;

export interface RelayOptions {
  /** The API token (`sim_api_…`). */
  readonly key: string;
  /** Address of the simulator, http or https. */
  readonly mock: string;
  /** Where webhooks go; by default to their own URL. */
  readonly forward?: Forward;
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
 * @throws TypeError when `mock` is no address.
 */
export function connectRelay(options: RelayOptions): Relay {
  const url = relayUrl(options.mock);
  if (!url.ok) throw new TypeError(url.refusal.detail);
  const relay = new RunningRelay(url.value, options);
  const { signal } = options;
  const stop = () => void relay.close();
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  return relay;
}

class RunningRelay implements Relay {
  readonly ended: Promise<RelayEnd>;
  readonly #url: URL;
  readonly #options: RelayOptions;
  readonly #clock: Clock;
  readonly #chance: () => number;
  readonly #outbound: OutboundClient;
  readonly #slots: Slots;
  #stopped = false;
  #link: SimulatorLink | null = null;
  #wake: CancelTimer = () => {};
  /** Connections in a row that never became ready. */
  #failures = 0;

  constructor(url: URL, options: RelayOptions) {
    this.#url = url;
    this.#options = options;
    this.#clock = options.clock ?? machineClock;
    this.#chance = options.chance ?? machineChance;
    this.#outbound = new OutboundClient({ clock: this.#clock, timeoutMs: ATTEMPT_TIMEOUT_MS });
    this.#slots = new Slots(this.#clock, {
      perTarget: 64,
      slowAfterMs: 100,
      slowPerTarget: 1024,
      slowTotal: 1024,
    });
    this.ended = this.#run().finally(() => this.#outbound.close());
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
      const retryInMs = this.#backOffMs();
      this.#failures++;
      this.#tell({ type: 'disconnected', at: this.#clock.now(), reason: end.reason, retryInMs });
      await this.#sleep(retryInMs);
    }
    return { reason: 'stopped' };
  }

  #connect(WebSocket: typeof import('ws').WebSocket): Promise<LinkEnd> {
    return new Promise((ended) => {
      const ws = new WebSocket(this.#url, {
        headers: { authorization: `Bearer ${this.#options.key}` },
        perMessageDeflate: false,
        maxPayload: MOST_FRAME_BYTES,
      });
      this.#link = new SimulatorLink(ws, this.#clock, {
        ready: (accountId) => {
          this.#failures = 0;
          this.#tell({ type: 'connected', at: this.#clock.now(), accountId });
        },
        webhook: (frame, reply) => void this.#deliver(frame, reply),
        ended,
      });
    });
  }

  async #deliver(frame: WebhookFrame, reply: (result: ResultFrame) => void): Promise<void> {
    const { forward = null } = this.#options;
    const slot = await this.#slots.take('receiver');
    const errand = await runErrand(frame, forward, this.#outbound, this.#clock);
    slot.giveBack();
    // The simulator waits for it; whoever reads the lines does not mind a moment.
    reply(resultOf(errand));
    if (this.#options.onEvent) this.#tell(deliveredOf(errand));
  }

  #backOffMs(): number {
    const loopback = isLoopback(this.#url);
    return backOffMs({ failures: this.#failures, loopback, chance: this.#chance() });
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.at(this.#clock.now() + ms, resolve);
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
