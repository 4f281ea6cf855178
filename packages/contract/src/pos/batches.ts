import * as z from 'zod';
import { encodeMustBe, fromField, mustBe, TEXT_LIMIT, withinLength } from '../fields/fields.ts';

/** Returns the schema of a batch number: a positive integer or a text (contract section 10). */
export function batchLabel() {
  const isLabel = (value: unknown) =>
    typeof value === 'string'
      ? /\S/.test(value) && withinLength(value, TEXT_LIMIT)
      : Number.isSafeInteger(value) && Number(value) >= 1;
  return z
    .union([z.number(), z.string()], { error: mustBe('fault.wanted.batch_label', { limit: TEXT_LIMIT }) })
    .refine(isLabel, { error: encodeMustBe('fault.wanted.batch_label', { limit: TEXT_LIMIT }) })
    .meta({
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', minLength: 1, maxLength: TEXT_LIMIT },
      ],
      ...fromField,
    });
}

export function batchLabelSchema() {
  return z.union([z.int(), z.string()]).meta(fromField);
}
