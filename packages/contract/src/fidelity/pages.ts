import type { Entry } from './difference.ts';

/** Contract sections 5 and 9.5: the payment page. */
export const paymentPage: readonly Entry[] = [
  ['spec', 'key', 'The payment key `000000` pays; other keys fail.', 'submitPayment'],
  [
    'field',
    'keys',
    '`111111` is insufficient funds, `222222` a wrong key, `333333` a limit exceeded; any other is a wrong key.',
    'submitPayment',
  ],
  [
    'field',
    'form',
    'The form has the fields `metodo`, `nombre`, `tipo`, `cedula`, `telefono`, `banco`, `concepto`, `otp` and `acreditacion`.',
    'submitPayment',
  ],
  ['spec', 'accreditation-choice', 'How leg 2 ends can be chosen on the page in advance.', 'submitPayment'],
  [
    'decided',
    'needed-fields',
    '`metodo`, `otp` and what the method needs are required; a fault is 400 with the page again and the session still pending.',
    'submitPayment',
  ],
  [
    'decided',
    'redirects',
    'Paying leads to `success_url`, failing to `failure_url`, with 303; without URLs there is a page with the result.',
    'submitPayment',
  ],
  [
    'field',
    'return-session',
    'The address that the payer is sent back to carries `session_id={id}` in its query, in the place of a parameter of that name; its own query and fragment stay, deep links included.',
    'submitPayment',
  ],
  [
    'decided',
    'closed',
    'A session that is not pending shows a page that says so, and a payment of it is 409.',
    'submitPayment',
  ],
  ['decided', 'once', 'Two payments at once pay once.', 'submitPayment'],
  [
    'decided',
    'language',
    'The page is in Spanish, or in English by `Accept-Language` or `?lang=`.',
    'showPaymentPage',
  ],
  [
    'decided',
    'no-csrf',
    'The page needs no cookie, no token and no script, because programs in the field post the form directly.',
    'submitPayment',
  ],
];

/** Contract sections 8 and 9.8. */
export const commandLine: readonly Entry[] = [
  [
    'decided',
    'demo',
    '`sim start` makes a ready-to-use demo account with one agreement on an empty store, unless `--no-demo` or `--hosted`.',
  ],
  [
    'decided',
    'options',
    'Each option of `sim start` is also a `SIM_…` variable of the environment; a flag wins.',
  ],
  [
    'decided',
    'public-url',
    'The public URL of a simulator that listens on every address is `http://localhost:PORT` by default.',
  ],
];
