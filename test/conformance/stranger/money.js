/** Sums in whole cents (bigint). Rates: VES per unit, in ten-thousandths. */
const RATES = { USD: 1_220_112n, EUR: 1_452_414n, USDT: 1_831_112n, COP: 501n, VES: 10_000n };

export const units = (cents) => Number(cents) / 100;
export const rate = (currency) => Number(RATES[currency]) / 10_000;
export const inVes = (cents, currency) => (BigInt(cents) * RATES[currency] + 5_000n) / 10_000n;

/** 1 % of one credit, half up to the cent. */
export const fee = (cents) => (cents + 50n) / 100n;

/** Shares a sum by weight to the cent: what is left over goes to the largest fractions, earlier ones first. */
export function shared(sum, weights) {
  const whole = weights.reduce((total, weight) => total + weight, 0n);
  const parts = weights.map((weight, at) => ({
    at,
    cents: (sum * weight) / whole,
    left: (sum * weight) % whole,
  }));
  let rest = sum - parts.reduce((total, part) => total + part.cents, 0n);
  for (const part of [...parts].sort((one, other) =>
    one.left === other.left ? one.at - other.at : one.left < other.left ? 1 : -1,
  )) {
    if (rest === 0n) break;
    part.cents += 1n;
    rest -= 1n;
  }
  return parts.map((part) => part.cents);
}
