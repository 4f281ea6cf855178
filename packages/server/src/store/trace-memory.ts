import { type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { TraceTexts } from './trace.ts';
import { dayOf, type EventRow, type Position, positionIn, type TraceIndex } from './trace-index.ts';
import { TraceTail } from './trace-tail.ts';

export const DAY_MS = 86_400_000;

/** Event texts in memory only: kept until they are cleared or their day is out of retention. */
export class TraceMemory implements TraceTexts {
  readonly #clock: Clock;
  readonly #tail = new TraceTail();
  #end: Position = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ready(): undefined {}

  add(lines: Buffer, count: number): Position {
    const day = Math.floor(this.#clock.now() / DAY_MS);
    if (day > dayOf(this.#end)) {
      this.#end = positionIn(day, 0);
      this.#tail.shrink(0, positionIn(Math.floor((this.#clock.now() - RETENTION_MS) / DAY_MS), 0));
    }
    const position = this.#end;
    this.#tail.add(position, lines, count);
    this.#end += lines.length;
    return position;
  }

  read(rows: readonly EventRow[]): readonly (string | undefined)[] {
    return rows.map(({ position, length }) => this.#tail.text(position, length));
  }

  forget(index: TraceIndex): void {
    for (let id = index.first; id < index.next; id++) this.#tail.forget((index.row(id) as EventRow).position);
  }
}
