import { bodied, generated, succeeds, taken } from './subjects.ts';

const names = [
  'colour',
  'constructor',
  'toString',
  'hasOwnProperty',
  'id',
  'status',
  'created_at',
  '$schema',
  'a/b',
  '',
];

/** A field that nobody declares: it is ignored, and not repeated. */
export const unknownFields = () =>
  bodied
    .filter(succeeds)
    .flatMap((operation) =>
      names.map((name) =>
        generated(operation, 'unknown', [
          name.replace(/\W/g, '-') || 'empty',
          'behaviour',
          'conventions.unknown-fields',
          taken({ operation, path: [name] }, 'sim verify unknown'),
        ]),
      ),
    );
