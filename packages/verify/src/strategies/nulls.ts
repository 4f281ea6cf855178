import { bases } from '../builders.ts';
import { FAULTS, fields, generated, pointer, reaches, refused, succeeds, taken } from './subjects.ts';

/** Each field as null: a required one is missing then, an optional one absent. */
export const nulls = () =>
  fields()
    .filter(({ operation }) => !operation.keepsNulls)
    .flatMap((field) => {
      const { operation, path, required } = field;
      const name = pointer(path);
      if (required)
        return reaches(operation.example, path)
          ? generated(operation, 'null', [name, 'negative', FAULTS, refused(field, null)])
          : [];
      if (!succeeds(operation) || !reaches(bases[operation.id], path)) return [];
      // A date or a currency may be asked for under its other name.
      if (isAskedFor(name)) return [];
      return generated(operation, 'null', [
        name,
        'behaviour',
        'conventions.null-is-absent',
        taken(field, null),
      ]);
    });

function isAskedFor(name: string): boolean {
  return name === '/due_date_session' || name === '/currencyReference';
}
