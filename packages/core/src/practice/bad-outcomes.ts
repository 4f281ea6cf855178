import type { Practice } from './practice.ts';

/** What happens to everybody one day. */
export const badOutcomes: readonly Practice[] = [
  {
    id: 'failed_payment',
    group: 'bad_outcomes',
    title: { es: 'Ver fallar un pago', en: 'See a payment fail' },
    hint: {
      es: 'En la página de pago usa la clave 111111 (sin fondos), o fuerza el resultado con npx sim outcome SESIÓN --outcome failed.',
      en: 'On the payment page use the key 111111 (no funds), or force the outcome with npx sim outcome SESSION --outcome failed.',
    },
    types: ['session.payment_failed', 'session.failed'],
  },
  {
    id: 'expired_session',
    group: 'bad_outcomes',
    title: { es: 'Ver vencer una sesión', en: 'See a session expire' },
    hint: {
      es: 'Deja pasar la duración de un botón sin pagar, o usa npx sim session expire SESIÓN. Tu aplicación debe cerrar ese pedido.',
      en: 'Let the duration of a button pass without paying, or use npx sim session expire SESSION. Your application should close that order.',
    },
    types: ['session.expired'],
  },
  {
    id: 'accreditation_failed',
    group: 'bad_outcomes',
    title: {
      es: 'Recibir el webhook de una acreditación fallida',
      en: 'Receive the webhook of a failed accreditation',
    },
    hint: {
      es: 'Con un pago hecho, usa npx sim outcome SESIÓN --outcome accreditation_to_recipient_failed y responde 200: se cobró, pero el dinero no llegó al destinatario.',
      en: 'With a payment made, use npx sim outcome SESSION --outcome accreditation_to_recipient_failed and answer 200: it was paid, but the money did not reach its recipient.',
    },
    types: ['webhook.delivered'],
    shown: ({ event }) => event === 'payment_session.accreditation_to_recipient_failed',
  },
  {
    id: 'retry_survived',
    group: 'bad_outcomes',
    title: { es: 'Recibir un webhook en un reintento', en: 'Receive a webhook on a retry' },
    hint: {
      es: 'Apaga tu receptor, crea una sesión y vuelve a encenderlo: el webhook llega otra vez a los 2 y a los 5 segundos, con la misma idempotency-key.',
      en: 'Stop your receiver, create a session and start it again: the webhook comes again after 2 and after 5 seconds, with the same idempotency-key.',
    },
    types: ['webhook.delivered'],
    shown: ({ attempts }) => Number(attempts) > 1,
  },
];
