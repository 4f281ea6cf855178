/** Checks of how a receiver takes what is genuine. What the simulator's own probes find, they say themselves. */
const deliveryTexts = {
  genuine_webhook: {
    title: { es: 'acepta un webhook genuino', en: 'takes a genuine webhook' },
    because: {
      es: 'no aceptó un webhook genuino, y sin eso no se puede probar nada más.',
      en: 'it did not take a genuine webhook, and without that nothing else can be checked.',
    },
    mend: {
      es: 'Responde 2xx a un webhook con la firma correcta.',
      en: 'Answer 2xx to a webhook with the right signature.',
    },
  },
  all_events: {
    title: { es: 'acepta los cuatro eventos', en: 'takes all four events' },
    because: {
      es: 'no aceptó uno de los cuatro eventos de una sesión, que se repetirá y después se perderá.',
      en: 'it did not take one of the four events of a session, which is tried again and then lost.',
    },
    mend: {
      es: 'Atiende created, paid, accredited y accreditation_to_recipient_failed; responde 2xx también a lo que no te interesa.',
      en: 'Handle created, paid, accredited and accreditation_to_recipient_failed; answer 2xx to what you do not need, too.',
    },
  },
  fast_answers: {
    title: { es: 'responde en menos de 1 s', en: 'answers within 1 s' },
    because: {
      es: 'tardó más de 1 s; a los 5 s se da por fallido y se repite, y los demás webhooks de la sesión esperan.',
      en: 'it took more than 1 s; at 5 s an attempt counts as failed and is repeated, and the other webhooks of the session wait.',
    },
    mend: {
      es: 'Guarda el webhook, responde 200 y haz el trabajo después, en una cola.',
      en: 'Store the webhook, answer 200, and do the work afterwards, from a queue.',
    },
  },
  unknown_event: {
    title: { es: 'deja pasar un evento que no conoce', en: 'lets an event pass that it does not know' },
    because: {
      es: 'fallará el día en que aparezca uno nuevo.',
      en: 'it will fail on the day that a new one appears.',
    },
    mend: { es: 'Responde 200 por defecto y no hagas nada.', en: 'Answer 200 by default, and do nothing.' },
  },
  extra_fields: {
    title: { es: 'deja pasar campos que no conoce', en: 'lets fields pass that it does not know' },
    because: {
      es: 'fallará el día en que aparezca uno nuevo.',
      en: 'it will fail on the day that a new one appears.',
    },
    mend: { es: 'Ignora los campos que no declaras.', en: 'Ignore the fields that you do not declare.' },
  },
  any_order: {
    title: {
      es: 'acepta una acreditación que llega antes que su pago',
      en: 'takes an accreditation that comes before its payment',
    },
    because: {
      es: 'accredited y paid de una misma sesión llegaron en orden inverso, como pasa cuando el primer intento de uno falla y el otro se adelanta.',
      en: 'accredited and paid of one session came in reverse order, as happens when the first attempt of one fails and the other overtakes it.',
    },
    mend: {
      es: 'Guarda cada evento por sí mismo; si necesitas el anterior, pregunta el estado de la sesión en vez de rechazar.',
      en: 'Store each event by itself; when you need the one before, ask for the status of the session instead of refusing.',
    },
  },
  body_in_pieces: {
    title: {
      es: 'acepta un cuerpo que llega en dos partes',
      en: 'takes a body that comes in two pieces',
    },
    because: {
      es: 'el cuerpo llegó en dos partes, cortado dentro de una letra con acento, como hace la red con cualquiera.',
      en: 'the body came in two pieces, cut within an accented letter, as the network does to any of them.',
    },
    mend: {
      es: 'Junta las partes como bytes (Buffer.concat) hasta el final del cuerpo; conviértelas en texto después de verificar.',
      en: 'Join the pieces as bytes (Buffer.concat) up to the end of the body; make text of them after the check.',
    },
  },
  large_body: {
    title: { es: 'acepta el webhook más grande que hay', en: 'takes the largest webhook that there is' },
    because: {
      es: 'el cuerpo era el de un pago repartido entre 20 receptores, de unos 30 KB.',
      en: 'the body was that of a payment split among 20 recipients, about 30 KB.',
    },
    mend: {
      es: 'Sube el límite del cuerpo en esa ruta, y en el proxy que tenga delante, a 1 MB.',
      en: 'Raise the limit of the body for that route, and in a proxy before it, to 1 MB.',
    },
  },
  concurrency: {
    title: { es: 'acepta 20 webhooks distintos a la vez', en: 'takes 20 different webhooks at once' },
    because: {
      es: 'era uno de 20 webhooks distintos que llegaron a la vez, y uno solo sí lo acepta: las peticiones se estorban entre sí.',
      en: 'it was one of 20 different webhooks that came at once, and a single one it takes: requests get into each other’s way.',
    },
    mend: {
      es: 'No guardes nada de una petición en variables globales, y no limites tanto las conexiones de tu base de datos o de tu proxy.',
      en: 'Keep nothing of a request in global variables, and do not limit the connections to your database or proxy so much.',
    },
  },
  duplicate: {
    title: { es: 'acepta un webhook repetido', en: 'takes a webhook that it has had before' },
    because: { es: 'quien envía lo seguirá repitiendo.', en: 'the sender will go on repeating it.' },
    mend: {
      es: 'Si una idempotency-key llega otra vez, responde 200 sin hacer nada.',
      en: 'When an idempotency-key comes again, answer 200 and do nothing.',
    },
  },
  duplicates_at_once: {
    title: { es: 'acepta copias que llegan a la vez', en: 'takes copies that come at once' },
    because: {
      es: 'era una de 5 copias de un webhook, con la misma idempotency-key, que llegaron a la vez; así llega una repetición mientras aún trabajas en la primera.',
      en: 'it was one of 5 copies of a webhook, with the same idempotency-key, that came at once; so comes a repetition while you still work on the first.',
    },
    mend: {
      es: 'Inserta la idempotency-key con una restricción única y, si ya existe, espera a la primera o responde 200.',
      en: 'Insert the idempotency-key under a unique constraint and, when it is there already, wait for the first or answer 200.',
    },
  },
  late_accreditation: {
    title: {
      es: 'acepta la acreditación 10 s después del pago',
      en: 'takes the accreditation 10 s after the payment',
    },
    because: {
      es: 'no aceptó un webhook de una sesión que se acredita tarde, cuando la conexión del pago ya se cerró.',
      en: 'it did not take a webhook of a session that is accredited late, when the connection of the payment has been closed.',
    },
    mend: {
      es: 'Responde 2xx a cada webhook por sí mismo, llegue cuando llegue.',
      en: 'Answer 2xx to each webhook by itself, whenever it comes.',
    },
  },
  expired_session: {
    title: {
      es: 'acepta el webhook de una sesión que venció',
      en: 'takes the webhook of a session that expired',
    },
    because: {
      es: 'no aceptó payment_session.expired, que tu cuenta pide con extra_events.',
      en: 'it did not take payment_session.expired, which your account asks for with extra_events.',
    },
    mend: {
      es: 'Responde 2xx, y da el pedido por no pagado.',
      en: 'Answer 2xx, and take the order for unpaid.',
    },
  },
  retry_after_failure: {
    title: {
      es: 'acepta en el reintento un webhook que se cortó a la mitad',
      en: 'takes on retry a webhook that was cut off halfway',
    },
    because: {
      es: 'el primer intento se cortó a la mitad del cuerpo, y el reintento, completo y con la misma idempotency-key, no fue aceptado: ese webhook se pierde.',
      en: 'the first attempt was cut off halfway through its body, and the retry, whole and with the same idempotency-key, was not taken: that webhook is lost.',
    },
    mend: {
      es: 'Anota la idempotency-key junto con el trabajo terminado, en la misma transacción, y nunca antes de leer y verificar el cuerpo; y que un cuerpo que se corta no termine el proceso.',
      en: 'Note the idempotency-key together with the finished work, in the same transaction, and never before the body is read and verified; and let no body that breaks off end the process.',
    },
  },
} as const;

/** Checks of how a receiver tells genuine webhooks from others. What the simulator's own probes find, they say themselves. */
const signatureTexts = {
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
/**
 * What each check says to people: what a good receiver does (`title`), why a fault matters, going on after
 * `The receiver answered 500:` (`because`), and how to mend it.
 */
export const checkTexts = { ...deliveryTexts, ...signatureTexts };

export type CheckId = keyof typeof checkTexts;
