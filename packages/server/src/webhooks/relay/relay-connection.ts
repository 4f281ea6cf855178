import type { Duplex } from 'node:stream';
import {
  encodeFrame,
  type FrameFault,
  parseResultFrame,
  RELAY_PING_MS,
  RELAY_SILENCE_MS,
  refuse,
  type ServerFrame,
} from '@svc-simulator/contract';
import type { CancelTimer, Clock } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import type { RawData, WebSocket } from 'ws';
import { forwardKey, RELAY_LOST, type RelayForward } from './relay-forward.ts';

/** Maximum bytes in the socket's buffer. Further webhooks stay in `#unsentForwards` and can be withdrawn. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

export type RelayEnd =
  | 'closed'
  | 'displaced'
  | 'silent'
  | 'simulator stopped'
  | 'replay failed'
  | 'too many frames'
  | 'frame too large'
  | 'token revoked'
  | 'password changed'
  | 'account deleted'
  | 'account suspended';

/**
 * Returns true for forwards to send during a replay. The connection holds other forwards back until
 * `release`.
 */
export type ForwardFilter = (forward: RelayForward) => boolean;

export interface RelayConnectionOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly ws: WebSocket;
  readonly socket: Duplex;
  readonly onEnd: (reason: RelayEnd) => void;
  /** Called for a frame that can't be read or that answers no pending attempt. */
  readonly onUselessFrame?: (fault: FrameFault, isReadable: boolean) => void;
  /** Counts a frame that answers no webhook; returns false above the rate limit. */
  readonly admitsFrame?: (() => boolean) | undefined;
}

/** Close code for a relay that breaks the protocol or whose credential is no longer valid. */
export const POLICY_VIOLATION = 1008;
const CLOSE_TIMEOUT_MS = 500;

export class RelayConnection {
  readonly id: string;
  readonly #clock: Clock;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #sentForwards = new Map<string, RelayForward>();
  #unsentForwards: RelayForward[] = [];
  #filter: ForwardFilter | null = null;
  readonly #heldForwards = new Set<RelayForward>();
  #isReady = false;
  #isFlushScheduled = false;
  #lastFrameMs: number;
  #bufferedBytesAtPing = 0;
  #cancelHeartbeat: CancelTimer = () => {};
  #end: RelayEnd | null = null;
  readonly #onEnd: (reason: RelayEnd) => void;
  readonly #onUselessFrame: (fault: FrameFault, isReadable: boolean) => void;

  constructor({
    id,
    clock,
    ws,
    socket,
    onEnd,
    onUselessFrame = () => {},
    admitsFrame = () => true,
  }: RelayConnectionOptions) {
    this.id = id;
    this.#clock = clock;
    this.#ws = ws;
    this.#socket = socket;
    this.#onEnd = onEnd;
    this.#onUselessFrame = onUselessFrame;
    this.#lastFrameMs = clock.elapsed();
    const onFrame = (isAnswer: boolean) => {
      this.#lastFrameMs = clock.elapsed();
      if (!isAnswer && this.isOpen && !admitsFrame())
        this.close(POLICY_VIOLATION, 'too many frames that answer no webhook', 'too many frames');
    };
    ws.on('ping', () => onFrame(false));
    ws.on('pong', () => onFrame(false));
    ws.on('message', (data, isBinary) => {
      if (this.isOpen) onFrame(this.#receive(data, isBinary));
    });
    // A broken connection might never emit `close`, so it is terminated after a timeout.
    ws.on('error', (error) => {
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
        this.#markEnded('frame too large');
      this.#terminateAfterTimeout();
    });
    ws.on('close', () => this.#markEnded('closed'));
    socket.on('drain', () => this.#flush());
    this.#scheduleHeartbeat();
  }

  get isOpen(): boolean {
    return this.#end === null;
  }

  start(accountId: string): void {
    this.#isReady = true;
    this.sendFrame({ type: 'ready', account_id: accountId });
    this.#flush();
  }

  sendFrame(frame: ServerFrame): void {
    if (this.isOpen) this.#ws.send(encodeFrame(frame));
  }

  holdBack(filter: ForwardFilter): void {
    this.#filter = filter;
  }

  /** Sends the forwards that were held back, in the order of emission, and all later ones. */
  release(): void {
    this.#filter = null;
    const forwards = [...this.#heldForwards].sort((a, b) => a.webhook.sequence - b.webhook.sequence);
    this.#heldForwards.clear();
    for (const forward of forwards) this.send(forward);
  }

  send(forward: RelayForward): void {
    forward.removeFromRelay = this.#forget;
    if (this.#filter && !this.#filter(forward)) {
      this.#heldForwards.add(forward);
      return;
    }
    this.#unsentForwards.push(forward);
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    // Waits for the end of the turn, so that all frames of one turn of the event loop are sent in a single
    // write.
    process.nextTick(() => {
      this.#isFlushScheduled = false;
      this.#flush();
    });
  }

  /** Closes the connection with `code`, and cuts it after a timeout if the relay doesn't close its side. */
  close(code: number, text: string, reason: RelayEnd): void {
    this.#markEnded(reason);
    this.#ws.close(code, text);
    this.#terminateAfterTimeout();
  }

  /** Disconnects a relay that doesn't close its side, because ws would keep reading. */
  #terminateAfterTimeout(): void {
    const cancel = this.#clock.after(CLOSE_TIMEOUT_MS, () => this.#ws.terminate());
    this.#ws.once('close', cancel);
  }

  #flush(): void {
    if (!this.#isReady || this.#end || this.#unsentForwards.length === 0) return;
    let sentCount = 0;
    this.#socket.cork();
    for (const forward of this.#unsentForwards) {
      if (this.#ws.bufferedAmount > MAX_BUFFERED_BYTES) break;
      sentCount++;
      if (!forward.isOpen) continue;
      this.#sentForwards.set(forward.key, forward);
      this.#ws.send(encodeFrame(forward.webhook));
    }
    this.#socket.uncork();
    this.#unsentForwards = this.#unsentForwards.slice(sentCount);
  }

  /** Returns true if the frame answers a webhook that was sent. */
  #receive(data: RawData, isBinary: boolean): boolean {
    const result = isBinary ? refuse(message('word.frame_fault.binary')) : parseResultFrame(String(data));
    if (!result.ok) {
      this.#onUselessFrame(result.refusal, false);
      return false;
    }
    const { delivery_id: deliveryId, attempt } = result.value;
    const forward = this.#sentForwards.get(forwardKey(result.value));
    if (forward) forward.finish(result.value);
    else this.#onUselessFrame(message('word.frame_fault.unknown_attempt', { deliveryId, attempt }), true);
    return forward !== undefined;
  }

  readonly #forget = (forward: RelayForward): void => {
    this.#sentForwards.delete(forward.key);
    this.#heldForwards.delete(forward);
  };

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat = this.#clock.after(RELAY_PING_MS, () => {
      const bufferedBytes = this.#ws.bufferedAmount;
      // A relay that answers pings but reads no webhooks is treated as silent.
      const isReadingNothing =
        this.#bufferedBytesAtPing > MAX_BUFFERED_BYTES && bufferedBytes >= this.#bufferedBytesAtPing;
      this.#bufferedBytesAtPing = bufferedBytes;
      if (isReadingNothing || this.#clock.elapsed() - this.#lastFrameMs >= RELAY_SILENCE_MS) {
        this.#markEnded('silent');
        this.#ws.terminate();
        return;
      }
      this.#ws.ping();
      this.#scheduleHeartbeat();
    });
  }

  #markEnded(reason: RelayEnd): void {
    if (this.#end) return;
    this.#end = reason;
    this.#cancelHeartbeat();
    const unfinished = [...this.#sentForwards.values(), ...this.#unsentForwards, ...this.#heldForwards];
    this.#unsentForwards = [];
    for (const forward of unfinished) forward.fail(RELAY_LOST);
    this.#onEnd(reason);
  }
}
