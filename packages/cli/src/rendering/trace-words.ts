import { language } from '@svc-simulator/core';

/** What the API calls origins, causes, changes and kinds, as a line says it in Spanish. */
const spanish: Readonly<Record<string, string>> = {
  button: 'botón',
  request: 'solicitud',
  page: 'en la página',
  script: 'según el guion',
  control: 'forzada',
  schedule: 'a su tiempo',
  operation: 'por la API',
  duration: 'pasó su duración',
  due_date: 'llegó su fecha límite',
  seed: 'semilla',
  session: 'sesión',
  delivery: 'entrega',
  transaction: 'transacción',
  agreement: 'acuerdo',
  partner: 'socio',
  call: 'llamada',
  event: 'evento',
  amount: 'monto',
  identifier: 'identificador',
  description: 'descripción',
  cause: 'causa',
  set: 'puesto',
  cleared: 'quitado',
  reset: 'hora real',
  advanced: 'avanzó',
};

/** A word of the API for the reader of a line; in English, and where it is none of these, the word itself. */
export function traceWord(word: unknown): unknown {
  const own = typeof word === 'string' && Object.hasOwn(spanish, word) ? spanish[word] : undefined;
  return language() === 'es' ? (own ?? word) : word;
}
