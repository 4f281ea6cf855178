import { fields, reaches, refusals } from './subjects.ts';

const values = { '._-1': ' ', '._-2': '\t\n', '._-3': '\u00a0' };

/** Each text that needs something beside white space, without it. */
export const blanks = () =>
  fields()
    .filter(({ operation, path, schema }) => schema.pattern === '\\S' && reaches(operation.example, path))
    .flatMap((field) => refusals(field, 'blank', 'conventions.blank-texts', values));
