import { bases } from '../builders.ts';
import { acceptances, byName, FAULTS, fields, reaches, refusals, succeeds } from './subjects.ts';

/** Each value of each list of values, and some that only look like one. */
export const enums = () =>
  fields().flatMap((field) => {
    const { operation, path, schema } = field;
    const values = (schema.enum ?? []).filter((value) => typeof value === 'string');
    const [first] = values;
    if (first === undefined) return [];
    const wrong = [
      `${first} `,
      `x${first}`,
      '',
      first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase(),
    ];
    const isTried = reaches(operation.example, path);
    const isTaken = succeeds(operation) && reaches(bases[operation.id], path) && path.at(-1) !== 'currency';
    return [
      ...(isTried ? refusals(field, 'enum', FAULTS, byName(wrong, 'no-')) : []),
      ...(isTaken ? acceptances(field, 'enum', FAULTS, byName(values)) : []),
    ];
  });
