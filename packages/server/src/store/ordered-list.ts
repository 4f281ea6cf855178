/** Anything that has a place in the order of creation. */
export interface Sequenced {
  readonly seq: number;
}

/** Larger pieces make insertion in the middle dearer, smaller ones the search for the piece. */
const PIECE = 512;

/**
 * Items in the order of their `seq`, kept in pieces, so that adding, removing and starting a page anywhere costs the
 * same with a hundred items as with a hundred thousand.
 */
export class OrderedList<T extends Sequenced> {
  readonly #pieces: T[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: T): void {
    this.#size++;
    const last = this.#pieces[this.#pieces.length - 1];
    if (!last || (item.seq > seqAt(last, last.length - 1) && last.length >= PIECE)) {
      this.#pieces.push([item]);
      return;
    }
    if (item.seq > seqAt(last, last.length - 1)) {
      last.push(item);
      return;
    }
    const at = this.#pieceOf(item.seq);
    const piece = this.#pieces[at] as T[];
    piece.splice(positionOf(piece, item.seq), 0, item);
    if (piece.length > PIECE) this.#pieces.splice(at + 1, 0, piece.splice(PIECE / 2));
  }

  remove(item: T): void {
    const at = this.#pieceOf(item.seq);
    const piece = this.#pieces[at];
    if (!piece) return;
    const position = positionOf(piece, item.seq);
    if (piece[position] !== item) return;
    this.#size--;
    if (piece.length === 1) this.#pieces.splice(at, 1);
    else piece.splice(position, 1);
  }

  /** At most `limit` items with a lower `seq` than `before`, newest first. */
  newest(before: number, limit: number): T[] {
    const page: T[] = [];
    let at = this.#pieceOf(before);
    let piece = this.#pieces[at];
    let position = piece ? positionOf(piece, before) : 0;
    while (piece && page.length < limit) {
      if (position > 0) page.push(piece[--position] as T);
      else {
        piece = this.#pieces[--at];
        position = piece?.length ?? 0;
      }
    }
    return page;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (const piece of this.#pieces) yield* piece;
  }

  /** The piece in which `seq` is, or would be: the last one that begins at or below it. */
  #pieceOf(seq: number): number {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (seqAt(this.#pieces[middle] as T[], 0) <= seq) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function seqAt<T extends Sequenced>(piece: T[], position: number): number {
  return (piece[position] as T).seq;
}

/** The first position whose `seq` is not below the given one. */
function positionOf<T extends Sequenced>(piece: T[], seq: number): number {
  let low = 0;
  let high = piece.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (seqAt(piece, middle) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
