/** Where the text of an event stands: a day's segment and the byte offset in it, as one number that sorts. */
export type Position = number;

/** A segment may hold 256 GiB; days fit beside it into the 53 bits of an exact number until the year 2059. */
const SEGMENT_BYTES = 2 ** 38;

export function positionIn(day: number, offset: number): Position {
  return day * SEGMENT_BYTES + offset;
}

export function dayOf(position: Position): number {
  return Math.floor(position / SEGMENT_BYTES);
}

export function offsetOf(position: Position): number {
  return position % SEGMENT_BYTES;
}

/** What the index knows of one event without its text. */
export interface EventRow {
  readonly id: number;
  readonly type: string;
  readonly atMs: number;
  readonly sessionId: string | undefined;
  readonly position: Position;
  /** Bytes of the JSON text. */
  readonly length: number;
}

/** Numbers names as they come, so that a row holds a number in place of a text. */
class Names {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** Ids of the events with each name, ascending. */
  readonly ids: number[][] = [];

  add(name: string, id: number): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
      this.ids.push([id]);
    } else (this.ids[number] as number[]).push(id);
    return number;
  }

  idsOf(name: string): readonly number[] {
    const number = this.#numbers.get(name);
    return number === undefined ? [] : (this.ids[number] as number[]);
  }

  at(number: number): string {
    return this.#names[number] as string;
  }
}

const NO_SESSION = 0xffffffff;

/** The events of one account in columns, about 40 bytes each; the ids have no gaps, so a row is found by subtraction. */
export class TraceIndex {
  /** The id of the first row. */
  #base: number;
  #count = 0;
  #expired = 0;
  #positions = new Float64Array(8);
  #times = new Float64Array(8);
  #lengths = new Uint32Array(8);
  #types = new Uint16Array(8);
  #sessions = new Uint32Array(8);
  #typeNames = new Names();
  #sessionNames = new Names();

  constructor(first = 1) {
    this.#base = first;
  }

  /** The id that the next row has to have. */
  get next(): number {
    return this.#base + this.#count;
  }

  /** The id of the first row that is not hidden. */
  get first(): number {
    return this.#base + this.#expired;
  }

  add(row: EventRow): void {
    if (row.id !== this.next) throw new Error(`trace event ${row.id} came where ${this.next} was expected`);
    const at = this.#count;
    if (at === this.#positions.length) this.#grow();
    this.#count++;
    this.#positions[at] = row.position;
    this.#times[at] = row.atMs;
    this.#lengths[at] = row.length;
    this.#types[at] = this.#typeNames.add(row.type, row.id);
    this.#sessions[at] =
      row.sessionId === undefined ? NO_SESSION : this.#sessionNames.add(row.sessionId, row.id);
  }

  row(id: number): EventRow | undefined {
    const at = id - this.#base;
    if (at < this.#expired || at >= this.#count) return undefined;
    const session = this.#sessions[at] as number;
    return {
      id,
      type: this.#typeNames.at(this.#types[at] as number),
      atMs: this.#times[at] as number,
      sessionId: session === NO_SESSION ? undefined : this.#sessionNames.at(session),
      position: this.#positions[at] as number,
      length: this.#lengths[at] as number,
    };
  }

  /** Hides the rows at the front that are older than `sinceMs`; they are never shown again. */
  expire(sinceMs: number): void {
    while (this.#expired < this.#count && (this.#times[this.#expired] as number) < sinceMs) this.#expired++;
  }

  /** True when most rows are hidden, so that `compacted` is worth its cost. */
  get sparse(): boolean {
    return this.#expired > 1024 && this.#expired > this.#count / 2;
  }

  /** The same without the hidden rows. */
  compacted(): TraceIndex {
    const kept = new TraceIndex(this.first);
    for (let id = this.first; id < this.next; id++) kept.add(this.row(id) as EventRow);
    return kept;
  }

  /** At most `limit` ids between `from` and `to` (both included), from the low end when `ascending`. */
  ids(
    from: number,
    to: number,
    limit: number,
    ascending: boolean,
    type?: string,
    sessionId?: string,
  ): number[] {
    const low = Math.max(from, this.first);
    const high = Math.min(to, this.next - 1);
    if (sessionId !== undefined) {
      return pick(this.#sessionNames.idsOf(sessionId), low, high, limit, ascending, this.#isOf(type));
    }
    if (type !== undefined) return pick(this.#typeNames.idsOf(type), low, high, limit, ascending);
    const count = Math.max(0, Math.min(limit, high - low + 1));
    return Array.from({ length: count }, (_, step) => (ascending ? low + step : high - step));
  }

  #isOf(type: string | undefined): ((id: number) => boolean) | undefined {
    if (type === undefined) return undefined;
    return (id) => this.#typeNames.at(this.#types[id - this.#base] as number) === type;
  }

  #grow(): void {
    const size = this.#positions.length * 2;
    this.#positions = enlarged(this.#positions, new Float64Array(size));
    this.#times = enlarged(this.#times, new Float64Array(size));
    this.#lengths = enlarged(this.#lengths, new Uint32Array(size));
    this.#types = enlarged(this.#types, new Uint16Array(size));
    this.#sessions = enlarged(this.#sessions, new Uint32Array(size));
  }
}

function enlarged<T extends Float64Array | Uint32Array | Uint16Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}

function pick(
  ids: readonly number[],
  from: number,
  to: number,
  limit: number,
  ascending: boolean,
  wanted: (id: number) => boolean = () => true,
): number[] {
  const picked: number[] = [];
  const step = ascending ? 1 : -1;
  let at = ascending ? lowerBound(ids, from) : lowerBound(ids, to + 1) - 1;
  for (; at >= 0 && at < ids.length && picked.length < limit; at += step) {
    const id = ids[at] as number;
    if (id < from || id > to) break;
    if (wanted(id)) picked.push(id);
  }
  return picked;
}

/** The first place whose id is not below `id`. */
function lowerBound(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
