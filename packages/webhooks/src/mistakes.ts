import { type DiagnosisTexts, refusalTexts, verificationTexts } from '@svc-simulator/core';
import type { WebhookErrorCode } from './webhooks-api.ts';

export interface Mistake extends DiagnosisTexts {
  /** What `verifyWebhook` says of it. */
  readonly error: WebhookErrorCode;
}

/** What people do wrong when they compute a signature, and how it is mended. */
export const mistakes = {
  mode_timestamp: { error: 'signature_mode', ...refusalTexts.signature_with_timestamp },
  mode_body: { error: 'signature_mode', ...refusalTexts.signature_without_timestamp },
  mode_sha256: { error: 'signature_mode', ...refusalTexts.signature_with_prefix },
  rewritten_json: { error: 'signature_raw_body', ...verificationTexts.signature_raw_body },
  white_space: {
    error: 'signature_raw_body',
    reason: {
      es: 'Al cuerpo se le añadió o se le quitó un salto de línea u otro blanco.',
      en: 'A line break or other white space was added to the body, or taken away.',
    },
    advice: {
      es: 'Firma los bytes que llegaron, sin pasarlos por una consola, un editor o una función que añade líneas.',
      en: 'Sign the bytes that came; do not pass them through a shell, an editor or a function that adds lines.',
    },
  },
  body_was_gone: {
    error: 'signature_raw_body',
    reason: {
      es: 'Lo que se firmó no fue el cuerpo: algo lo había leído o interpretado antes.',
      en: 'It was not the body that was signed: something had read or parsed it before.',
    },
    advice: verificationTexts.body_parsed.advice,
  },
  body_base64: {
    error: 'signature_raw_body',
    reason: { es: 'El cuerpo está en base64.', en: 'The body is in base64.' },
    advice: {
      es: 'Decodifícalo antes: una función detrás de una pasarela lo recibe así (isBase64Encoded).',
      en: 'Decode it before: a function behind a gateway gets it so (isBase64Encoded).',
    },
  },
  body_encoding: {
    error: 'signature_raw_body',
    reason: {
      es: 'Los bytes del cuerpo se leyeron o escribieron con otra codificación.',
      en: 'The bytes of the body were read or written in another encoding.',
    },
    advice: {
      es: 'Firma los bytes sin convertirlos en texto, o usa UTF-8 al leer y al firmar.',
      en: 'Sign the bytes without making a text of them, or use UTF-8 to read and to sign.',
    },
  },
  timestamp: {
    error: 'signature_mode',
    reason: {
      es: 'No se firmó svc-timestamp tal como está en la cabecera.',
      en: 'It was not svc-timestamp as it stands in the header that was signed.',
    },
    advice: {
      es: 'Firma el texto de la cabecera tal como llegó, y léela por ese nombre en minúsculas; convierte la hora solo para mirar su edad.',
      en: 'Sign the text of the header as it came, read by that name in lower case; convert the time only to look at its age.',
    },
  },
  separator: {
    error: 'signature_mode',
    reason: {
      es: 'svc-timestamp y el cuerpo no están unidos por un punto, en este orden.',
      en: 'svc-timestamp and the body are not joined by a dot, in this order.',
    },
    advice: { es: 'Únelos así: timestamp + "." + cuerpo.', en: 'Join them so: timestamp + "." + body.' },
  },
  other_secret: { error: 'signature_secret', ...verificationTexts.signature_secret },
  secret_changed: {
    error: 'signature_secret',
    reason: {
      es: 'El secreto no es el texto que se copió: lleva comillas o un espacio, le falta whsec_ o se decodificó.',
      en: 'The secret is not the text that was copied: there are quotes or a space around it, it lacks whsec_, or it was decoded.',
    },
    advice: {
      es: 'Usa el webhook_secret entero como texto: recórtalo (trim) al leerlo y quita las comillas del archivo .env o de la variable.',
      en: 'Use the whole webhook_secret as text: trim it when it is read, and take the quotes out of the .env file or the variable.',
    },
  },
  secret_missing: {
    error: 'signature_secret',
    reason: { es: 'Se firmó sin secreto.', en: 'It was signed without a secret.' },
    advice: {
      es: 'La variable del secreto no llega al proceso: mira su nombre y dónde se carga el archivo .env.',
      en: 'The variable with the secret does not reach the process: look at its name, and where the .env file is loaded.',
    },
  },
  no_hmac: {
    error: 'signature_form',
    reason: {
      es: 'No es un HMAC-SHA256 con el secreto como clave.',
      en: 'It is no HMAC-SHA256 with the secret as its key.',
    },
    advice: {
      es: 'Usa la función HMAC de tu lenguaje con SHA-256; mira el orden de los argumentos.',
      en: 'Use the HMAC function of your language with SHA-256; look at the order of its arguments.',
    },
  },
  prefix: {
    error: 'signature_mode',
    reason: { es: 'Delante de la firma hay un prefijo.', en: 'There is a prefix before the signature.' },
    advice: {
      es: 'Compara solo el hexadecimal, o elige webhook_signature: sha256 en los ajustes.',
      en: 'Compare the hexadecimal alone, or choose webhook_signature: sha256 in the settings.',
    },
  },
  form: {
    error: 'signature_form',
    reason: {
      es: 'La firma no está escrita solo en hexadecimal en minúscula.',
      en: 'The signature is not written in lower-case hexadecimal alone.',
    },
    advice: {
      es: 'Escríbela con 64 dígitos hexadecimales en minúscula, con sha256= delante solo si el ajuste webhook_signature es sha256.',
      en: 'Write it as 64 lower-case hexadecimal digits, after sha256= only where the setting webhook_signature is sha256.',
    },
  },
} as const satisfies Record<string, Mistake>;

export type MistakeCode = keyof typeof mistakes;
