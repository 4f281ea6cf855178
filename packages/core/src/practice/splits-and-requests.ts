import type { Practice } from './practice.ts';

export const splitsAndRequests: readonly Practice[] = [
  {
    id: 'split',
    group: 'splits_and_requests',
    title: { es: 'Crear una sesión con reparto', en: 'Create a session with a split' },
    hint: {
      es: 'Crea un socio en POST /api/v1/ext/partners, un acuerdo con split true, y una sesión cuyo split le dé una parte.',
      en: 'Create a partner with POST /api/v1/ext/partners, an agreement with split true, and a session whose split gives it a share.',
    },
    types: ['session.created'],
    shown: ({ split }) => split === true,
  },
  {
    id: 'request_session',
    group: 'splits_and_requests',
    title: { es: 'Crear una solicitud de pago', en: 'Create a payment request' },
    hint: {
      es: 'Envía POST /api/v1/ext/payment-sessions/request con un due_date_session futuro: un cobro que se paga cuando el cliente pueda.',
      en: 'Send POST /api/v1/ext/payment-sessions/request with a due_date_session to come: a bill that is paid when the customer can.',
    },
    types: ['session.created'],
    shown: ({ origin }) => origin === 'request',
  },
];
