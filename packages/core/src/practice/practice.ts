import type { TraceType } from '@svc-simulator/contract';
import type { Bilingual } from '../bilingual.ts';

/** What the practices are about, in the order of learning. */
export const practiceGroups = [
  { id: 'first_steps', title: { es: 'Primeros pasos', en: 'First steps' } },
  { id: 'webhooks', title: { es: 'Webhooks bien recibidos', en: 'Webhooks done right' } },
  { id: 'bad_outcomes', title: { es: 'Cuando sale mal', en: 'When it goes wrong' } },
  {
    id: 'server_confirmation',
    title: { es: 'Confirmar desde el servidor', en: 'Confirmation by the server' },
  },
  { id: 'splits_and_requests', title: { es: 'Repartos y solicitudes', en: 'Splits and requests' } },
  { id: 'terminals', title: { es: 'Terminales de punto de venta', en: 'Card terminals' } },
] as const satisfies readonly { readonly id: string; readonly title: Bilingual }[];
export type PracticeGroup = (typeof practiceGroups)[number]['id'];

/** The part of a trace event that a practice looks at. */
export interface PracticeEvidence {
  readonly type: TraceType;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Practice {
  readonly id: string;
  readonly group: PracticeGroup;
  readonly title: Bilingual;
  /** What to do, for somebody who does not know how. */
  readonly hint: Bilingual;
  /** The types of event that can show it. */
  readonly types: readonly TraceType[];
  /** Whether an event of these types does show it; absent: every one does. */
  readonly shown?: (data: PracticeEvidence['data']) => boolean;
}
