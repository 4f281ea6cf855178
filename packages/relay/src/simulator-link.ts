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

/** Limit for webhooks under way; reading pauses until enough have finished. */
const MAX_WEBHOOKS_IN_FLIGHT = 1500;
const FEW_UNDER_WAY = 1000;
const CLOSE_TIMEOUT_MS = 500;

/** Returns the meaning of a close code without a reason (RFC 6455, 7.4.1). */
function closeCodeText(t: Texts, code: number): string {
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

interface LinkEvents {
  ready(accountId: string): void;
  replay(frame: ReplayFrame | ReplayedFrame): void;
  /** Delivers a webhook and replies once, even if the link has ended. */
  webhook(frame: WebhookFrame, reply: (result: ResultFrame) => void): void;
  ended(end: LinkEnd): void;
}

/** A WebSocket to the simulator, from its opening to its loss. */
export class SimulatorLink {
  readonly #t: Texts;
  readonly #ws: WebSocket;
  readonly #clock: Clock;
  readonly #events: LinkEvents;
  #socket: Socket | null = null;
  #heardAt: number;
  #cancelWatch: CancelTimer = () => {};
  #failure: string | null = null;
  #underWay = 0;
  #results: string[] = [];
  #open = true;

  constructor(t: Texts, ws: WebSocket, clock: Clock, events: LinkEvents) {
    this.#t = t;
    this.#ws = ws;
    this.#clock = clock;
    this.#events = events;
    this.#heardAt = clock.elapsed();
    ws.on('upgrade', ({ socket }) => {
      this.#socket = socket;
    });
    ws.on('unexpected-response', (_request, response) => this.#refused(response));
    ws.on('ping', () => this.#heard());
    ws.on('message', (data, isBinary) => {
      this.#heard();
      if (!isBinary) this.#take(data);
    });
    ws.on('error', (error) => {
      this.#failure ??= failureReason(error);
    });
    ws.on('close', (code, reason) => {
      if (code === RELAY_DISPLACED) this.#end({ kind: 'displaced' });
      else if (code === 1001) this.#lose(closeCodeText(t, code));
      else this.#lose(this.#failure ?? (reason.toString() || closeCodeText(t, code)));
    });
    this.#watch();
  }

  /** Closes the connection within half a second. */
  close(): void {
    this.#lose('stopped');
    const cancel = this.#clock.after(CLOSE_TIMEOUT_MS, () => this.#ws.terminate());
    this.#ws.on('close', cancel);
    this.#ws.close(1000);
  }

  /** Drops the connection; returns false when it had ended before. */
  lose(reason: string): boolean {
    const wasOpen = this.#open;
    this.#lose(reason);
    this.#ws.terminate();
    return wasOpen;
  }

  #heard(): void {
    this.#heardAt = this.#clock.elapsed();
  }

  #watch(): void {
    const leftMs = this.#heardAt + RELAY_SILENCE_MS - this.#clock.elapsed();
    this.#cancelWatch = this.#clock.after(leftMs, () => {
      if (this.#clock.elapsed() - this.#heardAt < RELAY_SILENCE_MS) return this.#watch();
      this.lose(this.#t('relay.link.nothing_heard_s', { seconds: RELAY_SILENCE_MS / 1000 }));
    });
  }

  #take(data: RawData): void {
    const frame = parseServerFrame(String(data));
    if (frame?.type === 'ready') this.#events.ready(frame.account_id);
    if (frame?.type === 'replay' || frame?.type === 'replayed') this.#events.replay(frame);
    if (frame?.type !== 'webhook') return;
    if (++this.#underWay === MAX_WEBHOOKS_IN_FLIGHT) this.#ws.pause();
    this.#events.webhook(frame, (result) => {
      this.#send(result);
      if (--this.#underWay === FEW_UNDER_WAY && this.#ws.isPaused) {
        // Nothing could be received while paused.
        this.#heard();
        this.#ws.resume();
      }
    });
  }

  /** Sends all results of a turn with one write. */
  #send(result: ResultFrame): void {
    this.#results.push(encodeFrame(result));
    if (this.#results.length > 1) return;
    process.nextTick(() => {
      const results = this.#results;
      this.#results = [];
      if (!this.#open) return;
      this.#socket?.cork();
      for (const text of results) this.#ws.send(text);
      this.#socket?.uncork();
    });
  }

  /** Handles a refused upgrade. */
  async #refused(response: IncomingMessage): Promise<void> {
    this.#end(await readRefusedUpgrade(this.#t, response));
    response.destroy();
    this.#ws.terminate();
  }

  #lose(reason: string): void {
    this.#end({ kind: 'lost', reason });
  }

  #end(end: LinkEnd): void {
    if (!this.#open) return;
    this.#open = false;
    this.#cancelWatch();
    this.#events.ended(end);
  }
}

const RECONNECT_FIRST_MS = 250;
const RECONNECT_LAST_MS = 10_000;
/** Short, because no other machine depends on a local simulator. */
const RECONNECT_LAST_ON_LOOPBACK_MS = 1000;

interface BackOff {
  readonly failures: number;
  readonly loopback: boolean;
  /** A random float in [0, 1). */
  readonly chance: number;
}

/**
 * Returns the delay before reconnecting in ms: full jitter from 0.25 s up to a bound that doubles to at most
 * 10 s (contract section 7).
 */
export function backOffMs({ failures, loopback, chance }: BackOff): number {
  const maxDelayMs = loopback ? RECONNECT_LAST_ON_LOOPBACK_MS : RECONNECT_LAST_MS;
  const bound = Math.min(RECONNECT_FIRST_MS * 2 ** Math.min(failures + 1, 30), maxDelayMs);
  return Math.round(RECONNECT_FIRST_MS + chance * (bound - RECONNECT_FIRST_MS));
}
