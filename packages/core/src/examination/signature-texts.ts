/** Checks of how a receiver tells genuine webhooks from others. What the simulator's own probes find, they say themselves. */
export const signatureTexts = {
  bad_signature: {
    title: {
      es: 'rechaza un webhook firmado con otro secreto',
      en: 'refuses a webhook that is signed with another secret',
    },
    because: {
      es: 'cualquiera podría enviarle webhooks de pago falsos.',
      en: 'anybody could send it forged payment webhooks.',
    },
    mend: {
      es: 'Verifica svc-signature y responde 401 si difiere.',
      en: 'Check svc-signature, and answer 401 when it differs.',
    },
  },
  missing_signature: {
    title: { es: 'rechaza un webhook sin firma', en: 'refuses a webhook without a signature' },
    because: {
      es: 'el webhook no traía svc-signature, y cualquiera puede dejarla fuera.',
      en: 'the webhook had no svc-signature, which anybody can leave out.',
    },
    mend: {
      es: 'Trata una firma ausente como una equivocada: responde 401.',
      en: 'Treat a signature that is not there like a wrong one: answer 401.',
    },
  },
  partial_signature: {
    title: {
      es: 'compara la firma entera',
      en: 'compares the whole signature',
    },
    because: {
      es: 'de la firma solo eran correctos los primeros 16 dígitos, o venía cortada; una parte se puede adivinar probando.',
      en: 'only the first 16 digits of the signature were right, or it was cut short; a part of it can be found by trying.',
    },
    mend: {
      es: 'Compara los 32 bytes en tiempo constante, después de comprobar que son 32 (timingSafeEqual, hmac.compare_digest, hash_equals).',
      en: 'Compare all 32 bytes in constant time, once there are 32 (timingSafeEqual, hmac.compare_digest, hash_equals).',
    },
  },
  stale_timestamp: {
    title: {
      es: 'rechaza un webhook firmado hace 10 minutos',
      en: 'refuses a webhook that was signed 10 minutes ago',
    },
    because: {
      es: 'quien capture un webhook podría repetirlo cuando quiera.',
      en: 'whoever captures a webhook could replay it at any time.',
    },
    mend: {
      es: 'Compara svc-timestamp con tu reloj y responde 401 si la diferencia pasa de 5 minutos.',
      en: 'Compare svc-timestamp with your clock, and answer 401 when they are more than 5 minutes apart.',
    },
  },
  raw_bytes: {
    title: {
      es: 'verifica los bytes que llegaron, no el JSON vuelto a escribir',
      en: 'verifies the bytes that came, not JSON written anew',
    },
    because: {
      es: 'el cuerpo, bien firmado, era el mismo JSON con espacios; quien lo firma puede escribirlo distinto que tu lenguaje, y ese día se rechaza todo.',
      en: 'the body, properly signed, was the same JSON with spaces in it; whoever signs may write it differently from your language, and from that day on everything is refused.',
    },
    mend: {
      es: 'Calcula el HMAC sobre el cuerpo crudo, antes de interpretarlo (express.raw, request.get_data, php://input).',
      en: 'Compute the HMAC over the raw body, before it is parsed (express.raw, request.get_data, php://input).',
    },
  },
  header_case: {
    title: {
      es: 'encuentra las cabeceras escritas con mayúsculas',
      en: 'finds headers that are written in capitals',
    },
    because: {
      es: 'las cabeceras venían como Svc-Signature; sus nombres valen igual en mayúsculas, y un proxy puede cambiarlos.',
      en: 'the headers came as Svc-Signature; their names mean the same in capitals, and a proxy may change them.',
    },
    mend: {
      es: 'Busca las cabeceras sin distinguir mayúsculas (request.headers y no rawHeaders en Node).',
      en: 'Look headers up without regard to case (request.headers and not rawHeaders in Node).',
    },
  },
  broken_body: {
    title: {
      es: 'sobrevive a un cuerpo que no es JSON, de un desconocido',
      en: 'survives a body that is no JSON, from a stranger',
    },
    because: {
      es: 'el cuerpo era JSON a medias con una firma falsa, y debía bastar un 4xx y seguir atendiendo; así cualquiera puede apagarlo.',
      en: 'the body was half a JSON text with a forged signature, and should have cost no more than a 4xx, and no later webhook; like this any stranger can stop it.',
    },
    mend: {
      es: 'Verifica la firma antes de interpretar el cuerpo, y haz que ningún error de una petición termine el proceso.',
      en: 'Check the signature before parsing the body, and let no error of one request end the process.',
    },
  },
} as const;
