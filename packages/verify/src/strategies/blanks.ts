import { fields, generated, nameOf, pointer, reaches, refused } from './subjects.ts';

/** Each text that needs something beside white space, without it. */
export const blanks = () =>
  fields()
    .filter(({ operation, path, schema }) => schema.pattern === '\\S' && reaches(operation.example, path))
    .flatMap((field) =>
      [' ', '\t\n', '\u00a0'].map((value, at) =>
        generated(field.operation, 'blank', [
          `${pointer(field.path)}.${nameOf(value)}-${at + 1}`,
          'negative',
          'conventions.blank-texts',
          refused(field, value),
        ]),
      ),
    );
