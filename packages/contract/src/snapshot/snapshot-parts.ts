import * as z from 'zod';
import { CLOCK_END_MS, CLOCK_FIRST_MS } from '../accounts/account-clock.ts';
import { exactly, list, mustBe, TEXT_LIMIT, text } from '../fields/fields.ts';
import { membersOf } from '../fields/objects.ts';

/** Most records of one list of a snapshot. */
export const SNAPSHOT_LIST_MAX = 100_000;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Shifting a time never leads out of what a date can be. */
const MOMENT_FIRST_MS = Date.UTC(1900, 0, 1);
const MOMENT_END_MS = Date.UTC(2400, 0, 1);

/** A time of a snapshot, always in this one form: `2026-11-21T15:38:02.952Z`. */
export function moment() {
  const form = 'a time such as 2026-11-21T15:38:02.952Z';
  return momentWithin(MOMENT_FIRST_MS, MOMENT_END_MS, form).brand<'moment'>();
}

/** What a store keeps of a part of a snapshot: the same, with its moments in milliseconds since the epoch. */
export type Kept<T> =
  T extends z.output<ReturnType<typeof moment>>
    ? number
    : T extends object
      ? { readonly [N in keyof T]: Kept<T[N]> }
      : T;

/** A time that an account's clock can show. */
export function clockTime() {
  const form = 'a time such as 2026-11-21T15:38:02.952Z, from the year 2000 to the year 2099';
  return momentWithin(CLOCK_FIRST_MS, CLOCK_END_MS, form);
}

function momentWithin(firstMs: number, endMs: number, form: string) {
  const isMoment = (value: string) => {
    const ms = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
    return ms >= firstMs && ms < endMs;
  };
  return pattern(isMoment, form).meta({ format: 'date-time' });
}

export function uuid() {
  return pattern((value) => UUID.test(value), 'a UUID in lower case').meta({ format: 'uuid' });
}

/** An id such as `agr_` and 16 hexadecimal digits. */
export function prefixedId(prefix: string) {
  const form = new RegExp(`^${prefix}_[0-9a-f]{16}$`);
  return pattern((value) => form.test(value), `${prefix}_ and 16 hexadecimal digits`);
}

/** Minor units as decimal digits. */
export function minorText() {
  return pattern((value) => /^\d{1,30}$/.test(value), 'an amount in hundredths as digits, such as "122011"');
}

/** VES per unit of a currency. */
export function rate() {
  const isRate = (value: string) => /^\d{1,10}(\.\d{1,10})?$/.test(value) && Number(value) > 0;
  return pattern(isRate, 'a rate over 0 as a decimal text, such as "122.0112"');
}

function pattern(fits: (value: string) => boolean, form: string) {
  return z.string({ error: mustBe(form) }).refine(fits, { error: `must be ${form}` });
}

/** Ways of payment, each once. */
export function methods<const M extends readonly [string, ...string[]]>(known: M) {
  return list(z.enum(known, { error: `must be one of ${known.join(', ')}` }), 1, known.length);
}

/** Who receives which share of a payment; the owner takes the rest. */
export function shares() {
  const share = exactly({
    recipientId: text(),
    basisPoints: z.int({ error: 'must be an integer from 1 to 10000' }).min(1).max(10_000).exactOptional(),
    amountMinor: z.int({ error: 'must be an integer over 0' }).min(1).exactOptional(),
    label: z.string().max(TEXT_LIMIT).exactOptional(),
  });
  return list(share, 0, 20);
}

/** A check across the members of a record; `faultsIn` gets them as they came and answers by member. */
export function consistent<S extends z.ZodType>(
  schema: S,
  faultsIn: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, string | false>>,
): S {
  return schema.superRefine((value, context) => {
    for (const [member, fault] of Object.entries(faultsIn(membersOf(value)))) {
      if (fault !== false) context.addIssue({ code: 'custom', message: fault, path: [member], input: value });
    }
  });
}
