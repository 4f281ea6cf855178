import type { ParamsOf } from '@svc-simulator/texts/message.ts';
import type { KeyOf } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { CLOCK_END_MS, CLOCK_FIRST_MS } from '../accounts/account-clock.ts';
import { encodeFault } from '../fields/faults.ts';
import { encodeMustBe, exactly, list, mustBe, optionalText, text } from '../fields/fields.ts';
import { membersOf } from '../fields/objects.ts';

export const SNAPSHOT_LIST_MAX = 100_000;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID_LOWER = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Loading a snapshot can shift its times, so they must be far from the first and the last valid date. */
const MOMENT_FIRST_MS = Date.UTC(1900, 0, 1);
const MOMENT_END_MS = Date.UTC(2400, 0, 1);

/** Returns the schema of a time in a snapshot, such as `2026-11-21T15:38:02.952Z`. */
export function moment() {
  return momentWithin(MOMENT_FIRST_MS, MOMENT_END_MS, 'fault.wanted.moment').brand<'moment'>();
}

/** Part of a snapshot as the store has it: times are milliseconds since the epoch. */
export type StoredPart<T> =
  T extends z.output<ReturnType<typeof moment>>
    ? number
    : T extends object
      ? { readonly [N in keyof T]: StoredPart<T[N]> }
      : T;

/** Returns the schema of a time that an account's clock can show. */
export function clockTime() {
  return momentWithin(CLOCK_FIRST_MS, CLOCK_END_MS, 'fault.wanted.clock_moment');
}

function momentWithin(
  firstMs: number,
  endMs: number,
  form: 'fault.wanted.moment' | 'fault.wanted.clock_moment',
) {
  const isMoment = (value: string) => {
    const ms = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
    return ms >= firstMs && ms < endMs;
  };
  return pattern(isMoment, form).meta({ format: 'date-time' });
}

export function uuidText() {
  return pattern((value) => UUID_LOWER.test(value), 'fault.wanted.uuid_lower').meta({ format: 'uuid' });
}

/** Returns the schema of an id: a prefix, such as `agr_`, and 16 hexadecimal digits. */
export function prefixedId(prefix: string) {
  const form = new RegExp(`^${prefix}_[0-9a-f]{16}$`);
  return pattern((value) => form.test(value), 'fault.wanted.prefixed_id', { prefix });
}

/** Returns the schema of an amount in hundredths, as a text because it can exceed the safe integers. */
export function minorText() {
  return pattern((value) => /^\d{1,30}$/.test(value), 'fault.wanted.hundredths');
}

/** Returns the schema of an exchange rate, as a text such as `36.5` so that no digit is lost. */
export function rateText() {
  const isRate = (value: string) => /^\d{1,10}(\.\d{1,10})?$/.test(value) && Number(value) > 0;
  return pattern(isRate, 'fault.wanted.rate_text');
}

function pattern<Code extends KeyOf<'fault.wanted'>>(
  isValid: (value: string) => boolean,
  ...expectation: [code: Code, ...ParamsOf<Code>]
) {
  return z.string({ error: mustBe(...expectation) }).refine(isValid, { error: encodeMustBe(...expectation) });
}

export function methodList<const M extends readonly [string, ...string[]]>(names: M) {
  return list(
    z.enum(names, { error: encodeFault('fault.one_of', { values: names.join(', ') }) }),
    1,
    names.length,
  );
}

/** Returns the schema of the recipients' shares. The owner gets the rest. */
export function shares() {
  const share = exactly({
    recipientId: text(),
    basisPoints: z
      .int({ error: encodeMustBe('fault.wanted.integer_between', { min: 1, max: 10_000 }) })
      .min(1)
      .max(10_000)
      .exactOptional(),
    amountMinor: z
      .int({ error: encodeMustBe('fault.wanted.integer_over_zero') })
      .min(1)
      .exactOptional(),
    label: optionalText(),
  });
  return list(share, 0, 20);
}

/**
 * Adds a check across the members of a record. `contradicts` receives values that may be invalid, and returns
 * true for each member that contradicts the others.
 */
export function withConsistency<S extends z.ZodType>(
  schema: S,
  contradicts: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, boolean>>,
): S {
  const message = encodeFault('fault.snapshot.contradiction');
  return schema.superRefine((value, context) => {
    for (const [member, isWrong] of Object.entries(contradicts(membersOf(value))))
      if (isWrong) context.addIssue({ code: 'custom', message, path: [member], input: value });
  });
}
