interface Sequenced {
  readonly seq: number;
}

/**
 * Returns the first index for which `isBelow` is false, by binary search; `count` if there is none. `isBelow`
 * must be true for all indices before it.
 */
export function partitionPoint(count: number, isBelow: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the first item with this `seq` or a later one; the length of the list if there is none. */
export function lowerBoundOfSeq(list: readonly Sequenced[], seq: number): number {
  return partitionPoint(list.length, (index) => (list[index]?.seq ?? seq) < seq);
}

export function insertSorted<T extends Sequenced>(list: T[], item: T): void {
  const last = list.at(-1);
  if (!last || last.seq < item.seq) list.push(item);
  else list.splice(lowerBoundOfSeq(list, item.seq), 0, item);
}

export function removeSorted<T extends Sequenced>(list: T[], item: T): void {
  const index = lowerBoundOfSeq(list, item.seq);
  if (list[index] === item) list.splice(index, 1);
}
