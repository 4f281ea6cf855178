import type { Schema } from '../comparator.ts';
import { FAULTS, fields, nameOf, reaches, refusals } from './subjects.ts';

const values = { string: 'x', number: 7, boolean: true, object: {}, array: [] };

/** Each field as each kind of value that it is not. */
export const types = () =>
  fields()
    .filter(({ operation, path }) => reaches(operation.example, path))
    .flatMap((field) => {
      const known = kindsOf(field.schema);
      const others = Object.entries(values).filter(([kind]) => !known.includes(kind));
      const named = others.map(([kind, value]) => [`.${kind}-${nameOf(value)}`, value]);
      return refusals(field, 'type', FAULTS, Object.fromEntries(named));
    });

function kindsOf({ type, anyOf = [], enum: listed, const: fixed }: Schema): readonly string[] {
  const own = typeof type === 'string' ? [type] : (type ?? []);
  const ofValues = [...(listed ?? []), ...(fixed === undefined ? [] : [fixed])].map((value) => typeof value);
  return [...own, ...ofValues, ...anyOf.flatMap(kindsOf)].map((kind) =>
    kind === 'integer' ? 'number' : kind,
  );
}
