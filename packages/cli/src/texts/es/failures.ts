import type { Catalogue } from '@svc-simulator/core';

/** What goes wrong: wrong usage, nobody there, files that cannot be read. */
export const failures: Catalogue = {
  'error:': 'error:',
  "error: {0}='{1}' is invalid. {2}": "error: {0}='{1}' no es válido. {2}",
  'It must have no user and password: tokens are options of their own.':
    'No debe llevar usuario ni contraseña: los tokens son opciones propias.',
  'error: unexpected, please report this: {0}\n': 'error: algo inesperado, por favor repórtalo: {0}\n',
  '(the whole body)': '(todo el cuerpo)',
  '(the whole file)': '(todo el archivo)',
  Refused: 'Rechazado',
  'Wrong usage': 'Uso incorrecto',
  'Cannot reach the simulator': 'No se puede llegar al simulador',
  'Timed out': 'Se acabó el tiempo',
  'Not as expected': 'No es lo esperado',
  'see: {0} {1}': 'mira: {0} {1}',

  'cannot reach the simulator at {0}: {1}': 'no se puede llegar al simulador en {0}: {1}',
  'the simulator did not answer in time': 'el simulador no respondió a tiempo',
  '{0} is no simulator: it answered {1} without what a simulator answers; check --mock':
    '{0} no es un simulador: respondió {1} sin lo que un simulador responde; revisa --mock',
  'nothing listens there (ECONNREFUSED); start it with sim start, or pass its address with --mock':
    'ahí no escucha nadie (ECONNREFUSED); inícialo con sim start, o pasa su dirección con --mock',
  'the name is unknown ({0}); check --mock': 'el nombre no se conoce ({0}); revisa --mock',
  'its certificate is for another name ({0}); pass an address that it is for with --mock':
    'su certificado es para otro nombre ({0}); pasa con --mock una dirección para la que sirva',
  'its certificate has expired ({0}); start it again, or renew the one of --tls-cert':
    'su certificado venció ({0}); inícialo de nuevo, o renueva el de --tls-cert',
  "its certificate is of an authority that is not known here ({0}); name the simulator's ca.pem in NODE_EXTRA_CA_CERTS, or run this where sim start runs":
    'su certificado es de una autoridad que aquí no se conoce ({0}); pon el ca.pem del simulador en NODE_EXTRA_CA_CERTS, o ejecuta esto donde corre sim start',
  'it does not speak https ({0}); pass its address with http:// to --mock':
    'no habla https ({0}); pasa su dirección con http:// en --mock',
  'try again in {0} s': 'inténtalo de nuevo en {0} s',
  'request {0}': 'petición {0}',
  'character {0} of the token is {1}, which no token has':
    'el carácter {0} del token es {1}, que ningún token tiene',
  'error: {0} is empty': 'error: {0} está vacío',
  'error: character {0} of {1} is {2}, which no token has; copy the token again, without quotes':
    'error: el carácter {0} de {1} es {2}, que ningún token tiene; copia el token de nuevo, sin comillas',
  'without --key, --console-token, SIM_KEY, SIM_TOKEN and SIM_CONSOLE_TOKEN it works as the account of {0} start here':
    'sin --key, --console-token, SIM_KEY, SIM_TOKEN ni SIM_CONSOLE_TOKEN trabaja con la cuenta de {0} start aquí',
  'for another account: {0} account login SHORT_NAME --password PASSWORD gives a token for --key':
    'para otra cuenta: {0} account login SHORT_NAME --password PASSWORD da un token para --key',

  'no simulator was found: there is no {0}, nor one further up. Start one with {1} start in this directory, or pass {2}':
    'no se encontró un simulador: no hay {0}, ni otro más arriba. Inicia uno con {1} start en este directorio, o pasa {2}',
  'the simulator that {0} speaks of (pid {1}, {2}) has ended; start it again with {3} start':
    'el simulador del que habla {0} (pid {1}, {2}) ya terminó; inícialo de nuevo con {3} start',
  'the {0} for {1} is missing; pass it with {2}': 'falta: {0} para {1}; se pasa con {2}',
  'API token': 'token de API',
  'API token of the account of --console-token': 'token de API de la cuenta de --console-token',
  'console token': 'token de consola',
  address: 'dirección',
  '--key or --console-token': '--key o --console-token',
  '--mock and {0}': '--mock y {0}',
  '{0} cannot be read ({1}); pass --mock and --key instead':
    'no se puede leer {0} ({1}); pasa --mock y --key en su lugar',
  '{0} is damaged; delete it, or pass --mock and --key': '{0} está dañado; bórralo, o pasa --mock y --key',
  "the simulator's certificate authority {0} cannot be read ({1}); start the simulator again":
    'no se puede leer la autoridad de certificados del simulador {0} ({1}); inicia el simulador de nuevo',

  'It must be 1 or 0.': 'Debe ser 1 o 0.',
  'It must be a port from 0 to 65535; 0 takes any free one.':
    'Debe ser un puerto de 0 a 65535; 0 toma uno libre.',
  'It must be a port from 1 to 65535.': 'Debe ser un puerto de 1 a 65535.',
  'It must be milliseconds, from 0 to 86400000 (a day).': 'Deben ser milisegundos, de 0 a 86400000 (un día).',
  'It must be milliseconds, 1 or more.': 'Deben ser milisegundos, 1 o más.',
  'It must be milliseconds such as 500, or 100-2000.': 'Deben ser milisegundos, como 500 o 100-2000.',
  'It must be a number from 1 to 1000.': 'Debe ser un número de 1 a 1000.',
  'It must be a number from 0 to 1.': 'Debe ser un número de 0 a 1.',
  'It must be a whole number.': 'Debe ser un número entero.',
  'It must be a number such as 25.50.': 'Debe ser un número, como 25.50.',
  'It must be an address such as http://127.0.0.1:4010.':
    'Debe ser una dirección, como http://127.0.0.1:4010.',
  'It must be an address such as http://localhost:3000/webhooks.':
    'Debe ser una dirección, como http://localhost:3000/webhooks.',
  'It must be field=value, such as method=crypto or session_payment.status=paid.':
    'Debe ser campo=valor, como method=crypto o session_payment.status=paid.',
  'A type is missing': 'Falta un tipo',
  'There is no type {0}': 'No existe el tipo {0}',
  'Allowed choices are {0}.': 'Los valores permitidos son {0}.',
  'Those of webhooks also with a kind, such as webhook.delivered:paid ({0}).':
    'Los de webhooks, también con una clase, como webhook.delivered:paid ({0}).',
  '(no time is below 0 here; sim clock set sets the clock back)':
    '(aquí ningún tiempo es menor que 0; sim clock set atrasa el reloj)',
  'there is no such file or folder, {0}': 'no existe ese archivo o esa carpeta, {0}',
  'this user may not, {0}': 'este usuario no tiene permiso, {0}',
  'it is a folder, {0}': 'es una carpeta, {0}',
  'a part of its path is no folder, {0}': 'una parte de su ruta no es una carpeta, {0}',
  'nothing can be written there, {0}': 'ahí no se puede escribir, {0}',
  'the disk is full, {0}': 'el disco está lleno, {0}',
  '{0} is no duration; write it like 90s, 14d, 14 days or 1h 30m':
    '{0} no es una duración; escríbela como 90s, 14d, 14 días o 1h 30m',

  'it is UTF-16; save it as UTF-8': 'es UTF-16; guárdalo como UTF-8',
  'it is not UTF-8: the byte at offset {0} belongs to no character; save it as UTF-8':
    'no es UTF-8: el byte en la posición {0} no es de ningún carácter; guárdalo como UTF-8',
  'standard input': 'la entrada estándar',
  '{0} cannot be read: {1}': 'no se puede leer {0}: {1}',
  '{0} cannot be read ({1})': 'no se puede leer {0} ({1})',
  '{0} cannot be written ({1})': 'no se puede escribir {0} ({1})',
  '{0} cannot be written ({1}); pass another file with --junit':
    'no se puede escribir {0} ({1}); pasa otro archivo con --junit',
  '{0} is no JSON: {1}': '{0} no es JSON: {1}',
  '{0} is no YAML: {1}{2}': '{0} no es YAML: {1}{2}',
  '; a text that begins with * needs quotes, such as "*.02"':
    '; un texto que empieza con * necesita comillas, como "*.02"',
  '{0} must hold a JSON object, the body of a session':
    '{0} debe contener un objeto JSON, el cuerpo de una sesión',
  '{0} must hold a list of rules, or an object with "rules", "ready" or both':
    '{0} debe contener una lista de reglas, o un objeto con "rules", "ready" o los dos',
  '{0} is larger than the {1} MiB that a simulator takes; save it without its trace: sim snapshot save --no-trace':
    '{0} pasa de los {1} MiB que acepta un simulador; guárdalo sin su traza: sim snapshot save --no-trace',
  '{0} is no snapshot that this version can read: {1}{2}':
    '{0} no es una instantánea que esta versión pueda leer: {1}{2}',
  '; and {0} more': '; y {0} más',
  'what the simulator answered': 'lo que respondió el simulador',

  'the account has no session {0}; {1}': 'la cuenta no tiene la sesión {0}; {1}',
  'it has none at all': 'no tiene ninguna',
  'its latest are {0}': 'las últimas son {0}',
  'which agreement? the account has none; {0} agreement create TITLE makes one, --agreement names another':
    '¿qué acuerdo? la cuenta no tiene ninguno; {0} agreement create TITLE crea uno, --agreement nombra otro',
  'name a delivery, or all with --given-up': 'nombra una entrega, o todas con --given-up',
};
