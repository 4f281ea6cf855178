import * as z from 'zod';
import { issue } from './fields/faults.ts';
import { choice, decidedAs, decidedHere, isNot, lazyObject, TEXT_LIMIT } from './fields/fields.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

/** An integer in a query, where every value is a text: digits only, no sign, exponent or white space. */
export function queryInteger(min: number, max: number) {
  const error = isNot('fault.wanted.integer_between', { min, max });
  return z
    .string({ error })
    .refine((value) => /^\d{1,16}$/.test(value), { error, abort: true })
    .transform(Number)
    .pipe(z.int({ error }).min(min, { error }).max(max, { error }));
}

/** `limit` of a list (contract section 1). */
export function limit() {
  return queryInteger(1, LIMIT_MAX).meta(decidedHere).default(LIMIT_DEFAULT);
}

/** `cursor` of a list: opaque, from the `next_cursor` of the page before. */
export function cursor() {
  return z
    .string()
    .max(TEXT_LIMIT, { error: issue('fault.too_long', { limit: TEXT_LIMIT }) })
    .meta(decidedHere)
    .exactOptional();
}

/** Longest text that a list is searched for, in characters. */
export const SOUGHT_LIMIT = 200;

/** `q` of a list: only what has this text. */
export function sought() {
  return z
    .string()
    .max(SOUGHT_LIMIT, { error: issue('fault.too_long', { limit: SOUGHT_LIMIT }) })
    .refine((text) => /\S/.test(text), { error: issue('fault.empty') })
    .meta(decidedHere)
    .exactOptional();
}

/** `total` of a list: whether it is counted how many there are on all pages. */
export function counting() {
  return choice(['true']).meta(decidedAs('field.total')).exactOptional();
}

/** The query of a list that has no filter. */
export const pageQuery = lazyObject(() => ({ limit: limit(), cursor: cursor() }));
