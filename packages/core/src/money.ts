/**
 * Integer minor units (cents, céntimos) as decimal digits. VES amounts can exceed 2^53, which neither a `number` nor
 * JSON can hold exactly, and a `bigint` cannot be stored as JSON.
 */
export type MinorText = string;

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

export type Currency = 'USD' | 'EUR' | 'COP' | 'USDT' | 'VES';
