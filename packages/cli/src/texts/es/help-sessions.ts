import type { Catalogue } from '@svc-simulator/core';

/** Help of sessions and of what happens to them: session, agreement, partner, outcome, wait, expect, trace, resend. */
export const helpSessions: Catalogue = {
  'JSON with any fields, to begin with; - reads standard input':
    'JSON con los campos que quieras, para empezar; - lee la entrada estándar',
  'create, pay and follow payment sessions': 'crea, paga y sigue sesiones de pago',
  'create a payment session; what you leave out gets a default':
    'crea una sesión de pago; lo que no digas toma un valor por defecto',
  'amount in the reference currency': 'monto en la moneda de referencia',
  'reference currency': 'moneda de referencia',
  'what the payment is for': 'por qué es el pago',
  'your own reference that the payer sees, such as an order number':
    'tu propia referencia que ve quien paga, como un número de pedido',
  'your own reference that the payer does not see': 'tu propia referencia que quien paga no ve',
  'where the webhooks of this session go': 'adónde van los webhooks de esta sesión',
  'where the payer goes after paying': 'adónde va quien paga, después de pagar',
  'where the payer goes after a failed payment': 'adónde va quien paga, después de un pago fallido',
  agreement: 'acuerdo',
  "the demo account's; of another account: its newest":
    'el de la cuenta de demostración; de otra cuenta: el más nuevo',
  'of a button: 5 to 20': 'de un botón: de 5 a 20',
  'a request instead of a button: it has a due date, and can be tried again':
    'una solicitud en vez de un botón: tiene fecha límite y se puede intentar de nuevo',
  'of a request: ISO 8601': 'de una solicitud: ISO 8601',
  'of a request: it expires at its due date': 'de una solicitud: vence en su fecha límite',
  'open its payment page in the browser': 'abre su página de pago en el navegador',
  'the same key with the same body makes nothing twice':
    'la misma clave con el mismo cuerpo no crea nada dos veces',
  "print the session as the API's JSON": 'muestra la sesión como JSON de la API',
  'list the sessions of the account, newest first': 'lista las sesiones de la cuenta, la más nueva primero',
  'only those': 'solo esas',
  'show a session with its payment and its credits': 'muestra una sesión con su pago y sus créditos',
  'pay a session as the payment page does': 'paga una sesión como lo hace la página de pago',
  '000000 pays, 111111 insufficient funds, 222222 wrong key, 333333 limit':
    '000000 paga, 111111 sin fondos, 222222 clave equivocada, 333333 límite',
  'one that the agreement takes': 'uno que el acuerdo acepta',
  'how leg 2 is to end': 'cómo debe terminar la etapa 2',
  "the payer's document": 'documento de quien paga',
  "the payer's phone": 'teléfono de quien paga',
  "the payer's bank": 'banco de quien paga',
  "the payer's name": 'nombre de quien paga',
  'how the payment is to end; exit code 1 when it ends otherwise':
    'cómo debe terminar el pago; código de salida 1 si termina de otro modo',
  'print {"session_id","result","method","reason","redirect"}':
    'muestra {"session_id","result","method","reason","redirect"}',
  'wait until something happens to a session': 'espera hasta que le pase algo a una sesión',
  '{0}, or an event such as webhook.delivered:paid': '{0}, o un evento como webhook.delivered:paid',
  'expire a pending session': 'hace vencer una sesión pendiente',
  '\nWhat has happened already counts. What can no longer happen ends the wait with exit code 1.':
    '\nLo que ya pasó cuenta. Lo que ya no puede pasar termina la espera con código de salida 1.',
  'the agreements of the account': 'los acuerdos de la cuenta',
  'list the agreements of the account, newest first': 'lista los acuerdos de la cuenta, el más nuevo primero',
  'the partners of the account': 'los socios de la cuenta',
  'list the partners of the account, newest first': 'lista los socios de la cuenta, el más nuevo primero',

  'force the outcome of a session: paid, failed, expired, accredited':
    'fuerza el resultado de una sesión: paid, failed, expired, accredited',
  'what to force': 'qué forzar',
  'default: the leg that has this outcome': 'por defecto: la etapa que tiene este resultado',
  'of failed; default: bank_rejected': 'de failed; por defecto: bank_rejected',
  '\nLeg 1: {0}\nLeg 2: {1}': '\nEtapa 1: {0}\nEtapa 2: {1}',

  'wait until something has happened, once or a number of times':
    'espera hasta que algo haya pasado, una o varias veces',
  "only with this value, of the event or of a webhook's body; may be repeated":
    'solo con este valor, del evento o del cuerpo de un webhook; se puede repetir',
  'how often it has to happen': 'cuántas veces tiene que pasar',
  'print the events of the trace, one a line': 'muestra los eventos de la traza, uno por línea',
  [`
What has happened already counts; sim reset begins anew. What can no longer happen to the session ends the wait with exit
code 1.

Example: {0} wait webhook.delivered:accredited --where session_payment.amount_reference=25.5`]: `
Lo que ya pasó cuenta; sim reset empieza de cero. Lo que ya no le puede pasar a la sesión termina la espera con código de
salida 1.

Ejemplo: {0} wait webhook.delivered:accredited --where session_payment.amount_reference=25.5`,
  'check how often something has happened': 'comprueba cuántas veces pasó algo',
  'at least so often; without any of the three: once': 'al menos tantas veces; sin ninguna de las tres: una',
  'exactly so often': 'exactamente tantas veces',
  'how long it may take; without it, it has to have happened already':
    'cuánto puede tardar; sin esto, tiene que estar ya en la traza',
  'print {"expected","count","events"}': 'muestra {"expected","count","events"}',
  [`
With --within, --at-least ends as soon as enough has happened; --exactly and --none wait to the end, as one more could
still come. Exit code 1 when it is not as expected.

Example: {0} expect webhook.delivered:paid --session "$SESSION" --exactly 1`]: `
Con --within, --at-least termina en cuanto pasó lo suficiente; --exactly y --none esperan hasta el final, porque todavía
podría llegar otro. Código de salida 1 si no es lo esperado.

Ejemplo: {0} expect webhook.delivered:paid --session "$SESSION" --exactly 1`,

  'list deliveries, newest first, and why they failed':
    'lista las entregas, las más nuevas primero, y por qué fallaron',
  'show a delivery: the webhook, each answer, and why it failed':
    'muestra una entrega: el webhook, cada respuesta, y por qué falló',
  'its id, as sim delivery list shows it, or how it begins (default: the newest)':
    'su id, como lo muestra sim delivery list, o cómo empieza (por defecto: la más nueva)',
  'print the delivery, and its events of the trace': 'muestra la entrega y sus eventos de la traza en JSON',
  'only those with this in their identifier, payer or URLs, this amount, or an id that begins so':
    'solo las que llevan esto en su identificador, su pagador o sus URL, este monto, o un id que empieza así',
  'only those with this in their URL, or an id (their own, of the session) that begins so':
    'solo las que llevan esto en su URL, o un id (el suyo, el de la sesión) que empieza así',
  'only those with this in their path or bodies, such as an identifier or an amount':
    'solo las que llevan esto en su ruta o sus cuerpos, como un identificador o un monto',
  'send a webhook again, or all that were given up': 'envía un webhook otra vez, o todos los abandonados',
  'id of the delivery, as sim delivery list shows it': 'id de la entrega, como la muestra sim delivery list',
  'all that were given up and not sent again since, up to 200':
    'todos los abandonados que nadie reenvió después, hasta 200',
  'with --given-up: emitted since then, such as 2h or 2027-01-31T12:00:00Z':
    'con --given-up: emitidos desde entonces, como 2h o 2027-01-31T12:00:00Z',
  'under a fresh idempotency key, as if it were another webhook':
    'con otra idempotency-key, como si fuera otro webhook',
  'show what has happened, or follow it live': 'muestra lo que pasó, o lo sigue en vivo',
  'only events of this type, such as webhook.received; several with commas between':
    'solo eventos de este tipo, como webhook.received; varios, separados por comas',
  'only events of this session': 'solo eventos de esta sesión',
  'the latest so many': 'cuánto mostrar de lo más reciente',
  'go on with what happens, until Ctrl+C': 'sigue con lo que pasa, hasta Ctrl+C',
  "print the API's JSON; with --follow one line for each event":
    'muestra el JSON de la API; con --follow, una línea por cada evento',
  'show the API calls of the account, refused ones with their cause, or follow them live':
    'muestra las llamadas a la API de la cuenta, con la causa de las rechazadas, o las sigue en vivo',
  'one call, with its bodies: the x-request-id of its answer':
    'una llamada, con sus cuerpos: el x-request-id de su respuesta',
  'only those that were refused': 'solo las rechazadas',
  'only those that were answered with this status': 'solo las respondidas con este estado',
  'only those whose path or bodies name this session':
    'solo las que nombran esta sesión en su ruta o sus cuerpos',
  'only those from this time on, such as 2030-12-31T23:59:00Z':
    'solo desde esta hora, como 2030-12-31T23:59:00Z',
  "print the API's JSON; with --follow one line for each call":
    'muestra el JSON de la API; con --follow, una línea por cada llamada',
  [`
Calls of your programs and of sim session, trigger and the like; not those of the console. The newest 2000 of 7 days are
kept until the simulator ends.

Example: {0} calls --errors --follow`]: `
Las llamadas de tus programas y de sim session, trigger y otras; no las de la consola. Se guardan las últimas 2000 de 7
días, hasta que el simulador termine.

Ejemplo: {0} calls --errors --follow`,
  'what a partner gets: 40%, or an amount such as 12.50; may be repeated':
    'lo que recibe un socio: 40%, o un monto como 12.50; se puede repetir',
};
