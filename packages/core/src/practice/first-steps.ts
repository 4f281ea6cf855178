import type { Practice } from './practice.ts';

/** From nothing to a payment. */
export const firstSteps: readonly Practice[] = [
  {
    id: 'login',
    group: 'first_steps',
    title: { es: 'Iniciar sesión', en: 'Log in' },
    hint: {
      es: 'Envía short_name y password a POST /api/svcpagos/login y guarda el token que responde.',
      en: 'Send short_name and password to POST /api/svcpagos/login, and keep the token of the answer.',
    },
    types: ['login.succeeded'],
    // A refresh keeps a login alive, the page of keys makes new ones, and a link needs no password; none is a login.
    shown: ({ surface }) => surface !== 'refresh' && surface !== 'keys_page' && surface !== 'link',
  },
  {
    id: 'agreement',
    group: 'first_steps',
    title: { es: 'Crear un acuerdo', en: 'Create an agreement' },
    hint: {
      es: 'Envía POST /api/v1/ext/agreements: el acuerdo dice a qué cuenta va el dinero y con qué métodos se paga.',
      en: 'Send POST /api/v1/ext/agreements: the agreement says where the money goes and how it may be paid.',
    },
    types: ['agreement.created'],
  },
  {
    id: 'button_session',
    group: 'first_steps',
    title: { es: 'Crear una sesión de botón', en: 'Create a button session' },
    hint: {
      es: 'Envía POST /api/v1/ext/payment-sessions/buttons con el agreement_id, el monto y tus dos direcciones de regreso.',
      en: 'Send POST /api/v1/ext/payment-sessions/buttons with the agreement_id, the amount and your two return addresses.',
    },
    types: ['session.created'],
    shown: ({ origin }) => origin === 'button',
  },
  {
    id: 'payment_on_page',
    group: 'first_steps',
    title: { es: 'Pagar en la página de pago', en: 'Pay on the payment page' },
    hint: {
      es: 'Abre la payment_url de la sesión, elige un método y paga con la clave 000000.',
      en: 'Open the payment_url of the session, choose a method and pay with the key 000000.',
    },
    types: ['session.paid'],
    shown: ({ source }) => source === 'page',
  },
];
