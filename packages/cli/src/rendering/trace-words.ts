import { language } from '@svc-simulator/core';

/** What the API calls causes and changes, as a line of the trace says it in Spanish; origins and sources stay the API's words. */
const spanish: Readonly<Record<string, string>> = {
  script: 'según el guion',
  control: 'forzada',
  operation: 'por la API',
  duration: 'pasó su duración',
  due_date: 'llegó su fecha límite',
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
