/**
 * A text in which each `*` stands for any text, also for none. Whatever it is, matching reads the other text once from its
 * beginning to its end (Knuth, Morris and Pratt): `indexOf` can read the same place again for each character that it looks for.
 */
export class Pattern {
  readonly #first: string;
  /** What stands between two `*`, one after another. */
  readonly #inner: Inner;
  /** Null: there is no `*` in it. */
  readonly #last: string | null;

  constructor(pattern: string) {
    const [first = '', ...parts] = pattern.split('*');
    this.#first = first;
    this.#last = parts.pop() ?? null;
    this.#inner = innerOf(parts.filter((part) => part !== ''));
  }

  fits(text: string): boolean {
    const last = this.#last;
    if (last === null) return text === this.#first;
    const from = this.#first.length;
    const end = text.length - last.length;
    return (
      from + this.#inner.codes.length <= end &&
      text.startsWith(this.#first) &&
      text.endsWith(last) &&
      holds(this.#inner, text, from, end)
    );
  }
}

interface Inner {
  /** The characters of all parts. */
  readonly codes: Uint16Array;
  /** By the place of a character that another one stands for: the one to look at instead; none of its part: that before the part. */
  readonly shifts: Int16Array;
  /** By the place where a part begins: where it ends. */
  readonly ends: Uint16Array;
}

function innerOf(parts: readonly string[]): Inner {
  const all = parts.join('');
  const codes = Uint16Array.from({ length: all.length }, (_, at) => all.charCodeAt(at));
  const shifts = new Int16Array(all.length);
  const ends = new Uint16Array(all.length);
  let start = 0;
  for (const { length } of parts) {
    const end = start + length;
    ends[start] = end;
    let found = start - 1;
    shifts[start] = found;
    for (let at = start + 1; at < end; at++) {
      while (found >= start && codes[found] !== codes[at - 1]) found = shifts[found] as number;
      found++;
      shifts[at] = codes[found] === codes[at] ? (shifts[found] as number) : found;
    }
    start = end;
  }
  return { codes, shifts, ends };
}

/** Whether all parts stand in a text between two places, one behind another. */
function holds({ codes, shifts, ends }: Inner, text: string, from: number, until: number): boolean {
  if (codes.length === 0) return true;
  let start = 0;
  let end = ends[0];
  let found = 0;
  for (let at = from; at < until; at++) {
    const code = text.charCodeAt(at);
    while (found >= start && codes[found] !== code) found = shifts[found] as number;
    if (++found !== end) continue;
    if (found === codes.length) return true;
    start = found;
    end = ends[start];
  }
  return false;
}
