interface Sequenced {
  readonly seq: number;
}

export function countBelow(count: number, isBelow: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function indexOfSeq(list: readonly Sequenced[], seq: number): number {
  return countBelow(list.length, (index) => (list[index]?.seq ?? seq) < seq);
}

export function insertSorted<T extends Sequenced>(list: T[], item: T): void {
  const last = list.at(-1);
  if (!last || last.seq < item.seq) list.push(item);
  else list.splice(indexOfSeq(list, item.seq), 0, item);
}

export function removeSorted<T extends Sequenced>(list: T[], item: T): void {
  const index = indexOfSeq(list, item.seq);
  if (list[index] === item) list.splice(index, 1);
}
