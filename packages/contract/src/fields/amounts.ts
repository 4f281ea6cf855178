import * as z from 'zod';
import { encodeFault } from './faults.ts';
import { isNot, mustBe } from './fields.ts';

/** Currencies of sessions and transactions (contract section 3). */
export const currencies = ['USD', 'EUR', 'COP', 'USDT', 'VES'] as const;
export type CurrencyCode = (typeof currencies)[number];

export const MAX_AMOUNT = 999_999_999_999.99;

/** Rounding error of a sum of doubles, such as 3.5999999999999996 (contract section 10). */
const NOISE = 1e-6;

/**
 * Returns a valid amount in hundredths, without its rounding error, else null. `hundredths / 100` equals the
 * double of the two-decimal text.
 */
export function toHundredths(value: unknown): number | null {
  if (typeof value !== 'number' || !(value > 0 && value <= MAX_AMOUNT)) return null;
  const hundredths = Math.round(value * 100);
  return hundredths > 0 && Math.abs(hundredths / 100 - value) <= NOISE ? hundredths : null;
}

/** Rounds a valid amount to two decimals, as the simulator stores and returns it. */
function withoutNoise(value: number): number {
  return (toHundredths(value) ?? value * 100) / 100;
}

function faultOfNumber(value: number, max: number): string {
  if (!(value > 0)) return encodeFault('fault.amount.not_positive');
  return value > max ? encodeFault('fault.at_most', { max }) : encodeFault('fault.amount.decimals');
}

/** Returns the schema of an amount: a JSON number over 0 with at most 2 decimals (contract section 1). */
export function amount() {
  return z
    .number({ error: mustBe('fault.wanted.amount') })
    .refine((value) => toHundredths(value) !== null, {
      error: ({ input }) => faultOfNumber(Number(input), MAX_AMOUNT),
    })
    .overwrite(withoutNoise)
    .meta({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, meaning: 'field.decimals' });
}

/** Returns the schema of an amount that may be 0, which turns a limit off. */
export function amountOrZero() {
  return z
    .number({ error: mustBe('fault.wanted.amount_or_zero', { max: MAX_AMOUNT }) })
    .refine((value) => value === 0 || toHundredths(value) !== null, {
      error: isNot('fault.wanted.amount_or_zero', { max: MAX_AMOUNT }),
    })
    .overwrite(withoutNoise)
    .meta({ minimum: 0, maximum: MAX_AMOUNT, meaning: 'field.decimals' });
}

/** Returns the schema of a percentage: over 0, at most 100, at most 2 decimals. */
export function percent() {
  return z
    .number({ error: mustBe('fault.wanted.percent') })
    .refine((value) => value <= 100 && toHundredths(value) !== null, {
      error: ({ input }) => faultOfNumber(Number(input), 100),
    })
    .overwrite(withoutNoise)
    .meta({ exclusiveMinimum: 0, maximum: 100, meaning: 'field.decimals' });
}

export function moneySchema() {
  return z.number().meta({ meaning: 'field.money' });
}
