import type { Phrases } from '@svc-simulator/server/http/phrasebook.ts';

/** What fields and parameters hold. */
export const fieldPhrases: Phrases = {
  '`cursor` of the next page; null at the end.': '`cursor` de la página siguiente; null al final.',
  '`none`: without the trace and what is over of the deliveries.':
    '`none`: sin la traza y sin las entregas ya terminadas.',
  'Of `captura`: the status that it answers.': 'De `captura`: el estado que responde.',
  'Of `captura`: the text that it answers.': 'De `captura`: el texto que responde.',
  'Of `captura`: how long it waits before it answers.': 'De `captura`: cuánto espera antes de responder.',
  'Of `captura`: so many times it fails for each `idempotency-key`, with `answer_status` or 500, and answers 200 afterwards.':
    'De `captura`: cuántas veces falla por cada `idempotency-key`, con `answer_status` o 500; después responde 200.',
  'Which one of a file with several accounts: its id or its name.':
    'Cuál de un archivo con varias cuentas: su id o su nombre.',
  'Language of the verdict: `es` (default) or `en`.': 'Idioma del veredicto: `es` (por defecto) o `en`.',
  'Language of titles and hints: `es` (default) or `en`.':
    'Idioma de los títulos y las pistas: `es` (por defecto) o `en`.',
  'Language of the practices’ titles: `es` (default) or `en`.':
    'Idioma de los títulos de las prácticas: `es` (por defecto) o `en`.',
  'Language of the sentences, `es` or `en`.': 'Idioma de las frases, `es` o `en`.',
  'Language of the sentences: `en` (default) or `es`.': 'Idioma de las frases: `en` (por defecto) o `es`.',
  '`es` or `en`.': '`es` o `en`.',
  'One of these, or several with commas between: {}.': 'Uno de estos, o varios separados por comas: {}.',
  'Of a live stream: the id of the last call that the reader has.':
    'De una conexión en vivo: el id de la última llamada que tiene el lector.',
  'As it was sent, secrets replaced; empty where it is no JSON.':
    'Como se envió, con los secretos reemplazados; vacío donde no es JSON.',
  'Of the whole body; more than `text` has of one that was cut.':
    'Del cuerpo entero; más de los que tiene `text` si se cortó.',
  'Why it was refused, in the language of the request; null of one that succeeded.':
    'Por qué se rechazó, en el idioma de la petición; null si tuvo éxito.',
  'Increasing.': 'Crece.',
  'Real time, whatever the account’s clock says.': 'Hora real, diga lo que diga el reloj de la cuenta.',
  'With its query.': 'Con su consulta.',
  'An `operationId` of this document.': 'Un `operationId` de este documento.',
  '`x-request-id` of the answer.': 'El `x-request-id` de la respuesta.',
  'Null when there was none, or it was refused before it was read.':
    'Null si no había, o si se rechazó antes de leerlo.',
  'JSON of what was sent there; null when there was nothing.':
    'El JSON de lo que se envió ahí; null si no había nada.',
  '`errors` of the problem that it was answered with.': '`errors` del problema con que se respondió.',
  'Of a refused call, or one from a page in a browser, in the language of the request.':
    'De una llamada rechazada, o de una página en un navegador, en el idioma de la petición.',
  'Of a call by a page in a browser: where the page is from; `null` as a text where it hides that.':
    'De una llamada de una página en un navegador: de dónde es la página; `null` como texto si lo oculta.',
  'A snapshot brought it: it counts for no class and no certificate until it is done here.':
    'La trajo una instantánea: no cuenta para ninguna clase ni certificado hasta que se haga aquí.',
  'Of a session.': 'De una sesión.',
  'How a payment ended: `paid`, `failed`, `expired`.': 'Cómo terminó un pago: `paid`, `failed`, `expired`.',
  'Of the session that was paid.': 'De la sesión que se pagó.',
  'Only those that were refused.': 'Solo las rechazadas.',
  'An `operationId`.': 'Un `operationId`.',
  'Only those whose path or bodies name it.': 'Solo las que la nombran en su ruta o en sus cuerpos.',
  'The id of a call.': 'El id de una llamada.',
  'Of a live stream: the id of the last event that the reader has.':
    'De una conexión en vivo: el id del último evento que tiene quien lee.',
  '`Bearer` and the metrics token, when the simulator was given one.':
    '`Bearer` y el token de las mediciones, cuando el simulador recibió uno.',
  'Statuses with commas between them.': 'Estados separados por comas.',
  'Only those that were emitted at this time or later.': 'Solo los que se emitieron a esta hora o después.',
  'Only those to an address that contains this.': 'Solo los que van a una dirección que contiene esto.',
  'false: there may be more; the same call sends the next ones.':
    'false: quizás queden más; la misma llamada reenvía los siguientes.',
  'Only those that have this text, in either case: in the identifier, what the payer typed, or a URL; as the amount; as the beginning of the id.':
    'Solo las que tienen este texto, en mayúsculas o minúsculas: en el identificador, en lo que escribió el pagador o en una URL; como el monto; como el comienzo del id.',
  'Only those that have this text, in either case: in the URL; as the beginning of the id, of the session’s, or of the idempotency key.':
    'Solo las que tienen este texto, en mayúsculas o minúsculas: en la URL; como el comienzo del id, del de la sesión o de la clave de idempotencia.',
  'Only those that have this text, in either case: in the path or a body as they are shown; as the beginning of the request’s id.':
    'Solo las que tienen este texto, en mayúsculas o minúsculas: en la ruta o en un cuerpo, tal como se muestran; como el comienzo del id de la petición.',
  'Only those whose webhooks arrived, are on their way, or were given up and have not arrived since.':
    'Solo aquellas cuyos webhooks llegaron, están en camino, o se abandonaron y no llegaron después.',
  'Oldest first.': 'El más viejo primero.',
  'Of a healed one: the delivery that arrived.': 'De una recuperada: la entrega que llegó.',
  'Those that have ended.': 'Los que ya terminaron.',
  'null: no answer came.': 'null: no llegó respuesta.',
  'Of the receiver’s answer.': 'De la respuesta del receptor.',
  'The likeliest reason of a failure, such as `signature_secret` or `too_slow`.':
    'La causa más probable de una falla, como `signature_secret` o `too_slow`.',
  'How many there are on all pages.': 'Cuántos hay en todas las páginas.',
  'The same as in the path.': 'El mismo de la ruta.',
  'At most 2 decimals.': '2 decimales como máximo.',
  'Not taken any more: send {}.': 'Ya no se acepta: envía {}.',
  'Older name of {}.': 'Nombre anterior de {}.',
  'What trainees join with: 8 characters, none of which looks like another.':
    'Con lo que entran los participantes: 8 caracteres, ninguno parecido a otro.',
  'Since when nobody can join; null: it is open.': 'Desde cuándo no puede entrar nadie; null: está abierta.',
  'Accepted and ignored: a batch succeeds or fails as a whole.':
    'Se acepta y se ignora: un lote sale bien o falla entero.',
  'Decimal with at most 2 decimals.': 'Decimal con 2 decimales como máximo.',
  'Method and path, or null when it is about more than one.':
    'Método y ruta, o null cuando trata de más de una.',
  '`next` may be added to its query: the page of the console to begin with.':
    'A su query se puede añadir `next`: la página de la consola con la que empezar.',
  'By the simulator’s time, whatever the account’s clock shows.':
    'Por la hora del simulador, marque lo que marque el reloj de la cuenta.',
  'JSON Pointer (RFC 6901) into the request body.': 'JSON Pointer (RFC 6901) al cuerpo de la petición.',
  'Of `failed`; left out: `bank_rejected`.': 'De `failed`; sin él: `bank_rejected`.',
  'Whether anything is made to go wrong.': 'Si se hace salir algo mal.',
  'The same seed gives the same faults.': 'La misma semilla da las mismas fallas.',
  'Webhooks that were emitted since it was set.': 'Webhooks emitidos desde que se puso.',
  'API calls since it was set, where their answers are concerned at all.':
    'Llamadas a la API desde que se puso, si es que afecta a sus respuestas.',
  'How many faults there were since it was set.': 'Cuántas fallas hubo desde que se puso.',
  'When each practice that is done was done.': 'Cuándo se hizo cada práctica que está hecha.',
  'The first practice that is not done; null: all are.':
    'La primera práctica que no está hecha; null: todas lo están.',
  'When the trainee last completed a practice, or joined.':
    'Cuándo completó el participante la última práctica, o entró.',
  'In the order in which they joined.': 'En el orden en que entraron.',
  'What the account’s clock shows.': 'Lo que marca el reloj de la cuenta.',
  'Whether it stands still.': 'Si está detenido.',
  'How many sessions are gone since, as 14 days had passed since their last change.':
    'Cuántas sesiones se fueron desde entonces, porque pasaron 14 días desde su último cambio.',
  'How far it is ahead of real time; negative: behind.':
    'Cuánto va por delante de la hora real; negativo: por detrás.',
  'Real time, by the machine of the simulator.': 'La hora real, la de la máquina del simulador.',
  'Where it keeps its data; told by one that listens on the machine itself alone.':
    'Dónde guarda sus datos; lo dice el que escucha solo en la propia máquina.',
  'Of its merchant profile, if it has one.': 'De su perfil de comercio, si tiene uno.',
  'When the token that the registration gave was revoked.': 'Cuándo se revocó el token que dio el registro.',
  'Id of the first one that is not done; null when all are.':
    'Id de la primera que no está hecha; null cuando todas lo están.',
  'What it is about: `first_steps`, `webhooks`, `bad_outcomes` and so on, in the order of learning.':
    'De qué trata: `first_steps`, `webhooks`, `bad_outcomes`, etc., en el orden de aprender.',
  'What to do, for somebody who does not know how.': 'Qué hacer, para quien no sabe cómo.',
  'null: there is no script.': 'null: no hay guion.',
  'Of which ready rules it is one.': 'De qué reglas listas es una.',
  'The amount, or a pattern of it, written with two decimals: `*.02` is any amount of 2 cents.':
    'El monto, o un patrón de él, escrito con dos decimales: `*.02` es cualquier monto con 2 céntimos.',
  'Exact, or with `*` for any text.': 'Exacto, o con `*` por cualquier texto.',
  'How the payer pays: the rule is looked at when somebody does, on the payment page.':
    'Cómo se paga: la regla se mira cuando alguien lo hace, en la página de pago.',
  'Left out: as the payer decides.': 'Sin él: como decida quien paga.',
  '`none`: never accredited. Left out: as it would go without a script.':
    '`none`: nunca se acredita. Sin él: como iría sin guion.',
  'From the creation of the session. Left out: when somebody pays on the payment page.':
    'Desde la creación de la sesión. Sin él: cuando alguien paga en la página de pago.',
  'What a payer is told whose payment fails.': 'Lo que se dice a quien le falla el pago.',
  'Why a payment fails. Left out: `bank_rejected`.': 'Por qué falla un pago. Sin él: `bank_rejected`.',
  'When the outcomes are used up: `stop` matches no more (default), `repeat` begins again, `last` stays at the last.':
    'Cuando se acaban los resultados: `stop` ya no coincide (por defecto), `repeat` empieza otra vez, `last` se queda en el último.',
  'How many outcomes it has handed out.': 'Cuántos resultados ha entregado.',
  'Its place in `outcomes`, from 0.': 'Su lugar en `outcomes`, desde 0.',
  'What the next session gets that it matches; null: it matches no more.':
    'Lo que recibe la próxima sesión con la que coincide; null: ya no coincide.',
  'In the order in which they are tried: the account’s own, then the ready ones.':
    'En el orden en que se prueban: las propias de la cuenta, luego las listas.',
  'What the account’s clock showed; every other time is as long ago, or ahead, as it is from this one.':
    'Lo que marcaba el reloj de la cuenta; toda otra hora está tan atrás, o adelante, como lo está de esta.',
  'Its own clock: where it stands still, or how far it is ahead of the machine; null: real time.':
    'Su propio reloj: dónde está detenido, o cuánto va por delante de la máquina; null: la hora real.',
  'The agreement that a reset gives back.': 'El acuerdo que devuelve un reinicio.',
  'The trace says it of each session that matched.': 'La traza lo dice de cada sesión que coincidió.',
  'All of it has to be true; `{}` is every session.': 'Todo tiene que cumplirse; `{}` es cualquier sesión.',
  'Handed out in order, one to each session that matches; `{}` goes as it would without a script.':
    'Se entregan en orden, uno a cada sesión que coincide; `{}` va como iría sin guion.',
  'How many outcomes each rule has handed out.': 'Cuántos resultados ha entregado cada regla.',
  'Signs `svc-signature` of every webhook from now on.':
    'Firma `svc-signature` de todos los webhooks desde ahora.',
  'Signs `svc-signature-previous`.': 'Firma `svc-signature-previous`.',
  'By the account’s clock.': 'Según el reloj de la cuenta.',
  'The former secret, while it signs beside the new one.':
    'El secreto anterior, mientras firma junto al nuevo.',
  'JWT, HS256.': 'Un JWT con HS256.',
  'Seconds.': 'Segundos.',
  'The end of the token; the token itself is not kept.': 'El final del token; el token mismo no se guarda.',
  'Tokens and browsers that are logged in go on; default: all end but the token that asks.':
    'Los tokens y los navegadores que están dentro siguen; por defecto terminan todos menos el token que lo pide.',
  'To the minute; handing it out counts as a use.': 'Al minuto; entregarlo cuenta como uso.',
  'The token that was refreshed for it, or by which the browser came in that made it; null: none.':
    'El token que se renovó por él, o con el que entró el navegador que lo hizo; null: ninguno.',
  'How far all times of the file were shifted.': 'Cuánto se desplazaron todas las horas del archivo.',
  'How many of each list.': 'Cuántos de cada lista.',
  'API token.': 'Token de la API.',
  'Payment key: 000000 pays, 111111 insufficient funds, 222222 wrong key, 333333 limit exceeded.':
    'Clave de pago: 000000 paga, 111111 fondos insuficientes, 222222 clave errónea, 333333 límite superado.',
  'Four-digit code of a bank.': 'Código de cuatro dígitos de un banco.',
  'RFC 9457.': 'Según RFC 9457.',
  'Short human summary.': 'Resumen breve para personas.',
  'Specific to this occurrence.': 'Propio de este caso.',
  'Kept for backward compatibility.': 'Se conserva por compatibilidad.',
  'The request id: urn:uuid:….': 'El id de la petición: urn:uuid:….',
  'In the payment-session API.': 'En la API de sesiones de pago.',
  '`owner` or the id of a partner.': '`owner` o el id de un socio.',
  'Gross.': 'Bruto.',
  'Net.': 'Neto.',
  'Split receivers plus the owner.': 'Los destinatarios del reparto más el dueño.',
  'Shown this once.': 'Se muestra esta única vez.',
  'Also the `delivery_id` of its events in the trace.':
    'También el `delivery_id` de sus eventos en la traza.',
  '`event` of the body that was sent.': '`event` del cuerpo que se envió.',
  'What the receiver answered; null when no answer came.':
    'Lo que respondió el receptor; null cuando no respondió.',
  'How long the receiver took; through a relay, as the relay measured it.':
    'Cuánto tardó el receptor; por un relay, según lo midió el relay.',
  'What the simulator measured, the way to a relay and back included.':
    'Lo que midió el simulador, con la ida y vuelta a un relay.',
  'Null while the probe is still on its way (202).': 'null mientras la prueba va en camino (202).',
  'What the answer means, in the language of `Accept-Language`.':
    'Qué significa la respuesta, en el idioma de `Accept-Language`.',
  'What to do about it; null when there is nothing to mend.':
    'Qué hacer; null cuando no hay nada que arreglar.',
  'The same as `{}`.': 'Lo mismo que `{}`.',
  'The same as `{}`. {}': 'Lo mismo que `{}`. {t}',
  'The page where the payer pays.': 'La página donde se paga.',
  'QR of payment_url: PNG as a data-uri in base64.': 'QR de payment_url: un PNG como data-uri en base64.',
  'Of a button.': 'De un botón.',
  'null: does not expire by itself.': 'null: no vence por sí sola.',
  'For the payer: in Spanish, or in English where the page was.':
    'Para quien paga: en español, o en inglés donde lo estaba la página.',
  'Once paid; null until leg 2. By receiver (`owner`, or the id of a partner), or a list, as the account setting `receiver_credits` says.':
    'Una vez pagada; null hasta la etapa 2. Por destinatario (`owner`, o el id de un socio), o una lista, como diga el ajuste `receiver_credits` de la cuenta.',
  'Digits of a 32-bit integer over 0; no other credit of the account has it.':
    'Cifras de un entero de 32 bits mayor que 0; ningún otro crédito de la cuenta lo tiene.',
  'Digits.': 'Cifras.',
  'Its payments that are pending.': 'Sus pagos pendientes.',
  'What the amount is worth in VES.': 'Lo que vale el monto en VES.',
  'VES per unit of its currency.': 'VES por unidad de su moneda.',
  'Its currency.': 'Su moneda.',
  '`paid_pending` is not simulated.': '`paid_pending` no se simula.',
  'What was paid, in VES.': 'Lo que se pagó, en VES.',
  'Of crypto: the wallet.': 'De cripto: la billetera.',
  'When the payer paid, to the second.': 'Cuándo pagó, hasta el segundo.',
  'Once paid; null until leg 2.': 'Una vez pagada; null hasta la etapa 2.',
  'Why the last try to pay failed, one of {}; or why the session expired.':
    'Por qué falló el último intento de pagar, uno de {}; o por qué venció la sesión.',
  'Rules that come with the simulator, tried after `rules`.':
    'Reglas que trae el simulador, que se prueban después de `rules`.',
  'Permanent: every visit starts a payment.': 'Permanente: cada visita inicia un pago.',
  'Increasing within the account.': 'Crece dentro de la cuenta.',
  'For example `session.paid` or `webhook.attempted`.': 'Por ejemplo `session.paid` o `webhook.attempted`.',
  'C: credit, D: debit.': 'C: crédito, D: débito.',
  'Spelled so in the contract; set when CANCELED or VOIDED.':
    'Así se escribe en el contrato; se pone al quedar CANCELED o VOIDED.',
  'Why the payment failed, or why the session expired, as status says it.':
    'Por qué falló el pago, o por qué venció la sesión, como lo dice el estado.',
  'In the events of leg 2.': 'En los eventos de la etapa 2.',
  'The same fields again, where integrations in the field read them, and those that some of them read beside these.':
    'Los mismos campos otra vez, donde los leen las integraciones ya en uso, y los que algunas leen además.',
  'The account setting `webhook_body` picks the shape: `both` (default), `flat` (without `data`) or `data` (only there).':
    'El ajuste `webhook_body` de la cuenta elige la forma: `both` (por defecto), `flat` (sin `data`) o `data` (solo ahí).',
};
