import * as z from 'zod';
import { encodeFault } from './fields/faults.ts';
import { choice, decidedAs, decidedHere, encodeMustBe, lazyObject, TEXT_LIMIT } from './fields/fields.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;

export function queryInteger(min: number, max: number) {
  const error = encodeMustBe('fault.wanted.integer_between', { min, max });
  return z
    .string({ error })
    .refine((value) => /^\d{1,16}$/.test(value), { error, abort: true })
    .transform(Number)
    .pipe(z.int({ error }).min(min, { error }).max(max, { error }));
}

export function limit() {
  return queryInteger(1, LIMIT_MAX).meta(decidedHere).default(LIMIT_DEFAULT);
}

/** Returns the schema of a list's `cursor`: the `next_cursor` of the previous page. */
export function cursor() {
  return z
    .string()
    .max(TEXT_LIMIT, { error: encodeFault('fault.too_long', { limit: TEXT_LIMIT }) })
    .meta(decidedHere)
    .exactOptional();
}

export const SEARCH_LIMIT = 200;

export function searchText() {
  return z
    .string()
    .max(SEARCH_LIMIT, { error: encodeFault('fault.too_long', { limit: SEARCH_LIMIT }) })
    .refine((text) => /\S/.test(text), { error: encodeFault('fault.empty') })
    .meta(decidedHere)
    .exactOptional();
}

/** Returns the schema of a list's `total`, which adds the number of items on all pages to the response. */
export function totalFlag() {
  return choice(['true']).meta(decidedAs('field.total')).exactOptional();
}

export const pageQuery = lazyObject(() => ({ limit: limit(), cursor: cursor() }));
