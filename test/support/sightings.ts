/** Timeout of waits in tests. Only a failing test waits so long. */
export const PATIENCE_MS = 30_000;

/** Records items, such as lines, requests or events. A test can wait for an item without polling. */
export class Sightings<T> {
  readonly all: T[] = [];
  readonly #what: string;
  readonly #waiting = new Set<() => void>();

  /** `what` names one item in the error of a failed wait: `webhook`. */
  constructor(what: string) {
    this.#what = what;
  }

  add(item: T): void {
    this.all.push(item);
    for (const check of [...this.#waiting]) check();
  }

  /** Resolves with the first item that matches, past or future. */
  async first(matches: (item: T) => boolean, describe = matches.toString()): Promise<T> {
    const [found] = await this.atLeast(1, matches, describe);
    return found as T;
  }

  /** Resolves with the first `count` items that match. */
  atLeast(count: number, matches: (item: T) => boolean = () => true, describe = 'any'): Promise<T[]> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const matching = this.all.filter(matches);
        if (matching.length < count) return;
        this.#waiting.delete(check);
        clearTimeout(deadline);
        resolve(matching.slice(0, count));
      };
      const deadline = setTimeout(() => {
        this.#waiting.delete(check);
        const latest = this.all.slice(-20).map((item) => `  ${JSON.stringify(item)?.slice(0, 300)}`);
        reject(
          new Error(
            `waited ${PATIENCE_MS} ms for ${count} ${this.#what} (${describe}); the last of ${this.all.length} seen:\n${latest.join('\n')}`,
          ),
        );
      }, PATIENCE_MS);
      this.#waiting.add(check);
      check();
    });
  }
}
