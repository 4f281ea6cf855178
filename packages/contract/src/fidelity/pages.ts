import { type Chapter, decided, field, spec } from './difference.ts';

/** Contract sections 5 and 9.5: the payment page. */
export const paymentPage: Chapter = [
  spec('submitPayment', { key: 'The payment key `000000` pays; other keys fail.' }),
  field('submitPayment', {
    keys: '`111111` is insufficient funds, `222222` a wrong key, `333333` a limit exceeded; any other is a wrong key.',
    form: 'The form has the fields `metodo`, `nombre`, `tipo`, `cedula`, `telefono`, `banco`, `concepto`, `otp` and `acreditacion`.',
  }),
  spec('submitPayment', { 'accreditation-choice': 'How leg 2 ends can be chosen on the page in advance.' }),
  decided('submitPayment', {
    'needed-fields':
      '`metodo`, `otp` and what the method needs are required; a fault is 400 with the page again and the session still pending.',
    redirects:
      'Paying leads to `success_url`, failing to `failure_url`, with 303; without URLs there is a page with the result.',
  }),
  field('submitPayment', {
    'return-session':
      'The address that the payer is sent back to carries `session_id={id}` in its query, in the place of a parameter of that name; its own query and fragment stay, deep links included.',
  }),
  decided('submitPayment', {
    closed: 'A session that is not pending shows a page that says so, and a payment of it is 409.',
    once: 'Two payments at once pay once.',
    problems: 'A refusal is a problem in place of a page where `Accept` names `application/problem+json`.',
  }),
  field('openPaymentPage', {
    'page-address':
      'The address of a session alone, `/{session_id}`, and `/?id={session_id}` lead with 302 to its payment page, with the `lang` that they carry.',
  }),
  decided('showPaymentPage', {
    language: 'The page is in Spanish, or in English by `Accept-Language` or `?lang=`.',
  }),
  decided('submitPayment', {
    'no-csrf':
      'The page needs no cookie, no token and no script, because programs in the field post the form directly.',
  }),
];

/** Contract sections 8 and 9.8. */
export const commandLine: Chapter = [
  decided(null, {
    demo: '`sim start` makes a ready-to-use demo account with one agreement on an empty store, unless `--no-demo` or `--hosted`.',
    options: 'Each option of `sim start` is also a `SIM_…` variable of the environment; a flag wins.',
    'public-url':
      'The public URL of a simulator that listens on every address is `http://localhost:PORT` by default.',
  }),
];
