import type { DiagnosisTexts } from './advice.ts';

/** What `verifyWebhook` of `svc-simulator/webhooks` finds, told by its code; a receiver that answers with that code is believed. */
export const verificationTexts = {
  signature_secret: {
    reason: {
      es: 'El receptor verifica la firma con otro secreto.',
      en: 'The receiver checks the signature with another secret.',
    },
    advice: {
      es: 'Copia el webhook_secret de esta cuenta (lo muestra sim keys webhook-secret), sin espacios ni comillas, y reinicia el receptor.',
      en: 'Copy the webhook_secret of this account (sim keys webhook-secret shows it), without spaces or quotes, and restart the receiver.',
    },
  },
  signature_raw_body: {
    reason: {
      es: 'El receptor firma el JSON que volvió a escribir, no los bytes que llegaron.',
      en: 'The receiver signs JSON that it has written anew, not the bytes that came.',
    },
    advice: {
      es: 'Toma el cuerpo crudo antes de interpretarlo (express.raw, request.get_data, php://input) y firma esos bytes.',
      en: 'Take the raw body before it is parsed (express.raw, request.get_data, php://input), and sign those bytes.',
    },
  },
  clock_differs: {
    reason: {
      es: 'El receptor toma svc-timestamp por viejo: su reloj se aparta del de quien envía, o el webhook es de antes.',
      en: 'The receiver takes svc-timestamp for stale: its clock differs from the sender’s, or the webhook is an old one.',
    },
    advice: {
      es: 'Compara los relojes, lee svc-timestamp como UTC y tolera unos 5 minutos.',
      en: 'Compare the clocks, read svc-timestamp as UTC, and tolerate some 5 minutes.',
    },
  },
  signature_mode: {
    reason: {
      es: 'El receptor espera la firma en otra forma que la que dice el ajuste webhook_signature de la cuenta.',
      en: 'The receiver expects the signature in another form than the account’s setting webhook_signature says.',
    },
    advice: {
      es: 'Da a verifyWebhook el valor de ese ajuste como mode, o cambia el ajuste.',
      en: 'Give verifyWebhook the value of that setting as its mode, or change the setting.',
    },
  },
  signature_form: {
    reason: {
      es: 'svc-signature no es un HMAC-SHA256 en dígitos hexadecimales.',
      en: 'svc-signature is no HMAC-SHA256 in hexadecimal digits.',
    },
    advice: {
      es: 'Entrega la cabecera como llegó: 64 dígitos en minúscula, y delante sha256= si el ajuste webhook_signature es sha256.',
      en: 'Hand over the header as it came: 64 lower-case digits, after sha256= where the setting webhook_signature is sha256.',
    },
  },
  header_missing: {
    reason: {
      es: 'Falta una cabecera del webhook cuando se verifica.',
      en: 'A header of the webhook is missing when it is verified.',
    },
    advice: {
      es: 'Entrega todas las cabeceras de la petición; un proxy puede haberlas quitado o cambiado de nombre.',
      en: 'Hand over all headers of the request; a proxy may have dropped or renamed some of them.',
    },
  },
  secret_missing: {
    reason: { es: 'El receptor no tiene secreto.', en: 'The receiver has no secret.' },
    advice: {
      es: 'Dale el webhook_secret de la cuenta: sim keys webhook-secret lo muestra.',
      en: 'Give it the webhook_secret of the account: sim keys webhook-secret shows it.',
    },
  },
  body_parsed: {
    reason: {
      es: 'El cuerpo ya se había leído o interpretado antes de verificarlo.',
      en: 'The body had been read or parsed before it was verified.',
    },
    advice: {
      es: 'Verifica los bytes: pon la ruta del webhook antes de express.json(), o usa express.raw, rawBody en NestJS, arrayBuffer() en vez de json().',
      en: 'Verify the bytes: put the route of the webhook before express.json(), or use express.raw, rawBody in NestJS, arrayBuffer() in place of json().',
    },
  },
  body_unknown: {
    reason: {
      es: 'El cuerpo está bien firmado, pero no es el JSON de un webhook.',
      en: 'The body is properly signed, but is not the JSON of a webhook.',
    },
    advice: {
      es: 'Mira quién más firma con este secreto.',
      en: 'See who else signs with this secret.',
    },
  },
} as const satisfies Record<string, DiagnosisTexts>;
