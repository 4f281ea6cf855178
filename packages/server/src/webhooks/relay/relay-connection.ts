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

/** Bytes that may wait in the socket; further frames wait as forwards, which can be withdrawn. */
const MOST_BUFFERED_BYTES = 1024 * 1024;

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
  | 'account deleted';

/** Decides which forwards go out while a replay runs; the rest waits for `release`. */
export type KeepForward = (forward: RelayForward) => boolean;

export interface RelayConnectionOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly ws: WebSocket;
  readonly socket: Duplex;
  readonly ended: (reason: RelayEnd) => void;
  /** Called for a frame that can't be read or that answers no pending attempt. */
  readonly useless?: (fault: FrameFault, isReadable: boolean) => void;
  /** Counts a frame that answers no webhook; returns false above the rate limit. */
  readonly admitsFrame?: (() => boolean) | undefined;
}

/** The relay breaks the protocol, or its credential is no longer valid: a new connection gets 401. */
export const NOT_ALLOWED = 1008;
/** Time that a relay has to close its connection. */
const FAREWELL_MS = 500;

export class RelayConnection {
  readonly id: string;
  readonly #clock: Clock;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #sent = new Map<string, RelayForward>();
  #waiting: RelayForward[] = [];
  #keeper: KeepForward | null = null;
  readonly #kept = new Set<RelayForward>();
  #ready = false;
  #flushing = false;
  #heardAt: number;
  /** Bytes in the socket at the last heartbeat. */
  #unread = 0;
  #cancelBeat: CancelTimer = () => {};
  #end: RelayEnd | null = null;
  readonly #ended: (reason: RelayEnd) => void;
  readonly #useless: (fault: FrameFault, isReadable: boolean) => void;

  constructor({
    id,
    clock,
    ws,
    socket,
    ended,
    useless = () => {},
    admitsFrame = () => true,
  }: RelayConnectionOptions) {
    this.id = id;
    this.#clock = clock;
    this.#ws = ws;
    this.#socket = socket;
    this.#ended = ended;
    this.#useless = useless;
    this.#heardAt = clock.elapsed();
    const noteFrame = (isAnswer: boolean) => {
      this.#heardAt = clock.elapsed();
      if (!isAnswer && this.open && !admitsFrame())
        this.close(NOT_ALLOWED, 'too many frames that answer no webhook', 'too many frames');
    };
    ws.on('ping', () => noteFrame(false));
    ws.on('pong', () => noteFrame(false));
    ws.on('message', (data, isBinary) => {
      if (this.open) noteFrame(this.#take(data, isBinary));
    });
    // The `close` event that follows reports the error; a broken connection may not send it.
    ws.on('error', (error) => {
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
        this.#lose('frame too large');
      this.#hangUp();
    });
    ws.on('close', () => this.#lose('closed'));
    socket.on('drain', () => this.#flush());
    this.#beat();
  }

  get open(): boolean {
    return this.#end === null;
  }

  /** Sends `ready`, then the webhooks that waited. */
  begin(accountId: string): void {
    this.#ready = true;
    this.say({ type: 'ready', account_id: accountId });
    this.#flush();
  }

  say(frame: ServerFrame): void {
    if (this.open) this.#ws.send(encodeFrame(frame));
  }

  /** Holds back all forwards except those that the keeper lets through. */
  keep(keeper: KeepForward): void {
    this.#keeper = keeper;
  }

  /** Sends the forwards that were held back, in the order of emission, and all later ones. */
  release(): void {
    this.#keeper = null;
    const forwards = [...this.#kept].sort((a, b) => a.webhook.sequence - b.webhook.sequence);
    this.#kept.clear();
    for (const forward of forwards) this.send(forward);
  }

  /** Sends a forward's webhook as soon as the socket has room. */
  send(forward: RelayForward): void {
    forward.holder = this.#forget;
    if (this.#keeper && !this.#keeper(forward)) {
      this.#kept.add(forward);
      return;
    }
    this.#waiting.push(forward);
    if (this.#flushing) return;
    this.#flushing = true;
    // Sends the frames of one turn in a single write.
    process.nextTick(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  /** Closes the connection with `code`, and cuts it if the relay doesn't close its side. */
  close(code: number, text: string, reason: RelayEnd): void {
    this.#lose(reason);
    this.#ws.close(code, text);
    this.#hangUp();
  }

  /** Destroys a closed connection whose peer doesn't respond; until then ws keeps reading. */
  #hangUp(): void {
    const cancel = this.#clock.after(FAREWELL_MS, () => this.#ws.terminate());
    this.#ws.once('close', cancel);
  }

  #flush(): void {
    if (!this.#ready || this.#end || this.#waiting.length === 0) return;
    let sentBytes = 0;
    this.#socket.cork();
    for (const forward of this.#waiting) {
      if (this.#ws.bufferedAmount > MOST_BUFFERED_BYTES) break;
      sentBytes++;
      if (!forward.open) continue;
      this.#sent.set(forward.key, forward);
      this.#ws.send(encodeFrame(forward.webhook));
    }
    this.#socket.uncork();
    this.#waiting = this.#waiting.slice(sentBytes);
  }

  /** Returns true if the frame answers a webhook that was sent. */
  #take(data: RawData, isBinary: boolean): boolean {
    const result = isBinary ? refuse(message('word.frame_fault.binary')) : parseResultFrame(String(data));
    if (!result.ok) {
      this.#useless(result.refusal, false);
      return false;
    }
    const { delivery_id: deliveryId, attempt } = result.value;
    const forward = this.#sent.get(forwardKey(result.value));
    if (forward) forward.finish(result.value);
    else this.#useless(message('word.frame_fault.unknown_attempt', { deliveryId, attempt }), true);
    return forward !== undefined;
  }

  readonly #forget = (forward: RelayForward): void => {
    this.#sent.delete(forward.key);
    this.#kept.delete(forward);
  };

  #beat(): void {
    this.#cancelBeat = this.#clock.after(RELAY_PING_MS, () => {
      const bufferedBytes = this.#ws.bufferedAmount;
      // A relay that answers pings without reading is treated as silent.
      const readsNothing = this.#unread > MOST_BUFFERED_BYTES && bufferedBytes >= this.#unread;
      this.#unread = bufferedBytes;
      if (readsNothing || this.#clock.elapsed() - this.#heardAt >= RELAY_SILENCE_MS) {
        this.#lose('silent');
        this.#ws.terminate();
        return;
      }
      this.#ws.ping();
      this.#beat();
    });
  }

  #lose(reason: RelayEnd): void {
    if (this.#end) return;
    this.#end = reason;
    this.#cancelBeat();
    const owed = [...this.#sent.values(), ...this.#waiting, ...this.#kept];
    this.#waiting = [];
    for (const forward of owed) forward.fail(RELAY_LOST);
    this.#ended(reason);
  }
}
