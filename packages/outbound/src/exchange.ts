import type { Dispatcher } from 'undici';
import type { Answer } from './answer.ts';
import type { Connection } from './connections.ts';
import type { Deadline, DeadlineQueue } from './deadline-queue.ts';
import { ANSWER_TOO_LONG, CLOSED, failureOf, TIMED_OUT } from './failure.ts';

/** An answer longer than this is not read to its end. */
const MOST_BYTES = 1024 * 1024;
const nothing = Buffer.alloc(0);

/** What comes of an exchange. */
interface ExchangeEnds {
  ended(answer: Answer): void;
  /** Its connection had ended before the request came there; it can be sent once more. */
  stale(): void;
}

/**
 * One request and its answer, from the first moment to the answer's last byte. It ends exactly once: answered in full,
 * failed, or cut by its deadline, whichever comes first.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  /** What carries it, once it is sent. */
  connection: Connection | null = null;
  readonly #ends: ExchangeEnds;
  readonly #keptBytes: number;
  readonly #deadline: Deadline;
  #open = true;
  #status: number | null = null;
  #kept: Buffer = nothing;
  #read = 0;

  /** `keptBytes`: how much of the answer's body is kept. */
  constructor(deadlines: DeadlineQueue, keptBytes: number, ends: ExchangeEnds) {
    this.#keptBytes = keptBytes;
    this.#ends = ends;
    this.#deadline = deadlines.start((early) => this.fail(early ? CLOSED : TIMED_OUT));
  }

  /** False once the exchange has ended. */
  get open(): boolean {
    return this.#open;
  }

  /** Ends it; whoever takes back its connection closes that, so neither a silent nor an endless answer keeps it. */
  fail(error: string): void {
    this.#end(error);
  }

  /** undici takes a handler without it for one of its older kind. */
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#read += chunk.length;
    if (this.#read > MOST_BYTES) this.fail(ANSWER_TOO_LONG);
    const room = this.#keptBytes - this.#kept.length;
    if (room <= 0) return;
    const part = chunk.subarray(0, room);
    // Copied: undici's chunk is a window on a larger buffer, which would live as long as the answer.
    this.#kept = this.#kept.length === 0 ? Buffer.from(part) : Buffer.concat([this.#kept, part]);
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#open && this.connection?.isStale) this.#ends.stale();
    else this.#end(this.connection?.failure ?? failureOf(error));
  }

  #end(error: string | null): void {
    if (!this.#open) return;
    this.#open = false;
    this.#deadline.end();
    this.#ends.ended({ status: error === null ? this.#status : null, error, body: this.#kept });
  }
}
