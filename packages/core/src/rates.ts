import { accept, isNameOf, jsonFaultOf, type Outcome, refuse } from '@svc-simulator/contract';
import Big from 'big.js';
import type { Currency } from './money.ts';

/** VES per unit of each currency, as decimal texts: a rate is never a float. */
export type Rates = Readonly<Record<Currency, string>>;

/** The rates without `SIM_RATES` (contract section 9). */
export const defaultRates: Rates = {
  USD: '122.0112',
  EUR: '145.2414',
  USDT: '183.1112',
  COP: '0.0501',
  VES: '1',
};

const MAX_RATE = 1_000_000_000;
const MAX_DECIMALS = 10;

/**
 * Reads rates: a JSON object of VES per unit, numbers or decimal texts, such as `{"USD": 130.5}`. Currencies
 * that it does not name keep their default. A refusal is the sentence that names every fault.
 */
export function parseRates(json: string): Outcome<Rates, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    const { line, column } = jsonFaultOf(json)?.params ?? {};
    return refuseRates([`the value is not JSON (line ${line}, column ${column})`]);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return refuseRates(['the value must be an object']);
  }
  const rates: Record<Currency, string> = { ...defaultRates };
  const faults: string[] = [];
  for (const [currency, value] of Object.entries(parsed)) {
    const known = isNameOf(defaultRates, currency) ? currency : null;
    const detail = known
      ? faultOfRate(known, value)
      : `is not a known currency; use ${Object.keys(defaultRates).join(', ')}`;
    if (known && detail === null) rates[known] = new Big(value).toFixed();
    else if (detail !== null) faults.push(`${currency} ${detail}`);
  }
  return faults.length > 0 ? refuseRates(faults) : accept(rates);
}

function faultOfRate(currency: string, value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return 'must be a number';
  let rate: Big;
  try {
    rate = new Big(value);
  } catch {
    return `must be a decimal number, not ${typeof value === 'string' ? JSON.stringify(value) : value}`;
  }
  if (rate.lte(0)) return 'must be over 0';
  if (rate.gt(MAX_RATE)) return `must be at most ${MAX_RATE}`;
  if (!rate.eq(rate.round(MAX_DECIMALS))) return `must have at most ${MAX_DECIMALS} decimals`;
  if (currency === 'VES' && !rate.eq(1))
    return 'is what the rates are counted in, so it is always 1; leave it out';
  return null;
}

function refuseRates(faults: readonly string[]): Outcome<never, string> {
  return refuse(
    `The rates are not valid: ${faults.join('; ')}. Give VES per unit as JSON, for example {"USD": 130.5, "EUR": 151.2}`,
  );
}

/**
 * What an amount is worth in VES minor units, rounded half up to the cent (contract section 3). `amountMinor` is in
 * minor units of `currency`.
 */
export function vesMinorOf(amountMinor: number, currency: Currency, rates: Rates): bigint {
  return BigInt(new Big(amountMinor).times(rates[currency]).round(0, Big.roundHalfUp).toFixed(0));
}
