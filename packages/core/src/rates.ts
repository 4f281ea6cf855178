import { accept, isNameOf, notJson, type Outcome, type Refused, refuse } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import type { StartReason } from '@svc-simulator/texts/translated-error.ts';
import Big from 'big.js';
import type { Currency } from './money.ts';

/** VES per unit of each currency as decimal text, because a float would be inexact. */
export type Rates = Readonly<Record<Currency, string>>;

/** Rates if `SIM_RATES` isn't set (contract section 9). */
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
 * Parses a JSON object with VES per unit, such as `{"USD": 130.5}`. Missing currencies have their default. A
 * refusal lists every fault.
 */
export function parseRates(json: string): Outcome<Rates, StartReason> {
  let input: unknown;
  try {
    input = JSON.parse(json);
  } catch {
    return refuseRates([notJson(json)]);
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuseRates([message('start.json.no_object')]);
  }
  const rates: Record<Currency, string> = { ...defaultRates };
  const faults: StartReason[] = [];
  for (const [currency, value] of Object.entries(input)) {
    const knownCurrency = isNameOf(defaultRates, currency) ? currency : null;
    const fault = knownCurrency
      ? faultOfRate(knownCurrency, value)
      : message('start.rates.unknown', { currency, known: Object.keys(defaultRates).join(', ') });
    if (knownCurrency && fault === null) rates[knownCurrency] = new Big(value).toFixed();
    else if (fault !== null) faults.push(fault);
  }
  return faults.length > 0 ? refuseRates(faults) : accept(rates);
}

function faultOfRate(currency: string, value: unknown): StartReason | null {
  if (!isRate(value))
    return message('start.rates.decimal', { currency, most: String(MAX_RATE), decimals: MAX_DECIMALS });
  return currency === 'VES' && !new Big(value).eq(1) ? message('start.rates.ves') : null;
}

function isRate(value: unknown): value is number | string {
  if (typeof value !== 'number' && typeof value !== 'string') return false;
  try {
    const rate = new Big(value);
    return rate.gt(0) && rate.lte(MAX_RATE) && rate.eq(rate.round(MAX_DECIMALS));
  } catch {
    return false;
  }
}

function refuseRates(faults: readonly StartReason[]): Refused<StartReason> {
  return refuse(message('start.rates.invalid', { faults }));
}

/**
 * Converts an amount to VES minor units, rounded half up to the cent (contract section 3). `amountMinor` is
 * in minor units of `currency`.
 */
export function vesMinorOf(amountMinor: number, currency: Currency, rates: Rates): bigint {
  return BigInt(new Big(amountMinor).times(rates[currency]).round(0, Big.roundHalfUp).toFixed(0));
}
