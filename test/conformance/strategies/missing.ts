import { FAULTS, fields, reaches, refusals } from './subjects.ts';

/** Each required field left out. */
export const missing = () =>
  fields()
    .filter(({ required, operation, path }) => required && reaches(operation.example, path))
    .flatMap((field) => refusals(field, 'missing', FAULTS, { '': undefined }));
