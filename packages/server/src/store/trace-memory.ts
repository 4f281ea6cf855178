import { type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Commit } from './commit.ts';
import { Lines } from './json-text.ts';
import { DAY_MS } from './segment-file.ts';
import type { TraceLines, TraceTexts } from './trace.ts';
import { dayOf, type EventRow, type Position, positionIn, type TraceIndex } from './trace-index.ts';
import { TraceTail } from './trace-tail.ts';

/** The events of a group of commits, as `TraceMemory` takes them. */
export function linesOf(commits: readonly Commit[], atMs: number): TraceLines {
  const lines = new Lines();
  for (const { events } of commits) for (const { json, length } of events) lines.add(json, length);
  const bytes = Buffer.allocUnsafe(lines.bytes);
  lines.write(bytes, 0);
  return { bytes, count: lines.count, rows: '', atMs };
}

/** Event texts in memory only: kept until they are cleared or their day is out of retention. */
export class TraceMemory implements TraceTexts {
  readonly #clock: Clock;
  readonly #tail = new TraceTail();
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
      this.#tail.shrink(0, positionIn(Math.floor((this.#clock.now() - RETENTION_MS) / DAY_MS), 0));
    }
    const position = this.#end;
    this.#tail.add(position, bytes, count);
    this.#end += bytes.length;
    return position;
  }

  read(rows: readonly EventRow[]): readonly (string | undefined)[] {
    return rows.map(({ position, length }) => this.#tail.text(position, length));
  }

  forget(index: TraceIndex): void {
    for (let id = index.first; id < index.next; id++) this.#tail.forget((index.row(id) as EventRow).position);
  }
}
