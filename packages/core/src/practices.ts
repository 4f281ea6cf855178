import type { TraceType } from '@svc-simulator/contract';

/** The part of a trace event that a practice looks at. */
export interface PracticeEvidence {
  readonly type: TraceType;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Practice {
  readonly id: string;
  readonly title: { readonly es: string; readonly en: string };
  /** The types of event that can show it. */
  readonly types: readonly TraceType[];
  /** Whether an event of these types does show it; absent: every one does. */
  readonly shown?: (data: PracticeEvidence['data']) => boolean;
}

/** What somebody learns here, in the order of learning; each is decided from a single trace event. */
export const practices: readonly Practice[] = [
  {
    id: 'login',
    title: { es: 'Iniciar sesión', en: 'Log in' },
    types: ['login.succeeded'],
    // A refresh keeps a login alive; it is none.
    shown: ({ surface }) => surface !== 'refresh',
  },
  {
    id: 'agreement',
    title: { es: 'Crear un acuerdo', en: 'Create an agreement' },
    types: ['agreement.created'],
  },
  {
    id: 'button_session',
    title: { es: 'Crear una sesión de botón', en: 'Create a button session' },
    types: ['session.created'],
    shown: ({ origin }) => origin === 'button',
  },
  {
    id: 'payment_on_page',
    title: { es: 'Pagar en la página de pago', en: 'Pay on the payment page' },
    types: ['session.paid'],
    shown: ({ source }) => source === 'page',
  },
  {
    id: 'status_after_payment',
    title: { es: 'Consultar el estado después del pago', en: 'Ask for the status after payment' },
    types: ['session.status_queried'],
    shown: ({ status }) => status === 'paid',
  },
  {
    id: 'webhook_acknowledged',
    title: { es: 'Recibir un webhook y responder 2xx', en: 'Receive a webhook and answer 2xx' },
    types: ['webhook.delivered'],
  },
  {
    id: 'retry_survived',
    title: { es: 'Recibir un webhook en un reintento', en: 'Receive a webhook on a retry' },
    types: ['webhook.delivered'],
    shown: ({ attempts }) => Number(attempts) > 1,
  },
  {
    id: 'accreditation_received',
    title: { es: 'Recibir el aviso de acreditación', en: 'Receive the notice of accreditation' },
    types: ['webhook.delivered'],
    shown: ({ event }) => event === 'payment_session.accredited',
  },
  {
    id: 'failed_payment',
    title: { es: 'Ver fallar un pago', en: 'See a payment fail' },
    types: ['session.payment_failed', 'session.failed'],
  },
  {
    id: 'expired_session',
    title: { es: 'Ver vencer una sesión', en: 'See a session expire' },
    types: ['session.expired'],
  },
  {
    id: 'split',
    title: { es: 'Crear una sesión con reparto', en: 'Create a session with a split' },
    types: ['session.created'],
    shown: ({ split }) => split === true,
  },
  {
    id: 'request_session',
    title: { es: 'Crear una solicitud de pago', en: 'Create a payment request' },
    types: ['session.created'],
    shown: ({ origin }) => origin === 'request',
  },
  {
    id: 'terminal_paired',
    title: { es: 'Vincular un terminal', en: 'Pair a terminal' },
    types: ['pos.paired'],
  },
  {
    id: 'transaction_paid',
    title: { es: 'Cobrar una transacción en un terminal', en: 'Have a transaction paid on a terminal' },
    types: ['pos.committed'],
  },
  {
    id: 'transaction_cancelled',
    title: { es: 'Cancelar una transacción antes del pago', en: 'Cancel a transaction before payment' },
    types: ['pos.cancel_requested'],
    shown: ({ status }) => status === 'CANCELED',
  },
  {
    id: 'paid_after_cancellation',
    title: { es: 'Ver pagada una transacción cancelada', en: 'See a cancelled transaction paid' },
    types: ['pos.committed'],
    shown: ({ from }) => from === 'CANCELED',
  },
  {
    id: 'transaction_voided',
    title: { es: 'Anular una transacción pagada', en: 'Void a paid transaction' },
    types: ['pos.voided'],
  },
  {
    id: 'batch_settled',
    title: { es: 'Cerrar un lote', en: 'Close a batch' },
    types: ['pos.settled'],
  },
];

const none: readonly string[] = [];
const byType = new Map<TraceType, readonly Practice[]>();
for (const type of practices.flatMap(({ types }) => types)) {
  byType.set(
    type,
    practices.filter(({ types }) => types.includes(type)),
  );
}

/** Ids of the practices that this event shows to be done; most types of event show none, at the cost of one look-up. */
export function practicesOf({ type, data }: PracticeEvidence): readonly string[] {
  const candidates = byType.get(type);
  if (candidates === undefined) return none;
  return candidates.filter(({ shown }) => shown?.(data) ?? true).map(({ id }) => id);
}
