import type { Practice } from './practice.ts';

/** A redirect proves nothing; the provider's answer to a server does. */
export const serverConfirmation: readonly Practice[] = [
  {
    id: 'status_after_payment',
    group: 'server_confirmation',
    title: { es: 'Consultar el estado después del pago', en: 'Ask for the status after payment' },
    hint: {
      es: 'Cuando la sesión esté pagada, consulta GET /api/v1/ext/payment-sessions/status/{session_id} desde tu servidor.',
      en: 'When the session is paid, call GET /api/v1/ext/payment-sessions/status/{session_id} from your server.',
    },
    types: ['session.status_queried'],
    shown: ({ status }) => status === 'paid',
  },
  {
    id: 'status_after_redirect',
    group: 'server_confirmation',
    title: { es: 'No fiarse de la redirección', en: 'Do not trust the redirect' },
    hint: {
      es: 'Paga en la página; cuando el navegador llegue a tu success_url, consulta el estado antes de dar el pedido por pagado: cualquiera puede abrir esa dirección.',
      en: 'Pay on the page; when the browser comes to your success_url, ask for the status before you take the order for paid: anybody can open that address.',
    },
    types: ['session.status_queried'],
    shown: ({ status, payment_source: source }) => status === 'paid' && source === 'page',
  },
  {
    id: 'status_after_failure',
    group: 'server_confirmation',
    title: { es: 'Detectar un pago que ya no se hará', en: 'Learn of a payment that will not be' },
    hint: {
      es: 'Las sesiones fallidas y vencidas no envían webhook: consulta el estado de una de ellas.',
      en: 'Sessions that fail or expire send no webhook: ask for the status of one of them.',
    },
    types: ['session.status_queried'],
    shown: ({ status }) => status === 'failed' || status === 'expired',
  },
  {
    id: 'credits_read',
    group: 'server_confirmation',
    title: { es: 'Leer los créditos de la acreditación', en: 'Read the credits of the accreditation' },
    hint: {
      es: 'Después de la acreditación, consulta el estado otra vez: receiver_credits dice cuánto recibió cada quien y cuánto fue de comisión.',
      en: 'After the accreditation, ask for the status again: receiver_credits says what everybody received, and what the fee was.',
    },
    types: ['session.status_queried'],
    shown: ({ accreditation }) => accreditation === 'accredited',
  },
];
