import type { Practice, PracticeEvidence } from './practice.ts';

/** A receiver that takes longer does its work before it answers, and will run into time-outs. */
const FAST_MS = 1000;

/** How to receive what the provider tells; most of these are shown by a probe. */
export const webhookPractices: readonly Practice[] = [
  {
    id: 'webhook_acknowledged',
    group: 'webhooks',
    title: { es: 'Recibir un webhook y responder 2xx', en: 'Receive a webhook and answer 2xx' },
    hint: {
      es: 'Crea una sesión con webhook_url y responde 200 al POST que llega. Si tu receptor está en localhost, deja corriendo npx sim relay.',
      en: 'Create a session with a webhook_url, and answer 200 to the POST that comes. If your receiver is on localhost, keep npx sim relay running.',
    },
    types: ['webhook.delivered'],
  },
  {
    id: 'accreditation_received',
    group: 'webhooks',
    title: { es: 'Recibir el webhook de acreditación', en: 'Receive the webhook of accreditation' },
    hint: {
      es: 'Paga en la página: segundos después llega payment_session.accredited. Distingue los webhooks por su campo event y responde 200.',
      en: 'Pay on the page: seconds later payment_session.accredited comes. Tell webhooks apart by their field event, and answer 200.',
    },
    types: ['webhook.delivered'],
    shown: ({ event }) => event === 'payment_session.accredited',
  },
  {
    id: 'fast_answers',
    group: 'webhooks',
    title: { es: 'Responder un webhook en menos de un segundo', en: 'Answer a webhook within a second' },
    hint: {
      es: 'En tu propio receptor, guarda el webhook, responde 200 enseguida y haz el trabajo después: hay 5 segundos, y quien se pasa lo recibe otra vez.',
      en: 'In a receiver of your own, store the webhook, answer 200 at once and do the work afterwards: you have 5 seconds, and whoever takes longer gets it again.',
    },
    types: ['webhook.delivered'],
    // The simulator's own receivers answer at once whatever anybody built.
    shown: ({ via, duration_ms: durationMs }) =>
      via !== 'loopback' && typeof durationMs === 'number' && durationMs <= FAST_MS,
  },
  {
    id: 'webhook_signature_checked',
    group: 'webhooks',
    title: { es: 'Rechazar un webhook con firma falsa', en: 'Refuse a webhook with a forged signature' },
    hint: {
      es: 'Calcula el HMAC-SHA256 de svc-timestamp, un punto y el cuerpo crudo con tu webhook_secret, y responde 401 si no coincide. Pruébalo con npx sim probe SESIÓN --kind bad_signature.',
      en: 'Compute the HMAC-SHA256 of svc-timestamp, a dot and the raw body with your webhook_secret, and answer 401 when it differs. Try it with npx sim probe SESSION --kind bad_signature.',
    },
    types: ['webhook.probed'],
    shown: passed('bad_signature'),
  },
  {
    id: 'stale_timestamp_refused',
    group: 'webhooks',
    title: { es: 'Rechazar un webhook viejo', en: 'Refuse a stale webhook' },
    hint: {
      es: 'Responde 401 cuando svc-timestamp se aleja más de 5 minutos de tu reloj: alguien podría repetir un webhook capturado. Pruébalo con npx sim probe SESIÓN --kind stale_timestamp.',
      en: 'Answer 401 when svc-timestamp is more than 5 minutes off your clock: somebody could replay a captured webhook. Try it with npx sim probe SESSION --kind stale_timestamp.',
    },
    types: ['webhook.probed'],
    shown: passed('stale_timestamp'),
  },
  {
    id: 'duplicate_accepted',
    group: 'webhooks',
    title: { es: 'Aceptar un webhook repetido', en: 'Accept a repeated webhook' },
    hint: {
      es: 'Guarda cada idempotency-key; si llega otra vez, responde 200 sin hacer nada de nuevo. Pruébalo con npx sim probe SESIÓN --kind duplicate.',
      en: 'Store each idempotency-key; when it comes again, answer 200 and do nothing twice. Try it with npx sim probe SESSION --kind duplicate.',
    },
    types: ['webhook.probed'],
    shown: passed('duplicate'),
  },
  {
    id: 'unknown_event_tolerated',
    group: 'webhooks',
    title: { es: 'Tolerar un evento desconocido', en: 'Tolerate an unknown event' },
    hint: {
      es: 'Responde 200 a un event que no conoces, sin hacer nada: un día habrá nuevos. Pruébalo con npx sim probe SESIÓN --kind unknown_event.',
      en: 'Answer 200 to an event that you do not know, and do nothing: one day there will be new ones. Try it with npx sim probe SESSION --kind unknown_event.',
    },
    types: ['webhook.probed'],
    shown: passed('unknown_event'),
  },
  {
    id: 'extra_fields_tolerated',
    group: 'webhooks',
    title: { es: 'Tolerar campos desconocidos', en: 'Tolerate unknown fields' },
    hint: {
      es: 'Lee los campos que conoces y deja pasar los demás: un esquema estricto falla el día en que llega uno nuevo. Pruébalo con npx sim probe SESIÓN --kind extra_fields.',
      en: 'Read the fields that you know and let the others pass: a strict schema fails on the day that a new one comes. Try it with npx sim probe SESSION --kind extra_fields.',
    },
    types: ['webhook.probed'],
    shown: passed('extra_fields'),
  },
];

/** The probe was answered as it should be, by a receiver that somebody built: the simulator's own take whatever comes. */
function passed(kind: string): (data: PracticeEvidence['data']) => boolean {
  return (data) => data.kind === kind && data.passed === true && data.via !== 'loopback';
}
