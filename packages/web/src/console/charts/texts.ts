import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  deliveries: 'Entregas por resultado',
  deliveriesOf: (count: number) => `Últimas entregas: ${count}`,
  states: { delivered: 'entregadas', open: 'en camino', gaveUp: 'abandonadas' },
  latency: 'Latencia del receptor',
  latencyLead: 'A los 5 s se corta el intento, que cuenta con ese tiempo; más de 1 s es lento.',
  p50: 'p50, la mitad',
  p95: 'p95, casi todas',
  outcomes: 'Resultados de las sesiones',
  outcomesOf: (count: number) => `Últimas sesiones: ${count}`,
  outcome: 'Resultado',
  count: 'Sesiones',
  from: 'Desde',
  table: 'Como tabla',
  none: '—',
};

const english: typeof spanish = {
  deliveries: 'Deliveries by outcome',
  deliveriesOf: (count) => `Latest deliveries: ${count}`,
  states: { delivered: 'delivered', open: 'under way', gaveUp: 'given up' },
  latency: 'Latency of the receiver',
  latencyLead: 'At 5 s an attempt is cut off, and counts as that; more than 1 s is slow.',
  p50: 'p50, half of them',
  p95: 'p95, nearly all',
  outcomes: 'Outcomes of the sessions',
  outcomesOf: (count) => `Latest sessions: ${count}`,
  outcome: 'Outcome',
  count: 'Sessions',
  from: 'Since',
  table: 'As a table',
  none: '—',
};

export const chartTexts = bilingual(spanish, english);
