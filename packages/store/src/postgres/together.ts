/** Does together what is asked for in one turn of the event loop. */
export class Together<Item, Result> {
  readonly #work: (items: readonly Item[]) => Result | Promise<Result>;
  #items: Item[] = [];
  #done: Promise<Result> = Promise.reject(new Error('nothing was asked for'));

  constructor(work: (items: readonly Item[]) => Result | Promise<Result>) {
    this.#work = work;
    this.#done.catch(() => {});
  }

  /** Resolves with what comes of all of them. */
  add(item: Item): Promise<Result> {
    if (this.#items.push(item) === 1) {
      const turn = new Promise<void>((resolve) => setImmediate(resolve));
      this.#done = turn.then(() => this.#work(this.#items.splice(0)));
    }
    return this.#done;
  }
}
