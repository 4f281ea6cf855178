import type { Rows } from './conventions.ts';

/** What operations say of themselves. */
export const operations: Rows = {
  'getHealth.note-1':
    'Es 500, con la razón, cuando se rompió algo que el almacén promete: toda petición se responde así entonces, y `sim start` termina con el código de salida 1. Lo guardado estaba bien, y un inicio nuevo sigue desde ahí.',
  'getReadiness.note-1':
    'Es 503 mientras la instancia se detiene, no se puede llegar al almacén o escribir en él, o hay tareas vencidas desde hace 30 s; `errors` nombra cada comprobación que falló.',
  'getMetrics.note-1':
    'Un simulador local las muestra a todos; uno alojado solo a quien tiene el token de `--metrics-token`, y sin ese ajuste es 404.',
  'getAuthority.note-1':
    'Solo `sim start --tls` tiene una autoridad, creada la primera vez que se usa y guardada en la carpeta de datos; sin ella, o con un certificado propio (`--tls-cert`), es 404.',
  'sendProbe.note-1':
    'Una prueba es una entrega con un solo intento, marcada `probe` en la traza y juzgada por `webhook.probed`; toma el cuerpo del último webhook que el receptor de la sesión respondió con 2xx, y es 409 mientras no haya ninguno.',
  'sendProbe.note-2':
    '`bad_signature` (un secreto ajeno, una clave de idempotencia nueva) y `stale_timestamp` (firmado hace 10 minutos) esperan un 4xx, aunque 408, 425 y 429 solo aplazan; `duplicate` (mismo cuerpo y misma clave de idempotencia), `unknown_event` y `extra_fields` esperan un 2xx.',
  'sendProbe.note-3':
    'Una prueba cuya respuesta no llega en 12 s se responde 202 con `passed: null`; la traza recibe el veredicto.',
  'resendDelivery.note-1':
    'Un reenvío es una entrega propia con toda la serie de intentos, marcada `resend_of` en la traza: mismo cuerpo y misma clave de idempotencia, o una nueva con `as_new`. Las pruebas no se pueden enviar otra vez (409).',
  'resendDeliveries.note-1':
    'Una llamada reenvía los últimos 200 como máximo, del más viejo al más nuevo; lo que ya se reenvió, o llegó después, queda fuera.',
  'listDeliveries.note-1':
    'Con un filtro, una página mira 5 000 entregas como máximo; puede estar vacía y traer un `next_cursor`, que sigue con las más viejas.',
  'listSessions.note-1':
    'Con `q` o `webhooks`, una página mira 5 000 sesiones como máximo; puede estar vacía y traer un `next_cursor`, que sigue con las más viejas.',
  'replaceWebhookSecret.note-1':
    'El secreto nuevo firma `svc-signature` al momento. Con `grace`, los webhooks de las siguientes 24 horas del reloj de la cuenta llevan también `svc-signature-previous`, firmada con el secreto reemplazado, en la misma forma; reemplazarlo otra vez termina el más viejo. Los reintentos conservan las cabeceras con que se emitieron; un reenvío se firma de nuevo.',
  'exchangeToken.note-1':
    'El token de la consola que dio el inicio de sesión sigue como está, y el cambio no deja evento en la traza. El token termina a los 15 minutos de la hora del simulador, que el reloj de la cuenta no mueve, y al momento cuando el token de la API deja de valer.',
  'exchangeToken.note-2':
    'Sin la contraseña (`password`) de la cuenta, el token de la consola lee y actúa como la cuenta, pero no crea enlaces ni un perfil de comercio, no revoca tokens, no reemplaza el secreto de los webhooks, no entra en clases ni sale de ellas, y no quita participantes ni les cambia la contraseña: eso es 403. Una contraseña errónea es 400 con `/password`.',
  'createLoginLink.note-1':
    'El navegador entra al momento cuando el simulador es local, nadie más entró ahí y ninguna página llevó al enlace; si no, una página pregunta antes. La entrada termina con el token que pidió el enlace (el de la API, si aquel era uno cambiado), y no cuenta para ninguna práctica.',
  'listCalls.note-1':
    'Llamadas a las API de sesiones de pago, de comercios, de terminales y de control; de cada cuenta las 2000 más nuevas de 7 días, en la memoria de la instancia que las respondió, y 16 384 caracteres de cada cuerpo. Las contraseñas, los tokens y los secretos se reemplazan, estén donde estén; de un cuerpo que no es JSON queda su tamaño y el primer error. Una llamada cuyo token es o fue de una cuenta cuenta como suya, como sea que se haya enviado.',
  'getTrace.note-1':
    '`type` acepta varios tipos separados por comas; un tipo que no existe, y un `session_id` del que la cuenta no sabe nada, son 400 con su puntero y con lo que hay.',
  'issueMerchantToken.note-1':
    'Como el cambio de un token de la API por uno de la consola, no deja evento en la traza.',
};
