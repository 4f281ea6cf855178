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

  /** The number of a name; given to it now when it is new. */
  number(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#names.push(name) - 1;
      this.#numbers.set(name, number);
    }
    return number;
  }

  known(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  at(number: number): string {
    return this.#names[number] as string;
  }
}

const NONE = 0xffffffff;

/**
 * The events of one account in columns, about 40 bytes each; the ids have no gaps, so a row is found by subtraction. The
 * events of a type are a list, because there may be very many; those of a session are chained, because sessions are
 * very many themselves.
 */
export class TraceIndex {
  /** The id of the first row. */
  #base: number;
  #count = 0;
  #sessionCount = 0;
  #expired = 0;
  #positions = new Float64Array(8);
  #times = new Float64Array(8);
  #lengths = new Uint32Array(8);
  #types = new Uint16Array(8);
  #sessions = new Uint32Array(8);
  /** For each row the row before it of the same session. */
  #earlier = new Uint32Array(8);
  /** For each session its last row. */
  #latest = new Uint32Array(8);
  readonly #typeNames = new Names();
  readonly #sessionNames = new Names();
  /** For each type the ids of its events, ascending. */
  readonly #typeIds: number[][] = [];

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

  /** Of the texts of all rows that are not hidden. */
  get bytes(): number {
    let sum = 0;
    for (let at = this.#expired; at < this.#count; at++) sum += this.#lengths[at] as number;
    return sum;
  }

  add({ id, type, atMs, sessionId, length }: Omit<EventRow, 'position'>, position: Position): void {
    if (id !== this.next) throw new Error(`trace event ${id} came where ${this.next} was expected`);
    const at = this.#count;
    if (at === this.#positions.length) this.#grow();
    this.#count++;
    this.#positions[at] = position;
    this.#times[at] = atMs;
    this.#lengths[at] = length;
    const number = this.#typeNames.number(type);
    this.#types[at] = number;
    const ids = this.#typeIds[number];
    if (ids) ids.push(id);
    else this.#typeIds[number] = [id];
    this.#sessions[at] =
      sessionId === undefined ? NONE : this.#chain(this.#sessionNames.number(sessionId), at);
  }

  row(id: number): EventRow | undefined {
    const at = id - this.#base;
    if (at < this.#expired || at >= this.#count) return undefined;
    const session = this.#sessions[at] as number;
    return {
      id,
      type: this.#typeNames.at(this.#types[at] as number),
      atMs: this.#times[at] as number,
      sessionId: session === NONE ? undefined : this.#sessionNames.at(session),
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
    for (let id = this.first; id < this.next; id++) {
      const row = this.row(id) as EventRow;
      kept.add(row, row.position);
    }
    return kept;
  }

  /** At most `limit` ids between `from` and `to` (both included), from the low end when `ascending`. */
  ids(
    from: number,
    to: number,
    limit: number,
    ascending: boolean,
    types?: readonly string[],
    sessionId?: string,
  ): number[] {
    const low = Math.max(from, this.first);
    const high = Math.min(to, this.next - 1);
    if (sessionId !== undefined) return this.#ofSession(sessionId, low, high, limit, ascending, types);
    if (types !== undefined) {
      const lists = this.#numbersOf(types).map((number) =>
        pick(this.#typeIds[number] as number[], low, high, limit, ascending),
      );
      if (lists.length < 2) return lists[0] ?? [];
      return lists
        .flat()
        .sort((one, other) => (ascending ? one - other : other - one))
        .slice(0, limit);
    }
    const count = Math.max(0, Math.min(limit, high - low + 1));
    return Array.from({ length: count }, (_, step) => (ascending ? low + step : high - step));
  }

  #ofSession(
    sessionId: string,
    low: number,
    high: number,
    limit: number,
    ascending: boolean,
    types?: readonly string[],
  ): number[] {
    const session = this.#sessionNames.known(sessionId);
    const wanted = types && this.#numbersOf(types);
    if (session === undefined || wanted?.length === 0) return [];
    const ids: number[] = [];
    let at = this.#latest[session] as number;
    for (; at !== NONE && this.#base + at >= low; at = this.#earlier[at] as number) {
      const id = this.#base + at;
      if (id > high || (wanted && !wanted.includes(this.#types[at] as number))) continue;
      ids.push(id);
      if (!ascending && ids.length === limit) break;
    }
    return ascending ? ids.reverse().slice(0, limit) : ids;
  }

  /** Of the types that any event here has. */
  #numbersOf(types: readonly string[]): number[] {
    const numbers = types.map((type) => this.#typeNames.known(type)).filter((number) => number !== undefined);
    return [...new Set(numbers)];
  }

  /** Makes a row the last one of its session; returns the session's number. */
  #chain(session: number, at: number): number {
    if (session === this.#latest.length) {
      this.#latest = enlarged(this.#latest, new Uint32Array(session * 2));
    }
    const known = this.#sessionCount > session;
    if (!known) this.#sessionCount = session + 1;
    this.#earlier[at] = known ? (this.#latest[session] as number) : NONE;
    this.#latest[session] = at;
    return session;
  }

  #grow(): void {
    const size = this.#positions.length * 2;
    this.#positions = enlarged(this.#positions, new Float64Array(size));
    this.#times = enlarged(this.#times, new Float64Array(size));
    this.#lengths = enlarged(this.#lengths, new Uint32Array(size));
    this.#types = enlarged(this.#types, new Uint16Array(size));
    this.#sessions = enlarged(this.#sessions, new Uint32Array(size));
    this.#earlier = enlarged(this.#earlier, new Uint32Array(size));
  }
}

function enlarged<T extends Float64Array | Uint32Array | Uint16Array>(old: T, fresh: T): T {
  fresh.set(old);
  return fresh;
}

/** At most `limit` of the ascending `ids` between `from` and `to`. */
function pick(ids: readonly number[], from: number, to: number, limit: number, ascending: boolean): number[] {
  const low = lowerBound(ids, from);
  const high = lowerBound(ids, to + 1);
  return ascending
    ? ids.slice(low, Math.min(high, low + limit))
    : ids.slice(Math.max(low, high - limit), high).reverse();
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
