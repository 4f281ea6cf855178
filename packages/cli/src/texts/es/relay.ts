import type { Catalogue } from '@svc-simulator/core';

/** What the relay says, and what sends its files again. */
export const relay: Catalogue = {
  'connecting to {0}; {1}': 'conectando a {0}; {1}',
  '{0} through the proxy {1}': '{0} a través del proxy {1}',
  '{0}; through the proxy {1}': '{0}; a través del proxy {1}',
  'the proxy wants credentials (407): put them into {0}, as http://USER:PASSWORD@HOST:PORT':
    'el proxy pide credenciales (407): ponlas en {0}, como http://USUARIO:CONTRASEÑA@HOST:PUERTO',
  "the proxy answered {0}; where none is needed, add the simulator's host to NO_PROXY":
    'el proxy respondió {0}; donde no haga falta, agrega el host del simulador a NO_PROXY',
  'the proxy cannot be reached ({0})': 'no se puede llegar al proxy ({0})',
  '{0} names no http or https proxy, which the simulator at {1} would be reached through; name one, or add {2} to NO_PROXY':
    '{0} no nombra un proxy http o https, por el que se llegaría al simulador en {1}; nombra uno, o agrega {2} a NO_PROXY',
  'webhooks of {0}': 'webhooks de {0}',
  '{0} go to {1}': 'los {0} van a {1}',
  '{0} go where a rule sends them, else to {1}': 'los {0} van adonde una regla los manda, si no a {1}',
  '{0} go where {1} rules send them, else to {2}': 'los {0} van adonde {1} reglas los mandan, si no a {2}',
  'their own URL': 'su propia URL',
  'connected to {0} as {1}': 'conectado a {0} como {1}',
  'nothing was missed': 'no faltó nada',
  '1 webhook was missed; it comes first': 'faltó 1 webhook; llega primero',
  '{0} webhooks were missed; they come first': 'faltaron {0} webhooks; llegan primero',
  'from here on webhooks are new': 'desde aquí los webhooks son nuevos',
  '1 webhook was sent again, {0} taken; from here on webhooks are new':
    'se envió de nuevo 1 webhook, {0} aceptados; desde aquí los webhooks son nuevos',
  '{0} webhooks were sent again, {1} taken; from here on webhooks are new':
    'se enviaron de nuevo {0} webhooks, {1} aceptados; desde aquí los webhooks son nuevos',
  'not connected ({0}); trying until the simulator is back':
    'sin conexión ({0}); se intenta hasta que el simulador vuelva',
  'closed by the simulator': 'la cerró el simulador',
  'the simulator stops': 'el simulador se detiene',
  'connection lost': 'conexión perdida',
  'closed with code {0}': 'se cerró con el código {0}',
  'nothing heard for {0} s': 'nada en {0} s',
  'the machine slept, or its clock was set forward': 'la máquina durmió, o su reloj se adelantó',
  'the upgrade was answered with {0}': 'la respuesta al upgrade fue {0}',
  'another relay with this key has taken over, so this one ends':
    'otro relay con este token tomó su lugar, así que este termina',
  'the simulator refuses the key: {0}': 'el simulador rechaza el token: {0}',
  'The simulator does not accept this key.': 'El simulador no acepta este token.',
  '(no event)': '(sin evento)',
  missed: 'faltaba',
  'attempt {0}': 'intento {0}',

  '--save: {0} cannot be made ({1})': '--save: no se puede crear {0} ({1})',
  '{0} cannot be read ({1}), so everything that was missed is asked for':
    'no se puede leer {0} ({1}), así que se pide todo lo que faltó',
  '{0} cannot be written ({1}), so the next --replay brings more than it has to':
    'no se puede escribir {0} ({1}), así que el próximo --replay trae más de lo necesario',
  'it holds no sequence': 'no contiene una secuencia',
  'the key is missing: pass --key with the API token (sim_api_…), or set SIM_KEY':
    'falta el token: pasa --key con el token de API (sim_api_…), o define SIM_KEY',
  'character {0} of the key is {1}, which no token has':
    'el carácter {0} del token es {1}, que ningún token tiene',
  'the simulator is missing: pass --mock with its address, for example http://localhost:4010':
    'falta el simulador: pasa --mock con su dirección, por ejemplo http://localhost:4010',
  '{0} is no address of a simulator; give one such as http://localhost:4010':
    '{0} no es la dirección de un simulador; da una como http://localhost:4010',
  'pass --port or --forward-to, not both: each says where webhooks go':
    'pasa --port o --forward-to, no los dos: cada uno dice adónde van los webhooks',
  '--port: a port is a number from 1 to 65535': '--port: un puerto es un número de 1 a 65535',
  "the simulator's address must have no user and password; it is opened by the key":
    'la dirección del simulador no debe llevar usuario ni contraseña; se abre con la clave',
  '--forward-to: {0} is no http or https URL': '--forward-to: {0} no es una URL http o https',
  'there is no event {0}; there are {1}': 'no existe el evento {0}; existen {1}',

  'the file': 'el archivo',
  '{0} is no YAML: {1}': '{0} no es YAML: {1}',
  'it needs a list under "rules", each with "match" and "forward_to"':
    'necesita una lista en "rules", cada elemento con "match" y "forward_to"',
  "{0} must be an http or https URL, or a port, which keeps the webhook's own path":
    '{0} debe ser una URL http o https, o un puerto, que conserva la ruta propia del webhook',
  '{0} must have {1}': '{0} debe tener {1}',
  'fields and their values': 'campos y sus valores',
  '{0}: {1} is unknown; it takes {2}': '{0}: {1} no se conoce; acepta {2}',
  '{0} must be a value or a list of values': '{0} debe ser un valor o una lista de valores',

  'cannot be read ({0})': 'no se puede leer ({0})',
  'is no saved delivery: {0}': 'no es una entrega guardada: {0}',
  'is a {0}, and webhooks are POST': 'es un {0}, y los webhooks son POST',
  'it does not begin with a line such as "POST http://localhost:3000/ HTTP/1.1"':
    'no empieza con una línea como "POST http://localhost:3000/ HTTP/1.1"',
  'its body has {0} bytes, and content-length says {1}; correct that line, or take it out':
    'su cuerpo tiene {0} bytes, y content-length dice {1}; corrige esa línea, o quítala',
  '{0} is no header': '{0} no es una cabecera',
  'cannot connect to {0} ({1}); check the proxy, or name the host in NO_PROXY. Trying until it answers':
    'no se puede conectar a {0} ({1}); revisa el proxy, o nombra el host en NO_PROXY. Se intenta hasta que responda',
  'cannot connect to {0} ({1}); check --mock, and that a simulator runs there. Trying until it answers':
    'no se puede conectar a {0} ({1}); revisa --mock, y que ahí corra un simulador. Se intenta hasta que responda',
};
