import type { DiagnosisTexts } from './advice.ts';

/** Why a receiver answers 401 or 403, beside what verification finds. */
export const refusalTexts = {
  signature_with_timestamp: {
    reason: {
      es: 'El receptor firma solo el cuerpo, y aquí se firma svc-timestamp, un punto y el cuerpo.',
      en: 'The receiver signs the body alone; here svc-timestamp, a dot and the body are signed.',
    },
    advice: {
      es: 'Antepón svc-timestamp y un punto al cuerpo crudo, o elige en los ajustes webhook_signature: body, o sha256 si el receptor espera sha256=.',
      en: 'Put svc-timestamp and a dot before the raw body, or choose webhook_signature: body in the settings, or sha256 if the receiver expects sha256=.',
    },
  },
  signature_without_timestamp: {
    reason: {
      es: 'La cuenta firma solo el cuerpo (webhook_signature: body), y el receptor antepone svc-timestamp.',
      en: 'The account signs the body alone (webhook_signature: body), and the receiver puts svc-timestamp before it.',
    },
    advice: {
      es: 'Elige webhook_signature: timestamp en los ajustes (sha256 si el receptor espera sha256=), o firma en el receptor solo el cuerpo crudo.',
      en: 'Choose webhook_signature: timestamp in the settings (sha256 if the receiver expects sha256=), or let the receiver sign the raw body alone.',
    },
  },
  signature_with_prefix: {
    reason: {
      es: 'La cuenta firma solo el cuerpo y escribe sha256= delante (webhook_signature: sha256), y el receptor espera otra forma.',
      en: 'The account signs the body alone and writes sha256= before it (webhook_signature: sha256); the receiver expects another form.',
    },
    advice: {
      es: 'Compara con sha256= más el HMAC hexadecimal del cuerpo crudo, o elige en los ajustes la forma que el receptor espera.',
      en: 'Compare with sha256= and the hexadecimal HMAC of the raw body, or choose the form that the receiver expects in the settings.',
    },
  },
  cross_site_check: {
    reason: {
      es: 'Una protección CSRF del framework rechaza el POST antes de que llegue a tu código.',
      en: 'A CSRF protection of the framework refuses the POST before it comes to your code.',
    },
    advice: {
      es: 'Exime de ella la ruta del webhook: su firma ya dice de quién viene.',
      en: 'Exempt the route of the webhook from it: the signature says already whom it comes from.',
    },
  },
  access_rule: {
    reason: {
      es: 'Algo delante del receptor pide credenciales: un inicio de sesión, un cortafuegos o un túnel.',
      en: 'Something before the receiver wants credentials: a log-in, a firewall or a tunnel.',
    },
    advice: {
      es: 'Deja pasar sin credenciales el POST a la ruta del webhook.',
      en: 'Let the POST to the route of the webhook pass without credentials.',
    },
  },
} as const satisfies Record<string, DiagnosisTexts>;
