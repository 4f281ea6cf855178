import type { Duplex } from 'node:stream';
import {
  encodeFrame,
  parseResultFrame,
  RELAY_PING_MS,
  RELAY_SILENCE_MS,
  type ServerFrame,
} from '@svc-simulator/contract';
import type { CancelTimer, Clock } from '@svc-simulator/core';
import type { RawData, WebSocket } from 'ws';
import { forwardKey, RELAY_LOST, type RelayForward } from './relay-forward.ts';

/** Bytes that may wait in the socket; further frames wait as forwards, which can still be withdrawn. */
const MOST_BUFFERED_BYTES = 1024 * 1024;

/** Why a connection ended, for the trace. */
export type RelayEnd =
  | 'closed'
  | 'displaced'
  | 'silent'
  | 'simulator stopped'
  | 'replay failed'
  | 'token revoked'
  | 'password changed'
  | 'account deleted';

/** Decides while it is in charge which forwards go out; those that it keeps wait for `release`. */
export type KeepForward = (forward: RelayForward) => boolean;

export interface RelayConnectionOptions {
  readonly id: string;
  readonly clock: Clock;
  readonly ws: WebSocket;
  /** What `ws` speaks over. */
  readonly socket: Duplex;
  /** Called once, when it is over. */
  readonly ended: (reason: RelayEnd) => void;
}

/** One connected relay: what it was sent, what it owes an answer to, and whether it is still there. */
export class RelayConnection {
  readonly id: string;
  readonly #clock: Clock;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  /** Forwards that were sent and are not ended. */
  readonly #sent = new Map<string, RelayForward>();
  #waiting: RelayForward[] = [];
  #keeper: KeepForward | null = null;
  readonly #kept = new Set<RelayForward>();
  #ready = false;
  #flushing = false;
  #heardAt: number;
  /** Bytes that waited in the socket at the last beat. */
  #unread = 0;
  #cancelBeat: CancelTimer = () => {};
  #end: RelayEnd | null = null;
  readonly #ended: (reason: RelayEnd) => void;

  constructor({ id, clock, ws, socket, ended }: RelayConnectionOptions) {
    this.id = id;
    this.#clock = clock;
    this.#ws = ws;
    this.#socket = socket;
    this.#ended = ended;
    this.#heardAt = clock.elapsed();
    const heard = () => {
      this.#heardAt = clock.elapsed();
    };
    ws.on('ping', heard);
    ws.on('pong', heard);
    ws.on('message', (data, isBinary) => {
      heard();
      if (!isBinary) this.#take(data);
    });
    // What is wrong with the peer shows in the close that follows.
    ws.on('error', () => {});
    ws.on('close', () => this.#lose('closed'));
    socket.on('drain', () => this.#flush());
    this.#beat();
  }

  get open(): boolean {
    return this.#end === null;
  }

  /** Says `ready`; webhooks that came before go out after it. */
  begin(accountId: string): void {
    this.#ready = true;
    this.say({ type: 'ready', account_id: accountId });
    this.#flush();
  }

  say(frame: ServerFrame): void {
    if (this.open) this.#ws.send(encodeFrame(frame));
  }

  /** From now on only those forwards go out that the keeper lets go. */
  keep(keeper: KeepForward): void {
    this.#keeper = keeper;
  }

  /** What was kept goes out, in the order of emission, and all that comes. */
  release(): void {
    this.#keeper = null;
    const kept = [...this.#kept].sort((a, b) => a.webhook.sequence - b.webhook.sequence);
    this.#kept.clear();
    for (const forward of kept) this.send(forward);
  }

  /** Sends a forward's webhook, as soon as the relay takes it. */
  send(forward: RelayForward): void {
    forward.holder = this.#forget;
    if (this.#keeper && !this.#keeper(forward)) {
      this.#kept.add(forward);
      return;
    }
    this.#waiting.push(forward);
    if (this.#flushing) return;
    this.#flushing = true;
    // Once for all that are sent in this turn: one write then carries many frames.
    process.nextTick(() => {
      this.#flushing = false;
      this.#flush();
    });
  }

  /** Ends the connection from this side; the peer gets `code` if it still listens. */
  close(code: number, text: string, reason: RelayEnd): void {
    this.#lose(reason);
    this.#ws.close(code, text);
  }

  /** Cuts it without a word. */
  terminate(): void {
    this.#ws.terminate();
  }

  #flush(): void {
    if (!this.#ready || this.#end || this.#waiting.length === 0) return;
    let sent = 0;
    this.#socket.cork();
    for (const forward of this.#waiting) {
      if (this.#ws.bufferedAmount > MOST_BUFFERED_BYTES) break;
      sent++;
      if (!forward.open) continue;
      this.#sent.set(forward.key, forward);
      this.#ws.send(encodeFrame(forward.webhook));
    }
    this.#socket.uncork();
    this.#waiting = this.#waiting.slice(sent);
  }

  #take(data: RawData): void {
    const result = parseResultFrame(String(data));
    if (result) this.#sent.get(forwardKey(result))?.finish(result);
  }

  readonly #forget = (forward: RelayForward): void => {
    this.#sent.delete(forward.key);
    this.#kept.delete(forward);
  };

  #beat(): void {
    this.#cancelBeat = this.#clock.after(RELAY_PING_MS, () => {
      const unread = this.#ws.bufferedAmount;
      // Whoever answers pings and reads nothing is as good as silent.
      const readsNothing = this.#unread > MOST_BUFFERED_BYTES && unread >= this.#unread;
      this.#unread = unread;
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
