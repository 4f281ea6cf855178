import type { Call } from '../case.ts';
import { bodied, generated, type Made, placesOf } from './subjects.ts';

/** The order of checks: which fault is told where a request has several. */
export const order = () =>
  bodied.flatMap((operation) => {
    const { auth, id, bodyOptional } = operation;
    const call = (status: number, more: Partial<Call>): Call => ({
      call: id,
      params: placesOf(operation),
      want: { status },
      ...more,
    });
    const judges = 'conventions.order-of-checks';
    const withoutCredential: readonly Made[] = [
      ['401-before-400', 'negative', judges, [call(401, { as: 'nobody', body: [] })]],
      ['401-before-415', 'negative', judges, [call(401, { as: 'nobody', text: 'x', type: 'text/plain' })]],
      ['401-before-malformed', 'negative', judges, [call(401, { as: 'unknown', text: '{' })]],
    ];
    const withOne: readonly Made[] = [
      ['415-before-400', 'negative', 'conventions.not-json', [call(415, { text: '{', type: 'text/plain' })]],
      [
        'no-json-type',
        'negative',
        'conventions.not-json',
        [call(415, { text: '{}', type: 'application/xml' })],
      ],
      ['malformed', 'negative', 'conventions.not-json', [call(400, { text: '{"a":1,}' })]],
      ['a-list', 'negative', 'conventions.all-faults', [call(400, { text: '[1]' })]],
      ['a-text', 'negative', 'conventions.all-faults', [call(400, { text: '"x"' })]],
      ['400-before-404', 'negative', judges, [call(400, { text: 'null' })]],
    ];
    const open = auth === 'terminal' ? [] : withOne;
    return [...(auth === 'none' ? [] : withoutCredential), ...(bodyOptional ? open.slice(0, 0) : open)].map(
      (made) => generated(operation, 'order', made),
    );
  });
