import { operations } from '@svc-simulator/contract';
import { phrasebook } from '@svc-simulator/server/http/phrasebook.ts';
import { rows } from '../../landing/fidelity-es/index.ts';
import { answerPhrases } from './answers.ts';
import { examples } from './examples.ts';
import { fieldPhrases } from './fields.ts';
import { meaningPhrases } from './meanings.ts';
import { operationPhrases } from './operations.ts';

const whole = `Un proveedor de pagos en tu propia máquina: recibe las llamadas, firma los webhooks y muestra la página de pago del servicio
real sin mover dinero.

Cada operación, parámetro y campo que la especificación no dice lleva \`x-provenance\`: \`field\` es lo que envían o leen
integraciones ya en uso, \`decided\` lo decidió este simulador. \`GET /fidelidad\` los lista todos.

Los campos desconocidos se ignoran, y un campo opcional que es null cuenta como ausente. Los rechazos son problemas (RFC 9457)
que nombran todas las faltas del cuerpo con su JSON Pointer.`;

/** What operations say of themselves, as `/fidelidad` has it. */
const notes = Object.fromEntries(
  operations.flatMap(({ id, notes = [] }) => {
    const english = notes.join(' ');
    const spanish = notes.map((_, at) => rows.get(`operations.${id}.note-${at + 1}`) ?? '').join(' ');
    return notes.length > 0 ? [[english, spanish]] : [];
  }),
);

/** Sentences of the document in Spanish, by the English ones. */
export const phrases = {
  ...notes,
  ...operationPhrases,
  ...answerPhrases,
  ...meaningPhrases,
  ...fieldPhrases,
};

const translate = phrasebook(phrases);

/** Members that hold data, and no sentences. */
const data = new Set(['enum', 'const', 'default']);

/** An OpenAPI document with its descriptions and summaries in Spanish; names and schemas stay. */
export function inSpanish(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const title = 'Simulador del servicio de pagos para comercios';
  const info = { ...(document.info as object), title, description: whole };
  return { ...(walked(document) as object), info };
}

function walked(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(walked);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (data.has(name)) return [name, value];
      if (name === 'example') return [name, exampleInSpanish(value)];
      const isSentence = (name === 'description' || name === 'summary') && typeof value === 'string';
      return [name, isSentence ? (translate(value) ?? value) : walked(value)];
    }),
  );
}

/** What a person would have written into a body. */
function exampleInSpanish(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each) => examples.get(each) ?? each);
}
