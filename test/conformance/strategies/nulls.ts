import { bases } from '../builders.ts';
import { acceptances, FAULTS, fields, pointer, reaches, refusals, succeeds } from './subjects.ts';

/** Each field as null: a required one is missing then, an optional one absent. */
export const nulls = () =>
  fields()
    .filter(({ operation }) => !operation.keepsNulls)
    .flatMap((field) => {
      const { operation, path, required } = field;
      if (required)
        return reaches(operation.example, path) ? refusals(field, 'null', FAULTS, { '': null }) : [];
      if (!succeeds(operation) || !reaches(bases[operation.id], path)) return [];
      // A date or a currency may be asked for under its other name.
      if (isAskedFor(pointer(path))) return [];
      return acceptances(field, 'null', 'conventions.null-is-absent', { '': null });
    });

function isAskedFor(name: string): boolean {
  return name === '/due_date_session' || name === '/currencyReference';
}
