import { message, type ParamsOf } from '@svc-simulator/texts/message.ts';
import type { KeyOf, Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { olderValueFault } from '../older-forms.ts';
import { lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { encodeFault, splitPointer, typeNameOf } from './faults.ts';

export const TEXT_LIMIT = 500;
export const LONG_TEXT_LIMIT = 2000;

/**
 * Provenance of a field in the OpenAPI document: `fromField` if existing integrations use it (in the field),
 * `decidedHere` if this project decided it. Fields without a mark are in the specification.
 */
export const fromField = { 'x-provenance': 'field' } as const;
export const decidedHere = { 'x-provenance': 'decided' } as const;

export const fromFieldAs = (meaning: string) => ({ ...fromField, meaning });
export const decidedAs = (meaning: string) => ({ ...decidedHere, meaning });

/**
 * Marks fields of a request as `decided` for a response that repeats them, because the specification has them
 * only in the request. Fields with a mark keep it.
 */
export function withResponseMarks<F extends Readonly<Record<string, z.ZodType>>>(fields: F): F {
  const entries = Object.entries(fields).map(([name, schema]) => [
    name,
    readProvenance(schema) === undefined ? schema.meta({ ...schema.meta(), ...decidedHere }) : schema,
  ]);
  return Object.fromEntries(entries) as F;
}

function readProvenance(schema: z.ZodType): unknown {
  const mark = schema.meta()?.['x-provenance'];
  const inner = schema instanceof z.ZodExactOptional ? schema.unwrap() : undefined;
  return mark === undefined && inner instanceof z.ZodType ? readProvenance(inner) : mark;
}

interface RawIssue {
  readonly input?: unknown;
}

/** Returns the error function of a schema: `is required` for a missing value, else `must be …, not …`. */
export function mustBe<Code extends KeyOf<'fault.wanted'>>(
  code: Code,
  ...params: ParamsOf<Code>
): (issue: RawIssue) => string {
  const expectation = message(code, ...params);
  return ({ input }) => {
    if (input === undefined) return encodeFault('fault.required');
    const typeName = typeNameOf(input);
    return typeName === undefined
      ? encodeFault('fault.must_be', { wanted: expectation })
      : encodeFault('fault.must_be_not', { wanted: expectation, given: typeName });
  };
}

/** Encodes `must be …` for a value that has the right type, so that its type needn't be named. */
export function encodeMustBe<Code extends KeyOf<'fault.wanted'>>(
  code: Code,
  ...params: ParamsOf<Code>
): string {
  return encodeFault('fault.must_be', { wanted: message(code, ...params) });
}

/** Returns true if a text has at most `limit` characters; an emoji counts as one, as in JSON Schema. */
export function withinLength(text: string, limit: number): boolean {
  if (text.length <= limit) return true;
  return text.length <= 2 * limit && [...text].length <= limit;
}

/** Returns the schema of a required text that isn't blank; the text is stored as sent. */
export function text(limit: number = TEXT_LIMIT) {
  return z
    .string({ error: mustBe('fault.wanted.text') })
    .refine((value) => withinLength(value, limit) && /\S/.test(value), {
      error: ({ input }) =>
        /\S/.test(String(input)) ? encodeFault('fault.too_long', { limit }) : encodeFault('fault.empty'),
    })
    .meta({ minLength: 1, maxLength: limit, pattern: '\\S' });
}

export function optionalText(limit: number = TEXT_LIMIT) {
  return z
    .string({ error: mustBe('fault.wanted.text') })
    .refine((value) => withinLength(value, limit), { error: encodeFault('fault.too_long', { limit }) })
    .meta({ maxLength: limit })
    .exactOptional();
}

export function flag() {
  return z.boolean({ error: mustBe('fault.wanted.flag') });
}

export function integer(min: number, max: number) {
  return z
    .number({ error: mustBe('fault.wanted.integer_between', { min, max }) })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, {
      error: encodeMustBe('fault.wanted.integer_between', { min, max }),
    })
    .meta({ type: 'integer', minimum: min, maximum: max });
}

export function choice<const V extends readonly [string, ...string[]]>(values: V) {
  return z.enum(values, {
    error: ({ input }) => (input === undefined ? encodeFault('fault.required') : choiceFault(values, input)),
  });
}

export function choiceFault(values: readonly string[], value: unknown): string {
  return olderValueFault(value, values) ?? encodeFault('fault.one_of', { values: values.join(', ') });
}

/** Returns the schema of a filter that accepts one of `values`, or several separated by commas. */
export function choices(values: readonly string[]) {
  return z
    .string()
    .superRefine((text, context) => {
      const unknown = splitList(text).filter((value) => !values.includes(value));
      if (unknown.length > 0)
        context.addIssue({
          code: 'custom',
          message: encodeFault('fault.some_of', { values: values.join(', ') }),
        });
    })
    .meta({ meaning: (t: Texts) => t('field.several', { values: values.join(', ') }) });
}

export function splitList(text: string): string[] {
  return text.split(',').map((value) => value.trim());
}

/** Returns the schema of an object in a body; removes unknown members. */
export function shape<F extends z.core.$ZodLooseShape>(fields: F) {
  return z.object(fields, { error: mustBe('fault.wanted.object') });
}

/**
 * Returns the schema of a list. Refuses a list that is too long before it validates the items, because a
 * million faults cost too much.
 */
export function list<I extends z.ZodType>(item: I, min: number, max: number) {
  const hasValidSize = (value: readonly unknown[]) => value.length >= min && value.length <= max;
  return z
    .array(z.unknown(), { error: mustBe('fault.wanted.list') })
    .refine(hasValidSize, {
      abort: true,
      error: ({ input }) =>
        Array.isArray(input) && input.length > max
          ? encodeFault('fault.too_many_items', { max })
          : encodeFault('fault.too_few_items', { min }),
    })
    .pipe(z.array(item).meta({ minItems: min, maxItems: max }));
}

/**
 * Adds a check across fields, which runs even if single fields have faults, so `faultsIn` must accept any
 * value. The pointers of its faults are relative to the value.
 */
export function crossFieldCheck<S extends z.ZodType>(
  schema: S,
  faultsIn: (value: unknown) => readonly Fault[],
): S {
  return schema.superRefine(
    (value, context) => {
      for (const { pointer, ...fault } of faultsIn(value)) {
        context.addIssue({
          code: 'custom',
          message: JSON.stringify(fault),
          path: splitPointer(pointer),
          input: value,
        });
      }
    },
    { when: () => true },
  );
}

export const EXAMPLE_AGREEMENT_ID = 'agr_0f3a9c51d27be846';

/** Returns the schema of an object that refuses unknown members. */
export function exactly<F extends z.core.$ZodLooseShape>(fields: F) {
  return z.strictObject(fields, {
    error: (raw) =>
      raw.code === 'unrecognized_keys'
        ? encodeFault('fault.unknown_members', {
            names: raw.keys.slice(0, 5).join(', ').slice(0, TEXT_LIMIT),
          })
        : mustBe('fault.wanted.object')(raw),
  });
}

type SchemaFields = z.core.$ZodLooseShape;

/**
 * Creates a schema for responses, queries and paths. For a body, use `lazyShape`, which explains that a value
 * isn't an object.
 */
export function lazyObject<F extends SchemaFields>(fields: () => F, meta?: z.core.GlobalMeta) {
  return lazy(() => (meta ? z.object(fields()).meta(meta) : z.object(fields())));
}

export function lazyShape<F extends SchemaFields>(fields: () => F) {
  return lazy(() => shape(fields()));
}

export function lazyExactly<F extends SchemaFields>(fields: () => F) {
  return lazy(() => exactly(fields()));
}
