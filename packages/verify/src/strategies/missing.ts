import { FAULTS, fields, generated, pointer, reaches, refused } from './subjects.ts';

/** Each required field left out. */
export const missing = () =>
  fields()
    .filter(({ required, operation, path }) => required && reaches(operation.example, path))
    .map((field) =>
      generated(field.operation, 'missing', [
        pointer(field.path),
        'negative',
        FAULTS,
        refused(field, undefined),
      ]),
    );
