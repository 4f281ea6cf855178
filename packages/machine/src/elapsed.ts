/**
 * Returns milliseconds of a monotonic clock, with fractions. Only for measurements: decisions use a `Clock`.
 */
export function elapsedMs(): number {
  return performance.now();
}
