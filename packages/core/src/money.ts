/** Minor units (cents, céntimos) as decimal digits, because VES amounts can exceed 2^53. */
export type MinorText = string;

/** Formats minor units as a decimal number with 2 decimals and no grouping: `1234.50`. */
export function decimalOf(minor: number | bigint | MinorText): string {
  const text = String(minor);
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts minor units to the JSON number of the API, the double nearest to the decimal. */
export function numberOf(minor: number | bigint | MinorText): number {
  // Above 2^53, converting the digits to a number would round, and the division would round again.
  return typeof minor === 'number' ? minor / 100 : Number(decimalOf(minor));
}

export type Currency = 'USD' | 'EUR' | 'COP' | 'USDT' | 'VES';
