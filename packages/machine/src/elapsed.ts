/**
 * Returns monotonic milliseconds with fractions. Use it only for measurements: decisions use a `Clock`, which
 * tests control.
 */
export function elapsedMs(): number {
  return performance.now();
}
