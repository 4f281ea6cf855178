/** Returns monotonic milliseconds with fractions. Only for measurements: decisions use a `Clock`. */
export function elapsedMs(): number {
  return performance.now();
}
