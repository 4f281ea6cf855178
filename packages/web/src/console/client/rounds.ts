const QUIET_MS = 120;
const APART_MS = 400;

/**
 * Debounces work: requests that come together run it once, never twice at a time, and again if a request
 * arrived meanwhile.
 */
export class Rounds {
  readonly #work: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isWanted = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  soon(): void {
    const waitMs = Math.max(QUIET_MS, this.#lastMs + APART_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#run(), waitMs);
  }

  async #run() {
    this.#timer = undefined;
    if (this.#isRunning) {
      this.#isWanted = true;
      return;
    }
    this.#isRunning = true;
    this.#lastMs = performance.now();
    try {
      await this.#work();
    } finally {
      this.#isRunning = false;
      if (this.#isWanted) this.soon();
      this.#isWanted = false;
    }
  }
}
