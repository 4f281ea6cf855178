import type { Schema } from '../comparator.ts';
import { FAULTS, fields, generated, nameOf, pointer, reaches, refused } from './subjects.ts';

const values = { string: 'x', number: 7, boolean: true, object: {}, array: [] };

/** Each field as each kind of value that it is not. */
export const types = () =>
  fields()
    .filter(({ operation, path }) => reaches(operation.example, path))
    .flatMap((field) =>
      Object.entries(values)
        .filter(([kind]) => !kindsOf(field.schema).includes(kind))
        .map(([kind, value]) =>
          generated(field.operation, 'type', [
            `${pointer(field.path)}.${kind}-${nameOf(value)}`,
            'negative',
            FAULTS,
            refused(field, value),
          ]),
        ),
    );

function kindsOf({ type, anyOf = [], enum: listed, const: fixed }: Schema): readonly string[] {
  const own = typeof type === 'string' ? [type] : (type ?? []);
  const ofValues = [...(listed ?? []), ...(fixed === undefined ? [] : [fixed])].map((value) => typeof value);
  return [...own, ...ofValues, ...anyOf.flatMap(kindsOf)].map((kind) =>
    kind === 'integer' ? 'number' : kind,
  );
}
