import { bilingual } from '../../kit/bilingual.ts';

const spanish = {
  title: 'Receptores',
  lead: 'Direcciones que siempre responden. Pon una como webhook_url de una sesión y mira aquí lo que llega, sin escribir nada.',
  answers: 'responde',
  address: 'Dirección de',
  about: {
    paid: 'Para los webhooks de pago.',
    accredited: 'Para los webhooks de acreditación.',
    fail: 'Falla a propósito: verás los reintentos y cómo se rinde.',
    captura: 'Guarda cualquier cosa que le envíes, también desde tu propio programa.',
  },
  program: {
    title: 'Un receptor que responde lo que digas',
    lead: 'La dirección misma dice qué responde «captura»: ponla como webhook_url y mira qué hace tu sistema con los reintentos.',
    fields: {
      answer_status: 'Estado (200 a 599)',
      delay_ms: 'Espera antes de responder (ms, hasta 10000)',
      fail_times: 'Fallar tantas veces por webhook, luego 200',
      answer_body: 'Cuerpo de la respuesta',
    },
    submit: 'Armar la dirección',
    made: 'Dirección del receptor',
    use: 'Crear una sesión que avise ahí',
  },
  received: 'Lo último que llegó',
  emptyTitle: 'Todavía no llegó nada',
  emptyText: 'Crea una sesión que avise aquí:',
  noWebhook: 'No es un webhook',
  signature: {
    genuine: 'firma válida',
    wrong: 'firma no válida',
    none: 'sin firma',
    cut: 'firma no comprobable: cuerpo cortado',
  },
  session: 'Ver su sesión',
  event: 'Evento',
  rawBody: 'Cuerpo tal como llegó',
  headers: 'Cabeceras',
  whole: 'Ver todo lo que se guardó',
  notText: 'No es texto en UTF-8: aquí está en base64.',
  cut: (bytes: number) =>
    `Llegaron ${bytes} bytes; se guardaron los primeros 64 KiB, y el evento tiene el sha256 de todos.`,
};

const english: typeof spanish = {
  title: 'Receivers',
  lead: 'Addresses that always answer. Make one the webhook_url of a session and see here what arrives, with nothing to write.',
  answers: 'answers',
  address: 'Address of',
  about: {
    paid: 'For news of payments.',
    accredited: 'For news of accreditation.',
    fail: 'Fails on purpose: watch the retries, and how they are given up.',
    captura: 'Keeps whatever you send to it, from your own program too.',
  },
  program: {
    title: 'A receiver that answers what you say',
    lead: 'The address itself says what “captura” answers: make it a webhook_url, and see what your system does with the retries.',
    fields: {
      answer_status: 'Status (200 to 599)',
      delay_ms: 'Wait before the answer (ms, up to 10000)',
      fail_times: 'Fail so many times for each webhook, then 200',
      answer_body: 'Body of the answer',
    },
    submit: 'Make the address',
    made: 'Address of the receiver',
    use: 'Create a session that tells it',
  },
  received: 'The latest that arrived',
  emptyTitle: 'Nothing has arrived yet',
  emptyText: 'Create a session that tells it here:',
  noWebhook: 'Not a webhook',
  signature: {
    genuine: 'valid signature',
    wrong: 'wrong signature',
    none: 'not signed',
    cut: 'signature cannot be checked: body cut',
  },
  session: 'See its session',
  event: 'Event',
  rawBody: 'Body as it came',
  headers: 'Headers',
  whole: 'See all that was kept',
  notText: 'It is no text in UTF-8: here it is in base64.',
  cut: (bytes: number) =>
    `${bytes} bytes arrived; the first 64 KiB are kept, and the event has the sha256 of all.`,
};

export const receiversTexts = bilingual(spanish, english);
