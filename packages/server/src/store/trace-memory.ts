import { type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Commit } from './commit.ts';
import { Lines } from './json-text.ts';
import { DAY_MS } from './segment-file.ts';
import type { TraceLines, TraceTexts } from './trace.ts';
import { dayOf, type EventRow, type Position, positionIn, type TraceIndex } from './trace-index.ts';

/** The events of a group of commits, as `TraceMemory` takes them. */
export function linesOf(commits: readonly Commit[], atMs: number): TraceLines {
  const lines = new Lines();
  for (const { events } of commits) for (const { json, length } of events) lines.add(json, length);
  const bytes = Buffer.allocUnsafe(lines.bytes);
  lines.write(bytes, 0);
  return { bytes, count: lines.count, rows: '', atMs };
}

/** The events of one group of commits. */
interface Chunk {
  readonly position: Position;
  bytes: Buffer;
  /** Events in it that somebody may still ask for. */
  live: number;
}

/** Event texts in memory only: kept until they are cleared or their day is out of retention. */
export class TraceMemory implements TraceTexts {
  readonly #clock: Clock;
  #chunks: Chunk[] = [];
  #forgotten = 0;
  #end: Position = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly isLoaded = true;

  ready(): undefined {}

  add({ bytes, count, atMs }: TraceLines): Position {
    const day = Math.floor(atMs / DAY_MS);
    if (day > dayOf(this.#end)) {
      this.#end = positionIn(day, 0);
      this.#dropBefore(positionIn(Math.floor((this.#clock.now() - RETENTION_MS) / DAY_MS), 0));
    }
    const position = this.#end;
    this.#chunks.push({ position, bytes, live: count });
    this.#end += bytes.length;
    return position;
  }

  read(rows: readonly EventRow[]): readonly (string | undefined)[] {
    return rows.map(({ position, length }) => {
      const chunk = this.#at(position);
      const start = position - (chunk?.position ?? 0);
      return chunk && start + length <= chunk.bytes.length
        ? chunk.bytes.toString('utf8', start, start + length)
        : undefined;
    });
  }

  forget(index: TraceIndex): void {
    for (let id = index.first; id < index.next; id++) this.#forget((index.row(id) as EventRow).position);
  }

  /** Nobody will ask for the event at this position again; a chunk of such events alone is let go. */
  #forget(position: Position): void {
    const chunk = this.#at(position);
    if (!chunk || --chunk.live > 0) return;
    chunk.bytes = NOTHING;
    this.#forgotten++;
    if (this.#forgotten <= this.#chunks.length / 2) return;
    this.#chunks = this.#chunks.filter(({ live }) => live > 0);
    this.#forgotten = 0;
  }

  #dropBefore(position: Position): void {
    const kept = this.#chunks.findIndex((chunk) => chunk.position >= position);
    this.#chunks.splice(0, kept === -1 ? this.#chunks.length : kept);
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
