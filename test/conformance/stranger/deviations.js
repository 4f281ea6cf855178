/**
 * The ways in which this server can be told to break the specification. Each is declared once: its name, the sentence
 * that forbids it, and what is done instead. `STRANGER_DEVIATIONS=a,b` (or `deviations` of `startStranger`) switches on.
 */
export const DEVIATIONS = [
  {
    name: 'webhook-without-origin',
    sentence: 'Payload contains `session_payment` with `id`, `origin`, `amount_reference`.',
    instead: '`session_payment` of a webhook has no `origin`',
  },
  {
    name: 'expire-paid-409',
    sentence: 'paid | expire operation | unchanged | error 422',
    instead: 'expiring a paid session answers 409',
  },
  {
    name: 'signature-over-body',
    sentence: 'HMAC-SHA256 […] over the string: `svc-timestamp` value, a dot, the raw body byte for byte',
    instead: 'the body alone is signed',
  },
  {
    name: 'one-attempt-too-few',
    sentence: 'attempts after waits of 0, 2000, 5000 ms',
    instead: 'gives up after the attempt at 2000 ms',
  },
  {
    name: 'accredited-before-paid',
    sentence: 'The first attempts of one session’s events go out in the order of emission',
    instead: 'the notice of the payment is held back until that of the accreditation has gone out',
  },
  {
    name: 'fee-on-the-total',
    sentence: 'the bank fee is applied per credit, not on the session total',
    instead: 'the summary takes 1 % of the total, which is a cent off when the credits’ fees were rounded',
  },
  {
    name: 'foreign-403',
    sentence: 'A resource of another account answers 404 in the simulator (not 403)',
    instead: 'a session of another account answers 403',
  },
  {
    name: 'idempotency-ignored',
    sentence: 'same key, same body, within 24 h → the same status and body again',
    instead: 'the header Idempotency-Key is not looked at',
  },
  {
    name: 'expires-a-minute-late',
    sentence: 'Buttons expire after `duration_minutes`',
    instead: '`expires_at` and the expiry itself are a minute late',
  },
  {
    name: 'local-time',
    sentence: 'Times: ISO 8601 UTC with milliseconds',
    instead: 'the times of transactions are those of a wall clock at -04:00',
  },
  {
    name: 'no-www-authenticate',
    sentence: 'Auth failures: 401 with `WWW-Authenticate: Bearer`',
    instead: 'a 401 has no such header',
  },
  {
    name: 'paid-cancelled-at-once',
    sentence: 'PAID | cancellation request by the merchant | payment already confirmed | VOID_PENDING',
    instead: 'a paid transaction becomes CANCELED without waiting for the terminal',
  },
];

/** The set of deviations named in a list; a name that nobody declared is an error, so that a typing slip tests nothing. */
export function chosenDeviations(names) {
  const known = new Set(DEVIATIONS.map((deviation) => deviation.name));
  for (const name of names) if (!known.has(name)) throw new Error(`no deviation is called ${name}`);
  return new Set(names);
}
