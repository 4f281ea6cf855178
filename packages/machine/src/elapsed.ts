/** Returns milliseconds of a monotonic clock, with fractions; for measuring, never for deciding. */
export function elapsedMs(): number {
  return performance.now();
}
