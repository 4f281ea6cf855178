import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Sampling interval of the monitor. Each measured delay includes the interval, so it is subtracted. */
const RESOLUTION_MS = 10;

/**
 * Measures the event loop's delay. The monitor starts at the first reading, because it keeps waking the
 * process.
 */
export class LoopDelay {
  #monitor: IntervalHistogram | null = null;

  /** Returns quantiles in seconds since the last reading; the first reading returns zeros. */
  readAndReset(): readonly (readonly [quantile: string, delayS: number])[] {
    const monitor = this.#monitor ?? this.#startMonitor();
    const delaySeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
    const quantiles = [
      ['0.5', delaySeconds(monitor.percentile(50))],
      ['0.99', delaySeconds(monitor.percentile(99))],
      ['1', delaySeconds(monitor.max)],
    ] as const;
    monitor.reset();
    return quantiles;
  }

  end(): void {
    this.#monitor?.disable();
  }

  #startMonitor(): IntervalHistogram {
    this.#monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    this.#monitor.enable();
    return this.#monitor;
  }
}
