import type { Phrases } from '../phrasebook.ts';
import { forcedOutcomes } from './forced-outcomes.ts';

/** Who somebody is, and by what token or signature. */
const credentials: Phrases = {
  'The token is missing: send "Authorization: Bearer <token>" with {}.':
    'Falta el token: envía "Authorization: Bearer <token>" con {t}.',
  'The Authorization header does not have the form "Bearer <token>".':
    'La cabecera Authorization no tiene la forma "Bearer <token>".',
  'The token is unknown.': 'El token es desconocido.',
  'The token stands in quotes, as in a .env file; send it without them. This operation wants {}.':
    'El token va entre comillas, como en un archivo .env; envíalo sin ellas. Esta operación pide {t}.',
  'The token is unknown; this operation wants {}.': 'El token es desconocido; esta operación pide {t}.',
  'The token has expired; log in again.': 'El token venció; inicia sesión otra vez.',
  'The token was revoked at {}; log in for another one.':
    'El token se revocó a las {}; inicia sesión para tener otro.',
  'The token is over: it was given in exchange for another one, and such a token lives for 15 minutes. POST /console/token with the API token gives another console token; the API reference, loaded again, has another API token.':
    'El token se terminó: se dio a cambio de otro, y un token así vive 15 minutos. POST /console/token con el token de la API da otro token de la consola; la referencia de la API, cargada otra vez, tiene otro token de la API.',
  "The token is of the wrong kind: it looks like a merchant's access token, and this operation wants {}.":
    'El token es de otra clase: parece el token de acceso de un comercio, y esta operación pide {t}.',
  'The token is of the wrong kind: this is {}, and this operation wants {}.':
    'El token es de otra clase: este es {t}, y esta operación pide {t}.',
  'the API token (sim_api_…)': 'el token de la API (sim_api_…)',
  'the console token (sim_con_…)': 'el token de la consola (sim_con_…)',
  'the access token of the merchant login': 'el token de acceso que da el inicio de sesión del comercio',
  'an API token': 'un token de la API',
  'a console token': 'un token de la consola',
  'a refresh token': 'un token de renovación',
  'a browser’s log-in': 'la sesión de un navegador',
  'that of a link to the console': 'el de un enlace a la consola',
  'The token does not belong to the merchant of the path.': 'El token no es del comercio de la ruta.',
  'This console token was exchanged for an API token alone, which may not do this. POST /console/token with the password of the account too, or POST /console/login, gives one that may.':
    'Este token de la consola se obtuvo solo con un token de la API, que no puede hacer esto. POST /console/token con la contraseña de la cuenta, o POST /console/login, da uno que puede.',
  'The token ended when the password of the account was changed; log in for another one.':
    'El token terminó cuando cambió la contraseña de la cuenta; entra otra vez para recibir otro.',
  'The token ended when the password was changed, or a token of the account was revoked; log in again.':
    'El token terminó porque cambió la contraseña o se revocó un token de la cuenta; entra otra vez.',
  'This is not a refresh token.': 'Este no es un token de renovación.',
  'The refresh token is unknown; log in again.':
    'El token de renovación es desconocido; inicia sesión otra vez.',
  'Send "Authorization: Bearer <token>" with the token of --metrics-token.':
    'Envía "Authorization: Bearer <token>" con el token de --metrics-token.',
  "The signature is missing: send {} and {}, made with the terminal's secret_key.":
    'Falta la firma: envía {} y {}, hecha con la secret_key de la terminal.',
  "The credential is of the wrong kind: this is a token, and this operation wants the terminal's signature ({} and {}).":
    'La credencial es de otra clase: este es un token, y esta operación pide la firma de la terminal ({} y {}).',
  '{} must be an ISO 8601 time such as 2030-12-31T23:59:00Z; its offset may be Z, -04:00, -0400 or -04.':
    '{} debe ser una hora ISO 8601 como 2030-12-31T23:59:00Z; su desfase puede ser Z, -04:00, -0400 o -04.',
  "{} is {} s off, and at most {} minutes are taken; the simulator's clock says {}. A time without an offset counts as UTC.":
    '{} difiere en {} s, y se aceptan como máximo {} minutos; el reloj del simulador marca {}. Una hora sin desfase cuenta como UTC.',
  'The terminal is unknown or not linked, or the signature is not that of its secret_key over body, line feed, timestamp, line feed, path and query.':
    'La terminal es desconocida o no está vinculada, o la firma no es la de su secret_key sobre cuerpo, salto de línea, hora, salto de línea, ruta y consulta.',
  'The terminal has been unlinked.': 'La terminal se desvinculó.',
};

/** Sessions, merchants, terminals, transactions. */
const payments: Phrases = {
  'A paid session cannot be expired; only a pending one can.':
    'Una sesión pagada no se puede vencer; solo una pendiente.',
  'The session is {}; only a pending session can be paid. Create another one.':
    'La sesión está en {}; solo se puede pagar una sesión pendiente. Crea otra.',
  ...forcedOutcomes,
  'The transaction is {}, paid with another authorizationCode; a transaction is paid once.':
    'La transacción está en {}, pagada con otro authorizationCode; una transacción se paga una sola vez.',
  'The transaction is {}; {}.': 'La transacción está en {}; {t}.',
  'only a PENDING transaction can be cancelled, and only a PAID one voided':
    'solo se puede cancelar una transacción en PENDING, y solo anular una en PAID',
  'only a PENDING or CANCELED transaction can be paid':
    'solo se puede pagar una transacción en PENDING o CANCELED',
  'only a transaction whose void was asked for (VOID_PENDING) can be voided':
    'solo se puede anular una transacción cuya anulación se pidió (VOID_PENDING)',
  'The terminal has closed a batch {} before.': 'La terminal ya cerró antes un lote {}.',
  'There is no such paired terminal in this account.': 'En esta cuenta no existe esa terminal vinculada.',
  'The terminal {} is linked already; unlink it first with DELETE on the same path.':
    'La terminal {} ya está vinculada; desvincúlala primero con DELETE en la misma ruta.',
  'The code is wrong, expired, used or void for this serial; generate a new one with the merchant’s token.':
    'El código es erróneo, venció, ya se usó o se anuló para este serial; genera uno nuevo con el token del comercio.',
  'The account has no merchant profile; POST /console/merchant gives it one.':
    'La cuenta no tiene perfil de comercio; POST /console/merchant le da uno.',
  'The account has a merchant profile already; it can have one.':
    'La cuenta ya tiene un perfil de comercio; puede tener uno.',
};

/** Accounts, classes and what is done to an account. */
const accounts: Phrases = {
  'The name {} is taken; choose another one.': 'El nombre {} ya está en uso; elige otro.',
  'The short_name or the password is wrong.': 'El short_name o la contraseña no son correctos.',
  'The email or the password is wrong.': 'El correo o la contraseña no son correctos.',
  'The one-time password has expired; ask your trainer for another.':
    'La contraseña de un solo uso venció; pide otra a quien dirige la clase.',
  'This is a one-time password: log in to the console with it, and choose your own.':
    'Esta contraseña es de un solo uso: entra a la consola con ella, y elige la tuya.',
  'The simulator tells the credentials of this account at each start, and keeps it: sim reset empties it, --no-demo starts without it.':
    'El simulador muestra las credenciales de esta cuenta en cada inicio, y la conserva: sim reset la vacía, --no-demo inicia sin ella.',
  'This account’s password is told by sim start; its owner changes it with sim account password.':
    'La contraseña de esta cuenta la muestra sim start; su dueño la cambia con sim account password.',
  'No class has this join code, or it is closed. Ask your trainer for the one of today.':
    'Ninguna clase tiene este código, o está cerrada. Pide el de hoy a quien la dirige.',
  'The clock was set, or the account reset, while it advanced; what was due until then has happened. GET /control/clock says where it is now.':
    'El reloj se puso en hora, o la cuenta se reinició, mientras avanzaba; lo previsto hasta entonces ya ocurrió. GET /control/clock dice dónde está ahora.',
  'This delivery is a probe ({}), which proves nothing when it is sent again; send a new one with POST /control/probes for session {}.':
    'Esta entrega es una prueba ({}), que enviada otra vez no demuestra nada; envía una nueva con POST /control/probes para la sesión {}.',
  'Session {} has no webhook_url, so there is no receiver to probe. Create a session with the webhook_url of your receiver, and probe that one.':
    'La sesión {} no tiene webhook_url, así que no hay receptor que probar. Crea una sesión con la webhook_url de tu receptor, y prueba esa.',
  'No webhook of session {} has been answered with 2xx yet, so a refused probe would prove nothing. Answer one first: its trace says what became of them.':
    'Ningún webhook de la sesión {} se ha respondido con 2xx todavía, así que rechazar una prueba no demostraría nada. Responde primero uno: su traza dice qué fue de ellos.',
  'The receiver {} refuses every webhook; event {} of the trace has what came.':
    'El receptor {} rechaza todos los webhooks; el evento {} de la traza tiene lo que llegó.',
  'This simulator has no authority of its own; sim start --tls makes one, unless it was given a certificate with --tls-cert.':
    'Este simulador no tiene autoridad propia; sim start --tls crea una, salvo que se le haya dado un certificado con --tls-cert.',
  'The snapshot of this account would have more than {} MiB. {}':
    'La instantánea de esta cuenta tendría más de {} MiB. {t}',
  'Save it without its trace: ?trace=none, or sim snapshot save --no-trace.':
    'Guárdala sin su traza: ?trace=none, o sim snapshot save --no-trace.',
  'Reset the account, and make what the file is to have.':
    'Reinicia la cuenta, y crea lo que el archivo debe tener.',
  'The account was changed meanwhile, and nothing was loaded. Load the file again.':
    'La cuenta cambió mientras tanto, y no se cargó nada. Carga el archivo otra vez.',
  "The {} {} of the file is another account's here, and ids are unique in a simulator. Load the file into the account that it was saved from, reset that account first, or start a simulator with the file: sim start --seed FILE. Nothing was changed.":
    'En el archivo, {} {} es aquí de otra cuenta, y los id son únicos en un simulador. Carga el archivo en la cuenta de la que se guardó, reinicia antes esa cuenta, o inicia un simulador con el archivo: sim start --seed FILE. No se cambió nada.',
  "The merchant's e-mail {} is another account's here. Give this account a merchant profile of its own first (POST /console/merchant), which the file's then becomes. Nothing was changed.":
    'El correo {} del comercio es aquí de otra cuenta. Da primero a esta cuenta un perfil de comercio propio (POST /console/merchant), en el que se convierte el del archivo. No se cambió nada.',
};

export const operationProblems: Phrases = { ...credentials, ...payments, ...accounts };
