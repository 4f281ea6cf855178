/** Milliseconds of a clock that only ever goes forward, with fractions; for measuring, never for deciding. */
export function elapsedMs(): number {
  return performance.now();
}
