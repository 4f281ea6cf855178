import { bases } from '../builders.ts';
import { FAULTS, fields, generated, nameOf, pointer, reaches, refused, succeeds, taken } from './subjects.ts';

/** Each value of each list of values, and some that only look like one. */
export const enums = () =>
  fields().flatMap((field) => {
    const { operation, path, schema } = field;
    const values = (schema.enum ?? []).filter((value) => typeof value === 'string');
    const [first] = values;
    if (first === undefined) return [];
    const name = pointer(path);
    const wrong = [
      `${first} `,
      `x${first}`,
      '',
      first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase(),
    ];
    return [
      ...(reaches(operation.example, path) ? wrong : []).map((value) =>
        generated(operation, 'enum', [
          `${name}.no-${nameOf(value)}`,
          'negative',
          FAULTS,
          refused(field, value),
        ]),
      ),
      ...(succeeds(operation) && reaches(bases[operation.id], path) && !name.endsWith('/currency')
        ? values
        : []
      ).map((value) =>
        generated(operation, 'enum', [`${name}.${value}`, 'behaviour', FAULTS, taken(field, value)]),
      ),
    ];
  });
