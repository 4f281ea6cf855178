const DELAY_MS = 120;
const MIN_INTERVAL_MS = 400;

/**
 * Runs `work` soon after a call of `schedule`, once for several calls. A call while `work` runs causes
 * another run afterwards.
 */
export class Debouncer {
  readonly #work: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #startedAtMs = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isRequested = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  schedule(): void {
    const waitMs = Math.max(DELAY_MS, this.#startedAtMs + MIN_INTERVAL_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#run(), waitMs);
  }

  async #run() {
    this.#timer = undefined;
    if (this.#isRunning) {
      this.#isRequested = true;
      return;
    }
    this.#isRunning = true;
    this.#startedAtMs = performance.now();
    try {
      await this.#work();
    } finally {
      this.#isRunning = false;
      if (this.#isRequested) this.schedule();
      this.#isRequested = false;
    }
  }
}
