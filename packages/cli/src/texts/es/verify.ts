import type { Catalogue } from '@svc-simulator/core';

/** Of `sim verify`. */
export const verify: Catalogue = {
  'judge by the suite how true a simulator is, ours or another':
    'juzga con la suite cuán fiel es un simulador, el nuestro u otro',
  'judge what answers there, and not a simulator of its own':
    'juzga lo que responde ahí, y no un simulador propio',
  'judge also cases that change the account, and register accounts where anybody can':
    'juzga también los casos que cambian la cuenta, y registra cuentas donde cualquiera puede',
  'at most so many requests a second': 'como máximo tantas peticiones por segundo',
  'cases whose id begins with one of these, with commas between':
    'los casos cuyo id empieza con uno de estos, separados por comas',
  'leave out the cases that follow from the schemas of the contract':
    'deja fuera los casos que salen de los esquemas de la API',
  'public address that leads to the port of --webhook-port':
    'dirección pública que lleva al puerto de --webhook-port',
  'where webhooks are received on this machine': 'dónde se reciben los webhooks en esta máquina',
  'stand between a program and --against, and record the shapes of what goes by':
    'se pone entre un programa y --against, y graba las formas de lo que pasa',
  'with --record: where the program is to be pointed at': 'con --record: adónde debe apuntar el programa',
  'judge by what was recorded, in place of the cases of the suite':
    'juzga por lo grabado, en lugar de los casos de la suite',
  'list the cases, and judge nothing': 'enumera los casos y no juzga nada',
  'write the result as a page of HTML, too': 'escribe el resultado también como página HTML',
  'print {"url","operations","differs","not_judged"}': 'muestra {"url","operations","differs","not_judged"}',
  '\nIt asks each question of the suite, and compares the answer with what the specification and /fidelidad say. Without --against\nit starts a simulator for itself and keeps nothing.\n\nWith --against the environment names the account: SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_WEBHOOK_SECRET, SIM_AGREEMENT_ID,\nSIM_SHORT_NAME, SIM_PASSWORD, SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD and, of a second account, SIM_OTHER_TOKEN. What the\ntarget lacks, or nobody has named, is not judged, and never counts as a match.\n\n--record keeps types, status, names of headers, and of values only those that the contract lists: no text, number or name of a\nrequest or an answer. --replay asks whether our simulator is still as recorded, with --against whether the service still is.\n\nExit code 0: nothing differs; 1: something does, or nothing was judged; 3: the target cannot be reached.\n\nExample: {0} verify --against https://sandbox.example --rate 5 --report verify.html':
    '\nHace cada pregunta de la suite y compara la respuesta con lo que dicen la especificación y /fidelidad. Sin --against inicia\nun simulador para sí y no guarda nada.\n\nCon --against el entorno nombra la cuenta: SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_WEBHOOK_SECRET, SIM_AGREEMENT_ID,\nSIM_SHORT_NAME, SIM_PASSWORD, SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD y, de una segunda cuenta, SIM_OTHER_TOKEN. Lo que al\nobjetivo le falta, o nadie ha nombrado, no se juzga, y nunca cuenta como coincidencia.\n\n--record guarda tipos, estado, nombres de cabeceras, y de los valores solo los que la API enumera: ningún texto, número ni nombre\nde una petición o respuesta. --replay pregunta si nuestro simulador sigue como se grabó, con --against si el servicio sigue así.\n\nCódigo de salida 0: nada difiere; 1: algo difiere, o no se juzgó nada; 3: no se llega al objetivo.\n\nEjemplo: {0} verify --against https://sandbox.example --rate 5 --report verify.html',
  'no case begins with {0}; --list shows them all': 'ningún caso empieza con {0}; --list los muestra todos',
  'set SIM_TOKEN to the API token of an account there, or pass --all at a simulator, where it registers accounts of its own':
    'pon en SIM_TOKEN el token de API de una cuenta de ahí, o pasa --all en un simulador, donde registra cuentas propias',
  '{0} passes everything on to {1}; point your program at it, and stop this with Ctrl+C':
    '{0} pasa todo a {1}; apunta tu programa ahí y detén esto con Ctrl+C',
  '{0} exchanges recorded in {1}, {2} passed on that are of no operation':
    '{0} intercambios grabados en {1}; pasaron {2} que no son de ninguna operación',
  'cannot record at {0}: {1}': 'no se puede grabar en {0}: {1}',
  'there is no recording in {0}; make one with --record':
    'no hay ninguna grabación en {0}; haz una con --record',
  '{0} is no recording of this version; make another with --record':
    '{0} no es una grabación de esta versión; haz otra con --record',
  '--record needs --against, the address of what is recorded':
    '--record necesita --against, la dirección de lo que se graba',
  '{0} exchanges cannot be sent again: their shapes do not tell what they held':
    '{0} intercambios no se pueden repetir: sus formas no dicen qué llevaban',
  'at {0} it will create at most: {1}': 'en {0} creará como máximo: {1}',
  '{0} cannot be written ({1}); pass another file with --report':
    'no se puede escribir {0} ({1}); pasa otro archivo con --report',
  driven: 'recorrido',
  contract: 'declarado',
  negative: 'rechazo',
  behaviour: 'comportamiento',
  differs: 'difiere',
  'step {0}': 'paso {0}',
  'wanted {0}, got {1}': 'se esperaba {0}, llegó {1}',
  'no answer ({0})': 'ninguna respuesta ({0})',
  'no such header': 'ninguna cabecera así',
  'no such field': 'ningún campo así',
  'a value': 'un valor',
  'at most {0} ms': 'como máximo {0} ms',
  'one of {0}': 'uno de {0}',
  'not {0}': 'que no sea {0}',
  '{0}, attempt {1}': '{0}, intento {1}',
  '{0} match': '{0} coinciden',
  '{0} differ': '{0} difieren',
  '{0} not judged': '{0} sin juzgar',
  'not judged': 'sin juzgar',
  'a simulator of its own': 'un simulador propio',
  'not judged: there is no agreement': 'sin juzgar: no hay acuerdo',
  'not judged: no merchant is named (SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD)':
    'sin juzgar: nadie ha nombrado un comercio (SIM_MERCHANT_EMAIL, SIM_MERCHANT_PASSWORD)',
  'not judged: the target has no relay': 'sin juzgar: el objetivo no tiene relay',
  'not judged: webhooks do not come here without a relay':
    'sin juzgar: los webhooks no llegan aquí sin un relay',
  'not judged: the target has no payment page of this form':
    'sin juzgar: el objetivo no tiene una página de pago de esta forma',
  'not judged: the target has no clock that can be set':
    'sin juzgar: el objetivo no tiene un reloj que se pueda poner',
  'not judged: the target has no surfaces of a simulator':
    'sin juzgar: el objetivo no tiene las superficies de un simulador',
  'not judged: there is no console token (SIM_CONSOLE_TOKEN)':
    'sin juzgar: no hay token de consola (SIM_CONSOLE_TOKEN)',
  'not judged: webhooks cannot arrive here (SIM_WEBHOOK_SECRET, --webhook-url)':
    'sin juzgar: los webhooks no pueden llegar aquí (SIM_WEBHOOK_SECRET, --webhook-url)',
  'not judged: there is no second account (SIM_OTHER_TOKEN)':
    'sin juzgar: no hay una segunda cuenta (SIM_OTHER_TOKEN)',
  'not judged: the target does not have the operation': 'sin juzgar: el objetivo no tiene la operación',
  'not judged: they change the account; --all judges them': 'sin juzgar: cambian la cuenta; --all los juzga',
  'not judged: they need an account of their own; --all opens one where anybody can register':
    'sin juzgar: necesitan una cuenta propia; --all la abre donde cualquiera puede registrarse',
  'not judged: no name and password are named (SIM_SHORT_NAME, SIM_PASSWORD)':
    'sin juzgar: nadie ha nombrado un nombre y una contraseña (SIM_SHORT_NAME, SIM_PASSWORD)',
  'not judged: it was stopped': 'sin juzgar: se detuvo',
  'How true it is: {0}': 'Cuán fiel es: {0}',
  '{0} cases. Each figure is of one operation and one axis: what matches, of what was judged.':
    '{0} casos. Cada cifra es de una operación y un eje: lo que coincide, de lo que se juzgó.',
  'What differs': 'Lo que difiere',
  'Nothing differs.': 'Nada difiere.',
  'What was not judged': 'Lo que no se juzgó',
  'By operation': 'Por operación',
  Operation: 'Operación',
};
