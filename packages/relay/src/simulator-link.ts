import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  encodeFrame,
  parseServerFrame,
  RELAY_DISPLACED,
  RELAY_SILENCE_MS,
  type ReplayedFrame,
  type ReplayFrame,
  type ResultFrame,
  type WebhookFrame,
} from '@svc-simulator/contract';
import type { CancelTimer, Clock } from '@svc-simulator/core';
import { failureReason } from '@svc-simulator/outbound';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { RawData, WebSocket } from 'ws';
import { type LinkEnd, readRefusedUpgrade } from './refused-upgrade.ts';

/** With this many unfinished webhooks, reading from the connection pauses until `RESUME_AT` are left. */
const MAX_WEBHOOKS_IN_FLIGHT = 1500;
const RESUME_AT = 1000;
const CLOSE_TIMEOUT_MS = 500;

/** Describes a WebSocket close code (RFC 6455, 7.4.1). */
function describeCloseCode(t: Texts, code: number): string {
  switch (code) {
    case 1000:
      return t('relay.link.closed_simulator');
    case 1001:
      return t('relay.link.simulator_stops');
    case 1006:
      return t('relay.link.connection_lost');
    default:
      return t('relay.link.closed_code', { code });
  }
}

interface LinkCallbacks {
  onReady(accountId: string): void;
  onReplay(frame: ReplayFrame | ReplayedFrame): void;
  /** Delivers a webhook and calls `reply` exactly once, even if the link has ended. */
  onWebhook(frame: WebhookFrame, reply: (result: ResultFrame) => void): void;
  onEnd(end: LinkEnd): void;
}

/** A WebSocket to the simulator, from the handshake to its end. */
export class SimulatorLink {
  readonly #t: Texts;
  readonly #ws: WebSocket;
  readonly #clock: Clock;
  readonly #callbacks: LinkCallbacks;
  #socket: Socket | null = null;
  #lastMessageMs: number;
  #cancelSilenceTimer: CancelTimer = () => {};
  #failure: string | null = null;
  #inFlightCount = 0;
  #results: string[] = [];
  #isOpen = true;

  constructor(t: Texts, ws: WebSocket, clock: Clock, callbacks: LinkCallbacks) {
    this.#t = t;
    this.#ws = ws;
    this.#clock = clock;
    this.#callbacks = callbacks;
    this.#lastMessageMs = clock.elapsed();
    ws.on('upgrade', ({ socket }) => {
      this.#socket = socket;
    });
    ws.on('unexpected-response', (_request, response) => this.#onRefusedUpgrade(response));
    ws.on('ping', () => this.#noteMessage());
    ws.on('message', (data, isBinary) => {
      this.#noteMessage();
      if (!isBinary) this.#handleMessage(data);
    });
    ws.on('error', (error) => {
      this.#failure ??= failureReason(error);
    });
    ws.on('close', (code, reason) => {
      if (code === RELAY_DISPLACED) this.#end({ kind: 'displaced' });
      else if (code === 1001) this.#endAsLost(describeCloseCode(t, code));
      else this.#endAsLost(this.#failure ?? (reason.toString() || describeCloseCode(t, code)));
    });
    this.#startSilenceTimer();
  }

  /** Closes the connection, by force after half a second. */
  close(): void {
    this.#endAsLost('stopped');
    const cancel = this.#clock.after(CLOSE_TIMEOUT_MS, () => this.#ws.terminate());
    this.#ws.on('close', cancel);
    this.#ws.close(1000);
  }

  /** Drops the connection; returns false if it had already ended. */
  drop(reason: string): boolean {
    const wasOpen = this.#isOpen;
    this.#endAsLost(reason);
    this.#ws.terminate();
    return wasOpen;
  }

  #noteMessage(): void {
    this.#lastMessageMs = this.#clock.elapsed();
  }

  #startSilenceTimer(): void {
    const remainingMs = this.#lastMessageMs + RELAY_SILENCE_MS - this.#clock.elapsed();
    this.#cancelSilenceTimer = this.#clock.after(remainingMs, () => {
      if (this.#clock.elapsed() - this.#lastMessageMs < RELAY_SILENCE_MS) return this.#startSilenceTimer();
      this.drop(this.#t('relay.link.nothing_heard_s', { seconds: RELAY_SILENCE_MS / 1000 }));
    });
  }

  #handleMessage(data: RawData): void {
    const frame = parseServerFrame(String(data));
    if (frame?.type === 'ready') this.#callbacks.onReady(frame.account_id);
    if (frame?.type === 'replay' || frame?.type === 'replayed') this.#callbacks.onReplay(frame);
    if (frame?.type !== 'webhook') return;
    if (++this.#inFlightCount === MAX_WEBHOOKS_IN_FLIGHT) this.#ws.pause();
    this.#callbacks.onWebhook(frame, (result) => {
      this.#send(result);
      if (--this.#inFlightCount === RESUME_AT && this.#ws.isPaused) {
        // Nothing was read during the pause, so the silence doesn't mean that the connection is dead.
        this.#noteMessage();
        this.#ws.resume();
      }
    });
  }

  /** Sends all results of one turn of the event loop with one write. */
  #send(result: ResultFrame): void {
    this.#results.push(encodeFrame(result));
    if (this.#results.length > 1) return;
    process.nextTick(() => {
      const results = this.#results;
      this.#results = [];
      if (!this.#isOpen) return;
      this.#socket?.cork();
      for (const text of results) this.#ws.send(text);
      this.#socket?.uncork();
    });
  }

  async #onRefusedUpgrade(response: IncomingMessage): Promise<void> {
    this.#end(await readRefusedUpgrade(this.#t, response));
    response.destroy();
    this.#ws.terminate();
  }

  #endAsLost(reason: string): void {
    this.#end({ kind: 'lost', reason });
  }

  #end(end: LinkEnd): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelSilenceTimer();
    this.#callbacks.onEnd(end);
  }
}

const MIN_RECONNECT_DELAY_MS = 250;
const MAX_RECONNECT_DELAY_MS = 10_000;
/** Shorter on loopback, because frequent reconnections load only the user's own machine. */
const MAX_RECONNECT_DELAY_ON_LOOPBACK_MS = 1000;

interface ReconnectInput {
  readonly failureCount: number;
  readonly isLocal: boolean;
  /** A random float in [0, 1). */
  readonly chance: number;
}

/**
 * Returns a random delay before reconnecting, in ms. It is at least 0.25 s. Its maximum doubles with each
 * failure, up to 10 s, or 1 s on loopback (contract section 7).
 */
export function reconnectDelayMs({ failureCount, isLocal, chance }: ReconnectInput): number {
  const maxDelayMs = isLocal ? MAX_RECONNECT_DELAY_ON_LOOPBACK_MS : MAX_RECONNECT_DELAY_MS;
  const bound = Math.min(MIN_RECONNECT_DELAY_MS * 2 ** Math.min(failureCount + 1, 30), maxDelayMs);
  return Math.round(MIN_RECONNECT_DELAY_MS + chance * (bound - MIN_RECONNECT_DELAY_MS));
}
