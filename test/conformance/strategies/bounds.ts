import { bases } from '../builders.ts';
import { acceptances, byName, type Field, fields, reaches, refusals, succeeds } from './subjects.ts';

/** Fields that name something that has to be there, or have to equal it. */
const referring = new Set(['agreement_id', 'terminalSerial', 'serial', 'amountReference']);

/** Each bound of each field: just at it, and one beyond. */
export const bounds = () =>
  fields().flatMap((field) => {
    const { operation, path, schema } = field;
    const judges = schema.type === 'string' ? 'conventions.text-limits' : 'conventions.all-faults';
    const beyond = reaches(operation.example, path) ? outside(field) : [];
    const isFree = succeeds(operation) && !referring.has(String(path.at(-1)));
    const within = isFree && reaches(bases[operation.id], path) ? inside(field) : [];
    return [
      ...refusals(field, 'bound', judges, byName(beyond)),
      ...acceptances(field, 'bound', judges, byName(within)),
    ];
  });

function outside({ schema, operation, path }: Field): readonly unknown[] {
  const { minimum, exclusiveMinimum, maximum, maxLength, minLength, minItems, maxItems } = schema;
  const item = itemOf(operation.example, path);
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, exclusiveMinimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(schema.type === 'integer' ? [(minimum ?? 1) + 0.5] : []),
    ...(schema.type === 'number' && exclusiveMinimum === 0 ? [1.005] : []),
    ...(maxLength === undefined ? [] : [textOf(schema.format, maxLength + 1)]),
    ...(minLength === undefined ? [] : [textOf(schema.format, minLength - 1)]),
    ...(minItems === undefined || minItems === 0 ? [] : [[]]),
    ...(maxItems === undefined || maxItems > 500 || item === undefined
      ? []
      : [Array(maxItems + 1).fill(item)]),
  ];
}

function inside({ schema }: Field): readonly unknown[] {
  const { minimum, exclusiveMinimum, maximum, maxLength } = schema;
  return [
    ...(minimum === undefined ? [] : [minimum]),
    ...(exclusiveMinimum === undefined ? [] : [0.01]),
    ...(maximum === undefined ? [] : [maximum]),
    ...(maxLength === undefined || schema.format === 'email' ? [] : [textOf(schema.format, maxLength)]),
    // An emoji is one character, as in JSON Schema.
    ...(maxLength === undefined || schema.format !== undefined ? [] : ['😀'.repeat(maxLength)]),
  ];
}

/** A text of so many characters that is otherwise good. */
function textOf(format: string | undefined, length: number): string {
  const start = format === 'uri' ? 'https://a.example/' : format === 'email' ? 'a@' : '';
  return start.padEnd(length, 'x');
}

function itemOf(body: unknown, path: Field['path']): unknown {
  let inner = body;
  for (const name of [...path, 0])
    inner = typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined;
  return inner;
}
