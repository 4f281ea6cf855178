import type { Language } from '@svc-simulator/server/http/language.ts';

const spanish = {
  heading: 'Secuencia',
  lead: 'Quién le dijo qué a quién, y cuánto después.',
  lanes: { payer: 'Pagador', shop: 'Tu tienda', provider: 'Proveedor', receiver: 'Receptor' },
  retry: (number: number, times: number) =>
    times > 1 ? `reintentos ${number} a ${number + times - 1}` : `reintento ${number}`,
  probe: (kind: string) => `prueba: ${kind}`,
  noAnswer: 'sin respuesta',
  setBack: (span: string) => `el reloj volvió atrás ${span}`,
  leftOut: (count: number) => `… ${count} mensajes más, en la línea de tiempo`,
  earlier: 'Empieza a mitad de la historia: lo anterior está en la línea de tiempo.',
  after: 'Tiempo',
  who: 'De → a',
  what: 'Mensaje',
  table: 'Como tabla',
  mermaid: 'Como Mermaid',
  png: 'Guardar como PNG',
};

const english: typeof spanish = {
  heading: 'Sequence',
  lead: 'Who told whom what, and how long after.',
  lanes: { payer: 'Payer', shop: 'Your shop', provider: 'Provider', receiver: 'Receiver' },
  retry: (number, times) => (times > 1 ? `retries ${number} to ${number + times - 1}` : `retry ${number}`),
  probe: (kind) => `probe: ${kind}`,
  noAnswer: 'no answer',
  setBack: (span) => `the clock was set back ${span}`,
  leftOut: (count) => `… ${count} more messages, in the time line`,
  earlier: 'Begins in the middle of the story: what was before is in the time line.',
  after: 'Time',
  who: 'From → to',
  what: 'Message',
  table: 'As a table',
  mermaid: 'As Mermaid',
  png: 'Save as PNG',
};

export function sequenceTexts(lang: Language): typeof spanish {
  return lang === 'en' ? english : spanish;
}
