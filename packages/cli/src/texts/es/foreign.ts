import type { Catalogue } from '@svc-simulator/core';

/**
 * What the parser of the command line, the simulator's start and its checks put together in English. The first pattern that
 * fits counts, and what stands in it is translated as well.
 */
export const foreign: Catalogue = {
  "error: missing required argument '{0}'": "error: falta el argumento obligatorio '{0}'",
  "error: option '{0}' argument missing": "error: falta el valor de la opción '{0}'",
  "error: required option '{0}' not specified": "error: falta la opción obligatoria '{0}'",
  "error: option '{0}' argument '{1}' is invalid. {2}":
    "error: el valor '{1}' de la opción '{0}' no es válido. {2}",
  "error: command-argument value '{0}' is invalid for argument '{1}'. {2}":
    "error: el valor '{0}' no es válido para el argumento '{1}'. {2}",
  'error: {0} cannot be used with {1}': 'error: {0} no se puede usar con {1}',
  "error: unknown option '{0}'{1}": "error: no existe la opción '{0}'{1}",
  "error: unknown command '{0}'{1}": "error: no existe el comando '{0}'{1}",
  "error: too many arguments for '{0}'. Expected {1} but got {2}.":
    "error: sobran argumentos para '{0}': se esperaba {1}, llegaron {2}.",
  'error: too many arguments. Expected {0} but got {1}.':
    'error: sobran argumentos: se esperaba {0}, llegaron {1}.',
  '1 argument': '1 argumento',
  '{0} arguments': '{0} argumentos',
  "option '{0}'": "la opción '{0}'",
  '\n(Did you mean {0}?)': '\n(¿Querías decir {0}?)',
  'one of {0}': 'uno de {0}',
  'Allowed choices are {0}.': 'Los valores permitidos son {0}.',
  ' (choices: {0}, default: {1})': ' (valores: {0}; por defecto: {1})',
  ' (choices: {0})': ' (valores: {0})',
  ' (default: {0})': ' (por defecto: {0})',

  'port {0} is in use by another program; pass --port 0 to take a free one':
    'otro programa usa el puerto {0}; pasa --port 0 para tomar uno libre',
  'the data directory {0} cannot be written ({1}); pass another one with --data, or --ephemeral':
    'no se puede escribir en el directorio de datos {0} ({1}); pasa otro con --data, o --ephemeral',
  'the data directory {0} is no directory ({1}); pass another one with --data, or --ephemeral':
    'el directorio de datos {0} no es un directorio ({1}); pasa otro con --data, o --ephemeral',
  'this user may not listen on port {0}; pass a port above 1023, or --port 0':
    'este usuario no puede escuchar en el puerto {0}; pasa un puerto mayor que 1023, o --port 0',
  'this machine has no address {0}; pass --host 127.0.0.1':
    'esta máquina no tiene la dirección {0}; pasa --host 127.0.0.1',
  "the path of the public URL begins with /{0}, which is a path of the simulator's own; take another one, such as /simulator":
    'la ruta de la URL pública empieza con /{0}, que es una ruta propia del simulador; toma otra, como /simulador',
  'the metrics token must have 16 characters or more and no blanks; openssl rand -hex 20 makes one':
    'el token de métricas debe tener 16 caracteres o más y ningún espacio; openssl rand -hex 20 crea uno',
  'the trusted proxy must be a number of proxies in a row (1 to {0}), or addresses and ranges such as 10.0.0.0/8,fd00::/8, and not {1}':
    'el proxy de confianza debe ser un número de proxies seguidos (de 1 a {0}), o direcciones y rangos como 10.0.0.0/8,fd00::/8, y no {1}',
  'the database has to be given as postgres://user:password@host:5432/name':
    'la base de datos se da como postgres://user:password@host:5432/name',
  'the database {0} did not let this user in ({1}); check user and password in its URL':
    'la base de datos {0} no dejó entrar a este usuario ({1}); revisa usuario y contraseña en su URL',
  'the database {0} does not exist; make it with: createdb --encoding=UTF8 NAME':
    'la base de datos {0} no existe; créala con: createdb --encoding=UTF8 NOMBRE',
  'the database {0} cannot be reached ({1}); check that it runs, and host and port in its URL':
    'no se puede llegar a la base de datos {0} ({1}); revisa que esté en marcha, y el host y el puerto en su URL',
  'nothing listens there, {0}': 'ahí nadie escucha, {0}',
  'there is no such host, {0}': 'no existe ese host, {0}',
  'the data directory {0} is in use by {1}; stop it, or choose another directory (if no simulator runs there, delete {2})':
    'el directorio de datos {0} está en uso por {1}; detenlo, o elige otro directorio (si ahí no corre un simulador, borra {2})',
  'this process already': 'este mismo proceso',
  'process {0}': 'el proceso {0}',
  '{0} is damaged at byte {1}: {2}. Nothing was changed. Put the file back from a copy, or move its directory away to begin with an empty store':
    '{0} está dañado en el byte {1}: {2}. No se cambió nada. Restaura el archivo desde una copia, o mueve su directorio para empezar con un almacén vacío',
  '{0} was written by another version, in a form that this one does not read. Nothing was changed. Start that version again, or move the directory away to begin with an empty store':
    '{0} lo escribió otra versión, en una forma que esta no lee. No se cambió nada. Inicia de nuevo esa versión, o mueve el directorio para empezar con un almacén vacío',
  'The store failed where it must not ({0}), and takes part in nothing any more. What it has stored is right: start again.':
    'El almacén falló donde no debe ({0}), y ya no participa en nada. Lo que guardó es correcto: inicia de nuevo.',
  'the local authority cannot be kept in {0} ({1}); make it writable, or pass another --data':
    'no se puede guardar la autoridad local en {0} ({1}); permite escribir ahí, o pasa otro --data',
  'the {0} {1} cannot be read ({2}); check {3}': 'no se puede leer {1} ({2}); revisa {3}',
  '{0} and {1} cannot be used: {2}': 'no se pueden usar {0} y {1}: {2}',
  'the certificate {0} expired on {1}; renew it': 'el certificado {0} venció el {1}; renuévalo',
  "the certificate {0} is valid from {1} only; check this machine's clock":
    'el certificado {0} vale solo desde el {1}; revisa el reloj de esta máquina',
  'the seed is no snapshot that can be loaded: {0}':
    'la semilla no es una instantánea que se pueda cargar: {0}',
  'SIM_QUOTAS is not valid: {0}. Give JSON, for example {1}.':
    'SIM_QUOTAS no es válido: {0}. Da JSON, por ejemplo {1}.',
  'there is no quota {0}, but {1}': 'no existe la cuota {0}; existen {1}',
  '{0} must be an integer from 1': '{0} debe ser un entero desde 1',
  'The rates are not valid: {0}. Give VES per unit as JSON, for example {1}':
    'Las tasas no son válidas: {0}. Da los VES por unidad como JSON, por ejemplo {1}',

  'the value is not JSON ({0})': 'el valor no es JSON ({0})',
  'the value must be an object': 'el valor debe ser un objeto',
  '{0} must be a number': '{0} debe ser un número',
  '{0} must be a decimal number, not {1}': '{0} debe ser un número decimal, y no {1}',
  '{0} must be over 0': '{0} debe ser mayor que 0',
  '{0} must have at most {1} decimals': '{0} debe tener como máximo {1} decimales',
  '{0} is not a known currency; use {1}': '{0} no es una moneda conocida; usa {1}',
  'it is not JSON ({0})': 'no es JSON ({0})',

  'must be an ISO 8601 date and time such as {0}': 'debe ser una fecha y hora ISO 8601, como {0}',
  'must be at most {0}': 'debe ser como máximo {0}',
  'must be at least {0}': 'debe ser al menos {0}',

  'migration {0} ran': 'se aplicó la migración {0}',
  'the last write to {0} was not finished; its {1} bytes from byte {2} on were cut off':
    'la última escritura en {0} no se terminó; sus {1} bytes desde el byte {2} se cortaron',
  'leg 1 invalid from state {0}': 'la etapa 1 no se puede forzar desde el estado {0}',
  'leg 2 requires status paid': 'la etapa 2 solo se puede forzar en el estado paid',
  'leg 2 invalid from accreditation {0}': 'la etapa 2 no se puede forzar con la acreditación en {0}',
  'unexpected, please report this': 'algo inesperado, por favor repórtalo',
  'it is not an object': 'no es un objeto',
};
