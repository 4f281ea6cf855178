import type { Socket } from 'node:net';
import { foreignProtocol } from './failure.ts';

/** As long as `HTTP/1.1 200`. */
const STATUS_ENDS = 12;
/** An interim answer whose head is longer is left to undici, which refuses it. */
const MOST_HELD_BYTES = 16 * 1024;
const nothing = Buffer.alloc(0);

/**
 * Looks at how each answer on a socket begins. Interim answers (1xx) are taken out: undici gives a connection up over a
 * `100 Continue` that it did not ask for. What is no HTTP/1 is named, since undici's error does not say what it is.
 */
export class AnswerStart {
  /** The failure of an answer that is no HTTP/1; null as long as none has come. */
  failure: string | null = null;
  /** What has come of a head that is not complete; null once the final answer has begun. */
  #held: Buffer | null = nothing;

  constructor(socket: Socket) {
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const chunk: Buffer | null = read(size);
      return chunk === null || this.#held === null ? chunk : this.#look(chunk, this.#held);
    };
  }

  /** The next bytes begin an answer. */
  expect(): void {
    this.#held = nothing;
  }

  /** What is to be read of the answer; null: nothing yet. */
  #look(chunk: Buffer, held: Buffer): Buffer | null {
    let bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    for (;;) {
      const head = bytes.toString('latin1', 0, STATUS_ENDS);
      if (!head.startsWith('HTTP/1.'.slice(0, head.length))) this.failure = foreignProtocol(bytes);
      else if (head.length < STATUS_ENDS) return this.#hold(bytes);
      else if (/ 1(?!01)\d\d$/.test(head)) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end >= 0) {
          bytes = bytes.subarray(end + 4);
          continue;
        }
        if (bytes.length < MOST_HELD_BYTES) return this.#hold(bytes);
      }
      this.#held = null;
      return bytes;
    }
  }

  #hold(bytes: Buffer): null {
    this.#held = bytes;
    return null;
  }
}
