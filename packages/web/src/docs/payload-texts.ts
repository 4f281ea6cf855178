import type { Language } from '@svc-simulator/server/http/language.ts';

interface Texts {
  readonly events: string;
  readonly headers: string;
  readonly body: string;
  readonly request: string;
  readonly answer: string;
  readonly columns: readonly [field: string, type: string, what: string];
  readonly required: string;
  readonly types: Readonly<Record<string, string>>;
}

/** What the reference of payloads says around names and descriptions of the contract. */
export const payloadTexts: Readonly<Record<Language, Texts>> = {
  en: {
    events: 'Events of webhooks',
    headers: 'Headers of a webhook',
    body: 'Body of a webhook',
    request: 'Request body',
    answer: 'Answer, in data',
    columns: ['Field', 'Type', 'What it is'],
    required: 'Required.',
    types: {},
  },
  es: {
    events: 'Eventos de los webhooks',
    headers: 'Cabeceras de un webhook',
    body: 'Cuerpo de un webhook',
    request: 'Cuerpo de la petición',
    answer: 'Respuesta, en data',
    columns: ['Campo', 'Tipo', 'Qué es'],
    required: 'Obligatorio.',
    types: {
      string: 'texto',
      number: 'número',
      integer: 'entero',
      boolean: 'booleano',
      object: 'objeto',
      array: 'lista',
      null: 'nulo',
      any: 'cualquiera',
    },
  },
};
