import type { Position } from './trace-index.ts';

/** The events of one group of commits, as they stand in their segment. */
interface Chunk {
  readonly position: Position;
  bytes: Buffer;
  /** Events in it that somebody may still ask for. */
  live: number;
}

/** The newest part of the trace in memory, as the bytes that go to the segments. */
export class TraceTail {
  #chunks: Chunk[] = [];
  #bytes = 0;
  #forgotten = 0;

  /** Bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Where the oldest bytes stand that are held; undefined when there are none. */
  get oldest(): Position | undefined {
    return this.#chunks[0]?.position;
  }

  /** Adds `count` events; positions have to grow from call to call. */
  add(position: Position, bytes: Buffer, count: number): void {
    this.#chunks.push({ position, bytes, live: count });
    this.#bytes += bytes.length;
  }

  /** The text at a position, when it is held. */
  text(position: Position, length: number): string | undefined {
    const chunk = this.#at(position);
    if (!chunk) return undefined;
    const start = position - chunk.position;
    return start + length <= chunk.bytes.length
      ? chunk.bytes.toString('utf8', start, start + length)
      : undefined;
  }

  /** Lets go of whole chunks, oldest first, until at most `budget` bytes are held; nothing at or after `before`. */
  shrink(budget: number, before: Position): void {
    let drop = 0;
    for (; drop < this.#chunks.length; drop++) {
      const chunk = this.#chunks[drop] as Chunk;
      if (this.#bytes <= budget || chunk.position >= before) break;
      this.#bytes -= chunk.bytes.length;
    }
    if (drop > 0) this.#chunks.splice(0, drop);
  }

  /** Nobody will ask for the event at this position again; a chunk of such events alone is let go. */
  forget(position: Position): void {
    const chunk = this.#at(position);
    if (!chunk || --chunk.live > 0) return;
    this.#bytes -= chunk.bytes.length;
    chunk.bytes = NOTHING;
    this.#forgotten++;
    if (this.#forgotten <= this.#chunks.length / 2) return;
    this.#chunks = this.#chunks.filter(({ live }) => live > 0);
    this.#forgotten = 0;
  }

  #at(position: Position): Chunk | undefined {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#chunks[middle] as Chunk).position <= position) low = middle;
      else high = middle - 1;
    }
    const chunk = this.#chunks[low];
    return chunk && chunk.position <= position ? chunk : undefined;
  }
}

const NOTHING = Buffer.alloc(0);
