import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** The monitor itself looks so often, in milliseconds; what it adds to each delay is taken off again. */
const RESOLUTION_MS = 10;

/** How late the event loop is. Measuring begins with the first look, since it wakes the process all the time. */
export class LoopDelay {
  #monitor: IntervalHistogram | null = null;

  /** Quantiles in seconds since the last look; nothing is late at the first. */
  take(): readonly (readonly [quantile: string, delayS: number])[] {
    const monitor = this.#monitor ?? this.#begin();
    const lateS = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
    const taken = [
      ['0.5', lateS(monitor.percentile(50))],
      ['0.99', lateS(monitor.percentile(99))],
      ['1', lateS(monitor.max)],
    ] as const;
    monitor.reset();
    return taken;
  }

  end(): void {
    this.#monitor?.disable();
  }

  #begin(): IntervalHistogram {
    this.#monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#monitor.enable();
    return this.#monitor;
  }
}
