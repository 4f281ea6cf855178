/**
 * Integer minor units (cents, céntimos) as decimal digits. VES amounts can exceed 2^53, which neither a `number` nor
 * JSON can hold exactly, and a `bigint` cannot be stored as JSON.
 */
export type MinorText = string;

/** Greatest amount that a request may carry, in minor units: 999999999999.99 (contract section 1). */
export const MAX_AMOUNT_MINOR = 99_999_999_999_999;

/**
 * Minor units of an amount that came as a JSON number, exactly, or null when it is not one of ours: not finite, not
 * over 0, more than 2 decimals, over 999999999999.99 (contract section 1). Never rounds.
 */
export function minorOf(amount: number): number | null {
  // The product may be off by a fraction of a unit (1.005 * 100), so the rounded candidate has to prove itself:
  // division is correctly rounded, thus candidate / 100 is the very double that the two-decimal text parses to.
  const candidate = Math.round(amount * 100);
  if (!(candidate > 0 && candidate <= MAX_AMOUNT_MINOR)) return null;
  return candidate / 100 === amount ? candidate : null;
}

/** Hundredths of a percent (10000 = 100 %) of a percentage with at most 2 decimals, over 0 and up to 100; else null. */
export function basisPointsOf(percent: number): number | null {
  const points = minorOf(percent);
  return points !== null && points <= 10_000 ? points : null;
}

/** Minor units as a plain decimal text with 2 decimals and no grouping: `1234.50`. */
export function decimalOf(minor: number | bigint | MinorText): string {
  const text = String(minor);
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Minor units as the number that goes over the wire: the double that is nearest to the decimal. */
export function numberOf(minor: number | bigint | MinorText): number {
  // Through the decimal text, because dividing a number of units over 2^53 would round twice.
  return typeof minor === 'number' ? minor / 100 : Number(decimalOf(minor));
}
