import type { Phrases } from '../phrasebook.ts';

/** Titles of problems. */
const titles: Phrases = {
  'Invalid request': 'Petición no válida',
  'Bad request': 'Petición incorrecta',
  Unauthorized: 'Sin autorización',
  Forbidden: 'Prohibido',
  'Not found': 'No existe',
  'Method not allowed': 'Método no permitido',
  Conflict: 'Conflicto',
  'Body too large': 'Cuerpo demasiado grande',
  'Incomplete body': 'Cuerpo incompleto',
  'Malformed JSON': 'JSON mal formado',
  'Malformed body': 'Cuerpo mal formado',
  'Malformed text': 'Texto mal formado',
  'Unsupported media type': 'Tipo de contenido no admitido',
  'Too many requests': 'Demasiadas peticiones',
  'Too many attempts': 'Demasiados intentos',
  'Too many streams': 'Demasiadas conexiones de eventos',
  'Over the quota': 'Cuota superada',
  Busy: 'Ocupado',
  'Storage unavailable': 'Almacén no disponible',
  'Service unavailable': 'Servicio no disponible',
  'Internal error': 'Error interno',
  'Out of order': 'Fuera de servicio',
  'Not ready': 'No está listo',
  'Failed on purpose': 'Falla a propósito',
  'Invalid transition': 'Transición no válida',
  'The session is already paid': 'La sesión ya está pagada',
  'The session cannot be paid': 'La sesión no se puede pagar',
  'Paid already': 'Ya está pagada',
  'Wrong pairing code': 'Código de vinculación erróneo',
  'Terminal already linked': 'Terminal ya vinculada',
  'No merchant': 'Sin comercio',
  'Snapshot too large': 'Instantánea demasiado grande',
  'The simulator is stopping': 'El simulador se está deteniendo',
};

/** What a request is about, where it does not exist. */
const things: Phrases = {
  account: 'esa cuenta',
  agreement: 'ese acuerdo',
  class: 'esa clase',
  closing: 'ese cierre',
  delivery: 'esa entrega',
  receiver: 'ese receptor',
  session: 'esa sesión',
  terminal: 'esa terminal',
  token: 'ese token',
  trainee: 'ese participante',
  transaction: 'esa transacción',
};

/** Problems that have nothing to do with what an operation does. */
const requests: Phrases = {
  'The request is not valid.': 'La petición no es válida.',
  'There is no such {} in this account.': 'En esta cuenta no existe {t}.',
  'This path does not take {}; it takes {}.': 'Esta ruta no acepta {}; acepta {}.',
  'No operation has the path {}. GET /openapi.json lists them all.':
    'Ninguna operación tiene la ruta {}. GET /openapi.json las muestra todas.',
  'The path {} is an older form, which is not taken: call {}.':
    'La ruta {} es una forma antigua, que no se acepta: llama a {}.',
  "No operation has the path {}: the checkout SDK's own API is not simulated. Below /api/svcpagos there are login and refresh-token; who pays does so at the payment_url of a session.":
    'Ninguna operación tiene la ruta {}: la API propia del SDK de pago no se simula. Bajo /api/svcpagos están login y refresh-token; quien paga lo hace en la payment_url de una sesión.',
  'This operation needs JSON: send "Content-Type: application/json".':
    'Esta operación necesita JSON: envía "Content-Type: application/json".',
  'This operation needs JSON: send "Content-Type: application/json" instead of "{}".':
    'Esta operación necesita JSON: envía "Content-Type: application/json" en lugar de "{}".',
  'This operation needs a form: send "Content-Type: application/x-www-form-urlencoded" or multipart/form-data.':
    'Esta operación necesita un formulario: envía "Content-Type: application/x-www-form-urlencoded" o multipart/form-data.',
  'The body is said to be in the charset "{}": send it in UTF-8, with charset=utf-8 or none.':
    'El cuerpo dice estar en el juego de caracteres "{}": envíalo en UTF-8, con charset=utf-8 o sin charset.',
  'The body is UTF-16, not UTF-8, from the byte at offset {} on; send it in UTF-8.':
    'El cuerpo es UTF-16, no UTF-8, desde el byte en la posición {}; envíalo en UTF-8.',
  'The body is not UTF-8: the byte at offset {} belongs to no character; send it in UTF-8.':
    'El cuerpo no es UTF-8: el byte en la posición {} no es de ningún carácter; envíalo en UTF-8.',
  'The body is empty; this operation needs JSON.': 'El cuerpo está vacío; esta operación necesita JSON.',
  'The body is not JSON: {}.': 'El cuerpo no es JSON: {t}.',
  'The JSON is nested deeper than {} levels.': 'El JSON tiene más de {} niveles de profundidad.',
  'A body of more than {} pieces has at least {} bytes in each.':
    'Un cuerpo de más de {} trozos tiene al menos {} bytes en cada uno.',
  'A body may have at most {} bytes.': 'Un cuerpo puede tener como máximo {} bytes.',
  'The connection ended before the body did.': 'La conexión terminó antes que el cuerpo.',
  'An Idempotency-Key may have at most {} characters.':
    'Una Idempotency-Key puede tener como máximo {} caracteres.',
  'This Idempotency-Key was used within the last 24 hours for another request; send a new key with a new request.':
    'Esta Idempotency-Key se usó en las últimas 24 horas para otra petición; con una petición nueva envía una clave nueva.',
  'Chaos answers so (seed {}, call {}): nothing was done. DELETE /control/chaos ends it.':
    'Así responde el caos (semilla {}, llamada {}): no se hizo nada. DELETE /control/chaos lo termina.',
  'The simulator failed to answer; its log says why under this request id.':
    'El simulador no pudo responder; su registro dice por qué bajo este id de petición.',
  'The simulator cannot use its store at the moment: the disk is full, or the database is away. Try again, with the same Idempotency-Key if you sent one: a database that goes away in the middle may have stored the change.':
    'El simulador no puede usar su almacén en este momento: el disco está lleno, o no responde la base de datos. Inténtalo otra vez, con la misma Idempotency-Key si enviaste una: una base de datos que se va a la mitad puede haber guardado el cambio.',
  'The store failed where it must not ({}), and takes part in nothing any more. What it has stored is right: start again.':
    'El almacén falló donde no debe ({}), y ya no participa en nada. Lo que guardó está bien: inicia otra vez.',
  'It stops before the clock has come to its end; it shows {}. Advance it by what is left once the simulator runs again.':
    'Se detiene antes de que el reloj llegue a su fin; marca {}. Adelanta lo que falta cuando el simulador funcione otra vez.',
};

/** What somebody asks for too often, or has too much of. */
const limits: Phrases = {
  "The account's throttle allows {} requests a minute; wait for Retry-After seconds, or set throttle_per_minute to null in PUT /console/settings.":
    'El límite de la cuenta, en peticiones por minuto, es {}; espera los segundos de Retry-After, o pon throttle_per_minute en null con PUT /console/settings.',
  'There were too many {}; wait {} s (Retry-After) and try again.':
    'Hubo demasiados {t}; espera {} s (Retry-After) e inténtalo otra vez.',
  '{} from this address': '{t} desde esta dirección',
  '{} with this name': '{t} con este nombre',
  'log-ins': 'inicios de sesión',
  registrations: 'registros',
  'tries of a code': 'intentos con un código',
  'Too many passwords are being checked at the moment; wait for Retry-After seconds and try again.':
    'En este momento se comprueban demasiadas contraseñas; espera los segundos de Retry-After e inténtalo otra vez.',
  'Too many large answers are asked for at the moment; wait for Retry-After seconds, and ask for fewer at once.':
    'En este momento se piden demasiadas respuestas grandes; espera los segundos de Retry-After, y pide menos a la vez.',
  'The account has {} event streams open, which is the most that there may be; close one of them.':
    'La cuenta tiene {} conexiones de eventos abiertas, que es lo máximo; cierra una.',
  'The account has {} stored, which is the most that it may have here (quota {}). POST /control/reset makes room, and so does time: what has not changed for {} days goes.':
    'La cuenta tiene guardado lo máximo que puede tener aquí: {t} (cuota {}). POST /control/reset hace espacio, y el tiempo también: lo que no cambia en {} días se borra.',
  'The simulator keeps its records in memory, which is nearly used up, and the account has more of them than others (quota stored_mib). POST /control/reset makes room.':
    'El simulador guarda sus datos en memoria, que casi se acabó, y la cuenta tiene más que otras (cuota stored_mib). POST /control/reset hace espacio.',
  'The terminal has made {} closings, which is the most that it may here. POST /control/reset makes room.':
    'El terminal hizo {} cierres, que es lo máximo que puede aquí. POST /control/reset hace espacio.',
  '{} sessions': '{} sesiones',
  '{} MiB': '{} MiB',
  "There were too many {} for this account's receivers and payment pages, which take {} (quota {}); wait for Retry-After seconds.":
    'Llegó más de lo que admiten los receptores y páginas de pago de esta cuenta, que es {2} {1t} (cuota {3}); espera los segundos de Retry-After.',
  requests: 'peticiones',
  bytes: 'bytes',
};

export const problems: Phrases = { ...titles, ...things, ...requests, ...limits };
