/** Something with a place in an order. */
interface Sequenced {
  readonly seq: number;
}

/** How many of `count` things, numbered from 0 and sorted, are below: the place of the first that is not. */
export function countBelow(count: number, isBelow: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the first whose `seq` is not below the given one, in a list that is sorted by it. */
export function placeOf(list: readonly Sequenced[], seq: number): number {
  return countBelow(list.length, (at) => (list[at]?.seq ?? seq) < seq);
}

/** Adds to a sorted list; at its end, nearly always. */
export function insert<T extends Sequenced>(list: T[], item: T): void {
  const last = list.at(-1);
  if (!last || last.seq < item.seq) list.push(item);
  else list.splice(placeOf(list, item.seq), 0, item);
}

/** Takes out of a sorted list. */
export function withdraw<T extends Sequenced>(list: T[], item: T): void {
  const at = placeOf(list, item.seq);
  if (list[at] === item) list.splice(at, 1);
}
