import type { Catalogue } from '@svc-simulator/core';

/** Help of what steers the simulator and examines receivers: script, clock, chaos, probe, doctor, snapshot, reset. */
export const helpControl: Catalogue = {
  'rules for how the next sessions end: set, show or clear them':
    'reglas de cómo terminan las próximas sesiones: ponerlas, verlas o quitarlas',
  'set how the next sessions end, by the rules of a file':
    'fija cómo terminan las próximas sesiones, con las reglas de un archivo',
  'show the rules, how often each matched and what comes next':
    'muestra las reglas, cuántas veces se aplicó cada una y qué viene después',
  'remove the rules': 'quita las reglas',
  'show the amounts that decide how a session ends, or set them as rules':
    'muestra los montos que deciden cómo termina una sesión, o los pone como reglas',
  'make them the script of the account, in place of the one that it has':
    'los pone como guion de la cuenta, en lugar del que tiene',
  'print the rules as JSON': 'muestra las reglas como JSON',
  [`
Without --set it only prints the table, and needs no simulator. To have rules of your own as well, which are tried first,
write "ready: magic_amounts" into the file of {0} script set.`]: `
Sin --set solo muestra la tabla, y no necesita un simulador. Para tener también reglas propias, que se prueban primero,
escribe "ready: magic_amounts" en el archivo de {0} script set.`,
  [`
The script that is there is replaced, and every rule begins with its first outcome. For example:

  rules:
    - match: { identifier: order-* }
      outcomes:
        - { leg1: failed, user_message: Card declined }
        - { leg1: paid, leg2: accredited }
  ready: magic_amounts`]: `
Reemplaza el guion que hay, y cada regla empieza con su primer resultado. Por ejemplo:

  rules:
    - match: { identifier: order-* }
      outcomes:
        - { leg1: failed, user_message: Tarjeta rechazada }
        - { leg1: paid, leg2: accredited }
  ready: magic_amounts`,
  '\nSessions that have an outcome of the script keep it.':
    '\nLas sesiones que ya tienen un resultado del guion lo conservan.',

  "the account's clock: show, stop, set or advance it":
    'el reloj de la cuenta: verlo, detenerlo, ponerlo o adelantarlo',
  'show the time of the account': 'muestra la hora de la cuenta',
  'stop the clock: nothing expires, nothing is retried': 'detiene el reloj: nada vence, nada se reintenta',
  'let the clock go on from where it stands': 'deja que el reloj siga desde donde está',
  'set the clock': 'pone el reloj a una hora',
  'ISO 8601 date or date and time, such as 2027-01-31T23:59:00Z; without an offset, UTC':
    'fecha, o fecha y hora, en ISO 8601, como 2027-01-31T23:59:00Z; sin desfase, UTC',
  'stop the clock there; without it, it runs or stands still as before':
    'detiene el reloj ahí; sin esta opción, corre o está detenido como antes',
  [`
What comes due by that happens at once, at the new time. To have it happen in order, each thing at its own time,
use {0} clock advance.`]: `
Lo que con eso llega a su hora pasa enseguida, todo a la hora nueva. Para que pase en orden, cada cosa a su hora,
usa {0} clock advance.`,
  'let time pass: what comes due happens in order, webhooks included':
    'deja pasar el tiempo: lo previsto pasa en orden, también los webhooks',
  [`
Sessions, deliveries and the trace are deleted 14 days after their last change, by this clock too.`]: `
Sesiones, entregas y traza se borran para siempre 14 días después de su último cambio, también por este reloj.`,
  'such as 90s, 14d, 14 days or 1h 30m': 'como 90s, 14d, 14 días o 1h 30m',
  'how long to wait for the answer, in milliseconds': 'cuánto esperar la respuesta, en milisegundos',
  'go back to real time': 'vuelve a la hora real',

  'faults in webhooks and API answers, the same ones for the same seed':
    'fallos en webhooks y respuestas de la API, los mismos con la misma semilla',
  'choose faults, and how often each happens': 'elige fallos, y cuántas veces ocurre cada uno',
  'the same seed gives the same faults; without one, one is picked and printed':
    'la misma semilla da las mismas fallas; si falta, se elige una y se muestra',
  'webhooks that are sent twice, under the same idempotency key: 0 to 1':
    'webhooks que se envían dos veces, con la misma idempotency-key: de 0 a 1',
  'webhooks that come after the next one of their session: 0 to 1':
    'webhooks que llegan después del siguiente de su sesión: de 0 a 1',
  'hold webhooks back: milliseconds, or two of them as in 100-2000':
    'retiene webhooks: milisegundos, o dos números como 100-2000',
  'attempts that are not sent: 0 to 1': 'intentos que no salen: de 0 a 1',
  'attempts with a wrong signature: 0 to 1': 'intentos con una firma equivocada: de 0 a 1',
  'attempts that were signed 10 minutes ago: 0 to 1': 'intentos firmados hace 10 minutos: de 0 a 1',
  'hold answers of the API back: milliseconds, or two as in 100-2000':
    'retiene respuestas de la API: milisegundos, o dos números como 100-2000',
  'API calls that are answered 500 or 503: 0 to 1': 'llamadas a la API que reciben 500 o 503: de 0 a 1',
  [`
It replaces what was set before; faults that are left out are off.

Example: {0} chaos set --seed 42 --drop 0.1 --duplicate 0.2 --delay 0-2000`]: `
Reemplaza lo que había antes; las fallas que no nombres quedan apagadas.

Ejemplo: {0} chaos set --seed 42 --drop 0.1 --duplicate 0.2 --delay 0-2000`,
  'show the faults that are on, and how often each has happened':
    'muestra los fallos activos, y cuántas veces ocurrió cada uno',
  'turn all faults off': 'apaga todos los fallos',

  'send a webhook with a fault on purpose, and check the answer':
    'envía un webhook con un fallo a propósito, y revisa la respuesta',
  'id of a session whose receiver has answered a webhook with 2xx':
    'id de una sesión cuyo receptor ya respondió 2xx a un webhook',
  'what is wrong with the webhook': 'qué tiene de incorrecto el webhook',
  "print the verdict as the API's JSON": 'muestra el veredicto como JSON de la API',
  [`
A receiver should refuse bad_signature and stale_timestamp with 4xx, and take duplicate, unknown_event and
extra_fields with 2xx. Exit code 0: it did; 1: it did not, or the probe was refused; 4: no verdict came in time.`]: `
Un receptor debe rechazar bad_signature y stale_timestamp con 4xx, y aceptar duplicate, unknown_event y extra_fields con
2xx. Código de salida 0: lo hizo; 1: no lo hizo, o la prueba fue rechazada; 4: no hubo veredicto a tiempo.`,
  'test a webhook receiver: what is wrong with it, and how to mend it':
    'prueba un receptor de webhooks: qué le falla, y cómo arreglarlo',
  'of the receiver, such as http://localhost:3000/webhooks':
    'del receptor, por ejemplo http://localhost:3000/webhooks',
  'the webhook_secret that the receiver verifies with': 'el webhook_secret con el que verifica el receptor',
  "the demo account's": 'el de la cuenta de demostración',
  'agreement of the sessions': 'acuerdo de las sesiones',
  "the demo account's, or a new one": 'el de la cuenta de demostración, o uno nuevo',
  'print {"url","simulator","healthy","checks"}': 'muestra {"url","simulator","healthy","checks"}',
  [`
It opens sessions whose webhooks go to the receiver, and sends it some that misbehave. Let it be one for tests: what it
is sent looks like real payments, and one check crashes a receiver that any stranger could crash.

Where no simulator runs, or none with that secret, it starts one for itself and keeps nothing.

Exit code 0: nothing is wrong; 1: a check failed; 2: the secret is missing.

Example: {0} doctor http://localhost:3000/webhooks --secret "$WEBHOOK_SECRET" --junit doctor.xml`]: `
Abre sesiones cuyos webhooks van al receptor, y le envía algunos incorrectos. Usa un receptor de pruebas: lo que recibe
parece un pago real, y una de las pruebas puede tumbar un receptor que cualquier extraño podría tumbar.

Si no hay un simulador en marcha, o ninguno con ese secreto, inicia uno para sí mismo y no guarda nada.

Código de salida 0: nada está mal; 1: falló una prueba; 2: falta el secreto.

Ejemplo: {0} doctor http://localhost:3000/webhooks --secret "$WEBHOOK_SECRET" --junit doctor.xml`,

  'the account in a file: save it, load it': 'la cuenta en un archivo: la guarda, la carga',
  'write the account to a file that can be committed':
    'escribe la cuenta en un archivo que puede ir al repositorio',
  'where to write it; - is standard output': 'dónde escribirla; - es la salida estándar',
  'without the trace, and without deliveries that are over': 'sin la traza y sin las entregas terminadas',
  'the accounts of sim start --seed, all of them': 'todas las cuentas de sim start --seed',
  'these accounts too, by their API tokens': 'también estas cuentas, por sus tokens de API',
  'say as JSON what was saved': 'dice como JSON lo que se guardó',
  '\nThe file has no tokens, passwords or secrets: it can be committed. A file that has the same content already is not written again.':
    '\nEl archivo no tiene tokens, contraseñas ni secretos: puede ir al repositorio. Si ya tiene lo mismo, queda como está.',
  'replace the account by what a file holds': 'reemplaza la cuenta por lo que tiene un archivo',
  'what sim snapshot save wrote; - is standard input':
    'lo que escribió sim snapshot save; - es la entrada estándar',
  'which one of several accounts in the file: its name or its id':
    'cuál de varias cuentas del archivo: su nombre o su id',
  '\nWhat the account has is gone, and it becomes what the file holds, all or nothing; its tokens, its password and its\nwebhook secret stay. On a terminal it asks before, elsewhere it does not.':
    '\nLo que la cuenta tiene se pierde, y pasa a ser lo que contiene el archivo, todo o nada; sus tokens, su contraseña y su\nsecreto de webhooks se quedan. En una terminal pregunta antes; en otro sitio no.',
  'empty the account; its credentials stay': 'vacía la cuenta; sus credenciales quedan',
  'ask nothing': 'no pregunta nada',
  '\nSessions, trace, settings and progress of the account are gone. On a terminal it asks before, elsewhere it does not.':
    '\nSe pierden las sesiones, la traza, los ajustes y el progreso de la cuenta. En una terminal pregunta antes; en otro\nlugar, no.',
};
