import type { DiagnosisTexts } from '../diagnosis/advice.ts';
import { refusalTexts } from '../diagnosis/refusal-texts.ts';
import { verificationTexts } from '../diagnosis/verification-texts.ts';

/** What may go wrong when a program computes a signature, and how it is mended. */
export const mistakeTexts = {
  body_alone: refusalTexts.signature_with_timestamp,
  timestamp_added: refusalTexts.signature_without_timestamp,
  rewritten_json: verificationTexts.signature_raw_body,
  trailing_newline: {
    reason: { es: 'Al cuerpo se le añadió un salto de línea.', en: 'A line break was added to the body.' },
    advice: {
      es: 'Firma los bytes que llegaron, sin pasarlos por una consola, un editor o una función que añade líneas.',
      en: 'Sign the bytes that came; do not pass them through a shell, an editor or a function that adds lines.',
    },
  },
  byte_order_mark: {
    reason: {
      es: 'Delante del cuerpo hay una marca de orden de bytes (BOM).',
      en: 'There is a byte order mark before the body.',
    },
    advice: { es: 'Escribe y lee UTF-8 sin BOM.', en: 'Write and read UTF-8 without a BOM.' },
  },
  body_was_gone: {
    reason: {
      es: 'Lo que se firmó no fue el cuerpo: algo lo había leído o interpretado antes.',
      en: 'It was not the body that was signed: something had read or parsed it before.',
    },
    advice: {
      es: 'Toma el cuerpo crudo antes del middleware que interpreta JSON, o exime de él la ruta del webhook.',
      en: 'Take the raw body before the middleware that parses JSON, or exempt the route of the webhook from it.',
    },
  },
  body_twice_json: {
    reason: {
      es: 'El cuerpo se escribió como JSON otra vez: es un texto entre comillas.',
      en: 'The body was written as JSON once more: it is a text in quotes.',
    },
    advice: {
      es: 'Firma el cuerpo crudo, sin JSON.stringify.',
      en: 'Sign the raw body, without JSON.stringify.',
    },
  },
  body_base64: {
    reason: { es: 'Se firmó el cuerpo en base64.', en: 'The body was signed in base64.' },
    advice: {
      es: 'Decodifícalo antes: una función detrás de una pasarela lo recibe así (isBase64Encoded).',
      en: 'Decode it before: a function behind a gateway gets it so (isBase64Encoded).',
    },
  },
  body_encoding: {
    reason: {
      es: 'Los bytes del cuerpo se leyeron o escribieron con otra codificación.',
      en: 'The bytes of the body were read or written in another encoding.',
    },
    advice: {
      es: 'Firma los bytes sin convertirlos en texto, o usa UTF-8 al leer y al firmar.',
      en: 'Sign the bytes without making a text of them, or use UTF-8 to read and to sign.',
    },
  },
  part_of_body: {
    reason: { es: 'Se firmó solo una parte del cuerpo.', en: 'Only a part of the body was signed.' },
    advice: { es: 'Firma el cuerpo entero, tal como llegó.', en: 'Sign the whole body, as it came.' },
  },
  timestamp_form: {
    reason: {
      es: 'svc-timestamp se escribió de otra forma antes de firmarlo.',
      en: 'svc-timestamp was written in another form before it was signed.',
    },
    advice: {
      es: 'Firma el texto de la cabecera tal como llegó; convierte la hora solo para mirar su edad.',
      en: 'Sign the text of the header as it came; convert the time only to look at its age.',
    },
  },
  timestamp_missing: {
    reason: {
      es: 'En lugar de svc-timestamp se firmó un valor vacío: la cabecera se leyó con otro nombre.',
      en: 'An empty value was signed in place of svc-timestamp: the header was read by another name.',
    },
    advice: {
      es: 'Lee la cabecera como svc-timestamp, en minúsculas donde el framework las distingue.',
      en: 'Read the header as svc-timestamp, in lower case where the framework tells the difference.',
    },
  },
  separator: {
    reason: {
      es: 'Entre svc-timestamp y el cuerpo no hay un punto, y nada más.',
      en: 'Between svc-timestamp and the body there is not a dot, and nothing else.',
    },
    advice: { es: 'Únelos así: timestamp + "." + cuerpo.', en: 'Join them so: timestamp + "." + body.' },
  },
  body_first: {
    reason: {
      es: 'El cuerpo se firmó delante de svc-timestamp.',
      en: 'The body was signed before svc-timestamp.',
    },
    advice: {
      es: 'Primero va svc-timestamp: timestamp + "." + cuerpo.',
      en: 'svc-timestamp comes first: timestamp + "." + body.',
    },
  },
  other_secret: verificationTexts.signature_secret,
  secret_cut: {
    reason: { es: 'Al secreto le falta whsec_.', en: 'The secret lacks whsec_.' },
    advice: {
      es: 'Usa el webhook_secret entero como texto, con su principio.',
      en: 'Use the whole webhook_secret as text, with how it begins.',
    },
  },
  secret_decoded: {
    reason: {
      es: 'El secreto se decodificó antes de usarlo.',
      en: 'The secret was decoded before it was used.',
    },
    advice: {
      es: 'Usa los caracteres del webhook_secret como clave, sin decodificarlos.',
      en: 'Use the characters of the webhook_secret as the key, without decoding them.',
    },
  },
  secret_quoted: {
    reason: { es: 'El secreto lleva comillas.', en: 'There are quotes around the secret.' },
    advice: {
      es: 'Quítalas del archivo .env o de la variable: ahí forman parte del valor.',
      en: 'Take them out of the .env file or the variable: there they are part of the value.',
    },
  },
  secret_space: {
    reason: {
      es: 'El secreto lleva un espacio o un salto de línea.',
      en: 'There is a space or a line break beside the secret.',
    },
    advice: { es: 'Recorta el secreto al leerlo (trim).', en: 'Trim the secret when it is read.' },
  },
  secret_missing: {
    reason: { es: 'Se firmó sin secreto.', en: 'It was signed without a secret.' },
    advice: {
      es: 'La variable del secreto no llega al proceso: mira su nombre y dónde se carga el archivo .env.',
      en: 'The variable with the secret does not reach the process: look at its name, and where the .env file is loaded.',
    },
  },
  other_hash: {
    reason: { es: 'Se usó otro algoritmo que SHA-256.', en: 'Another algorithm than SHA-256 was used.' },
    advice: { es: 'Usa HMAC con SHA-256.', en: 'Use HMAC with SHA-256.' },
  },
  no_hmac: {
    reason: {
      es: 'Se calculó un SHA-256 simple, que no es un HMAC.',
      en: 'A plain SHA-256 was computed, which is no HMAC.',
    },
    advice: {
      es: 'Usa la función HMAC de tu lenguaje, con el secreto como clave.',
      en: 'Use the HMAC function of your language, with the secret as the key.',
    },
  },
  swapped: {
    reason: {
      es: 'El secreto y el mensaje están cambiados: el mensaje se usó como clave.',
      en: 'Secret and message are swapped: the message was used as the key.',
    },
    advice: {
      es: 'El secreto es la clave; el texto firmado, el mensaje. Mira el orden de los argumentos.',
      en: 'The secret is the key, the signed text the message. Look at the order of the arguments.',
    },
  },
  prefix_missing: refusalTexts.signature_with_prefix,
  prefix_added: {
    reason: { es: 'Delante de la firma hay un prefijo.', en: 'There is a prefix before the signature.' },
    advice: {
      es: 'Compara solo el hexadecimal, o elige webhook_signature: sha256 en los ajustes.',
      en: 'Compare the hexadecimal alone, or choose webhook_signature: sha256 in the settings.',
    },
  },
  upper_case: {
    reason: { es: 'La firma está en mayúsculas.', en: 'The signature is in upper case.' },
    advice: { es: 'Escríbela en hexadecimal en minúsculas.', en: 'Write it as lower-case hexadecimal.' },
  },
  base64: {
    reason: { es: 'La firma está en base64.', en: 'The signature is in base64.' },
    advice: { es: 'Escríbela en hexadecimal.', en: 'Write it as hexadecimal.' },
  },
  cut_short: {
    reason: { es: 'La firma está recortada.', en: 'The signature is cut short.' },
    advice: { es: 'Compara los 64 caracteres.', en: 'Compare all 64 characters.' },
  },
  another_webhook: {
    reason: { es: 'Es la firma de otro webhook.', en: 'It is the signature of another webhook.' },
    advice: {
      es: 'Compara el cuerpo, svc-timestamp y svc-signature de una misma petición; cada intento se firma de nuevo.',
      en: 'Compare body, svc-timestamp and svc-signature of one and the same request; what is sent again as new is signed anew.',
    },
  },
  unknown_secret: {
    reason: {
      es: 'El texto firmado es el correcto: la clave no es ningún secreto de esta cuenta.',
      en: 'The text that was signed is right: the key is no secret of this account.',
    },
    advice: verificationTexts.signature_secret.advice,
  },
  text_differs: {
    reason: {
      es: 'La clave y el algoritmo son correctos: lo que cambia es el texto firmado.',
      en: 'Key and algorithm are right: it is the signed text that differs.',
    },
    advice: {
      es: 'Compáralo con el texto firmado desde el primer carácter distinto.',
      en: 'Compare it with the signed text from the first character that differs.',
    },
  },
} as const satisfies Record<string, DiagnosisTexts>;

export type MistakeCode = keyof typeof mistakeTexts;
