import * as z from 'zod';
import { encodeFault } from './faults.ts';
import { encodeMustBe, mustBe } from './fields.ts';

export const currencies = ['USD', 'EUR', 'COP', 'USDT', 'VES'] as const;
export type CurrencyCode = (typeof currencies)[number];

export const MAX_AMOUNT = 999_999_999_999.99;

/** Largest accepted rounding error: a program that adds doubles sends 3.5999999999999996 instead of 3.6. */
const NOISE = 1e-6;

/**
 * Returns an amount in hundredths (`3.6 → 360`); null if it isn't positive, or has more than two decimals.
 */
export function toHundredths(value: unknown): number | null {
  if (typeof value !== 'number' || !(value > 0 && value <= MAX_AMOUNT)) return null;
  const hundredths = Math.round(value * 100);
  return hundredths > 0 && Math.abs(hundredths / 100 - value) <= NOISE ? hundredths : null;
}

/** Rounds a valid amount to two decimals: 3.5999999999999996 becomes 3.6. */
function withoutNoise(value: number): number {
  return (toHundredths(value) ?? value * 100) / 100;
}

function faultOfNumber(value: number, max: number): string {
  if (!(value > 0)) return encodeFault('fault.amount.not_positive');
  return value > max ? encodeFault('fault.at_most', { max }) : encodeFault('fault.amount.decimals');
}

export function amount() {
  return z
    .number({ error: mustBe('fault.wanted.amount') })
    .refine((value) => toHundredths(value) !== null, {
      error: ({ input }) => faultOfNumber(Number(input), MAX_AMOUNT),
    })
    .overwrite(withoutNoise)
    .meta({ exclusiveMinimum: 0, maximum: MAX_AMOUNT, meaning: 'field.decimals' });
}

/** Returns the schema of a minimum amount; 0 allows every amount. */
export function amountOrZero() {
  return z
    .number({ error: mustBe('fault.wanted.amount_or_zero', { max: MAX_AMOUNT }) })
    .refine((value) => value === 0 || toHundredths(value) !== null, {
      error: encodeMustBe('fault.wanted.amount_or_zero', { max: MAX_AMOUNT }),
    })
    .overwrite(withoutNoise)
    .meta({ minimum: 0, maximum: MAX_AMOUNT, meaning: 'field.decimals' });
}

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
