import * as z from 'zod';
import { lazyObject, lazyShape, text } from '../fields/fields.ts';
import { consoleApi } from '../operation.ts';

export const noteSchema = lazyObject(() => ({
  at: z.iso.datetime(),
  by: z.enum(['trainer', 'trainee']).meta({ meaning: 'field.by.note' }),
  text: z.string().meta({ meaning: 'field.text.note' }),
}));

const noteBody = lazyShape(() => ({ text: text().meta({ meaning: 'field.text.note' }) }));

export const sendNote = consoleApi.post(
  'sendNote',
  '/console/classes/{class_id}/trainees/{short_name}/notes',
  {
    body: noteBody,
    example: { text: 'Look at the Authorization header of your last call.' },
    data: noteSchema,
    status: 201,
    title: 'Note sent',
    problems: [404],
  },
);

/** Sends a note from a trainee to the trainer. Returns 404 if the account isn't in a class. */
export const answerNote = consoleApi.post('answerNote', '/console/class/notes', {
  body: noteBody,
  example: { text: 'It works now, thank you.' },
  data: noteSchema,
  status: 201,
  title: 'Note sent',
  problems: [404],
});
