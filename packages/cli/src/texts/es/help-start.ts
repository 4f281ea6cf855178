import type { Catalogue } from '@svc-simulator/core';

/** Help of what starts something: start, exec, relay, replay. */
export const helpStart: Catalogue = {
  'start the simulator': 'inicia el simulador',
  'port to listen on; 0 takes any free one': 'puerto en el que escucha; 0 toma uno libre',
  'address to listen on': 'dirección en la que escucha',
  'where everything is kept': 'dónde se guarda todo',
  'keep everything in memory only': 'guarda todo solo en memoria',
  'keep everything in this PostgreSQL database instead, which several instances may share':
    'guarda todo en esta base de datos PostgreSQL, que varias instancias pueden compartir',
  'address of the payment pages, when it is another': 'dirección de las páginas de pago, si es otra',
  'serve https, with a certificate of a local authority that is made once and kept in the data directory':
    'sirve https, con un certificado de una autoridad local que se crea una vez y queda en el directorio de datos',
  'serve https with this certificate (PEM, with its chain)':
    'sirve https con este certificado (PEM, con su cadena)',
  'the key of --tls-cert (PEM)': 'la clave de --tls-cert (PEM)',
  'serve many teams: webhooks reach private addresses through relays only; no demo account':
    'sirve a muchos equipos: los webhooks llegan a direcciones privadas solo por relays; sin cuenta de demostración',
  'whose X-Forwarded-For counts, hosted: how many proxies in a row, or their addresses and ranges (10.0.0.0/8,fd00::/8)':
    'con --hosted, de quién vale X-Forwarded-For: cuántos proxies seguidos, o sus direcciones y rangos (10.0.0.0/8,fd00::/8)',
  'what an account may have, hosted, such as \'{"sessions":20000,"stored_mib":500}\'':
    'con --hosted, cuánto puede tener una cuenta, por ejemplo \'{"sessions":20000,"stored_mib":500}\'',
  'opens /metrics, which a hosted simulator shows to nobody else':
    'abre /metrics, que con --hosted nadie más puede ver',
  'from a stop signal, when /ready turns 503, to the last request':
    'desde la señal de parada, cuando /ready pasa a 503, hasta la última petición',
  '5000 when hosted, else 0': '5000 con --hosted, si no 0',
  'from payment to accreditation': 'del pago a la acreditación',
  'VES per unit, such as \'{"USD":"130.50"}\'': 'VES por unidad, por ejemplo \'{"USD":"130.50"}\'',
  'strict: an answer waits until the disk itself has the change':
    'strict: cada respuesta espera hasta que el cambio está en el disco mismo',
  'make no demo account': 'no crea la cuenta de demostración',
  'make the accounts of this snapshot in place of the demo account; those that are there already stay as they are':
    'crea las cuentas de esta instantánea en vez de la cuenta de demostración; las que ya existen quedan como están',
  'of the log on stderr; json: no banner and no events on stdout':
    'del registro en stderr; json: sin cartel de arranque ni eventos en stdout',
  'a line of JSON when ready, then one for each event of the trace':
    'una línea de JSON cuando está listo, y después una por cada evento de la traza',
  'no banner and no events; warnings and errors only':
    'sin cartel de arranque ni eventos; solo avisos y errores',
  '\nIt runs until SIGINT (Ctrl+C) or SIGTERM, then saves everything and exits with 0. On a terminal single keys do things: ? shows them.':
    '\nSigue hasta SIGINT (Ctrl+C) o SIGTERM; entonces guarda todo y termina con 0. En una terminal sirven teclas sueltas: ? las muestra.',

  'run a command, such as your tests, beside a simulator of its own':
    'ejecuta un comando, como tus pruebas, junto a un simulador propio',
  'the command and its words, after --': 'el comando y sus palabras, después de --',
  'write everything that the simulator saw to this file; .jsonl: as JSON':
    'escribe en este archivo todo lo que vio el simulador; .jsonl: como JSON',
  'port to listen on': 'puerto en el que escucha',
  'any free one': 'uno libre',
  'keep everything here': 'guarda todo aquí',
  'in memory only': 'solo en memoria',
  'keep everything in memory only, as without it': 'guarda todo solo en memoria, igual que sin esta opción',
  'keep everything in this PostgreSQL database': 'guarda todo en esta base de datos PostgreSQL',
  'say at the end, as a line of JSON on stderr, how the command ended':
    'dice al final cómo terminó el comando, en una línea de JSON en stderr',
  [`
The command finds the simulator in SIM_URL, SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_WEBHOOK_SECRET, SIM_AGREEMENT_ID,
SIM_ACCOUNT_ID, SIM_SHORT_NAME, SIM_PASSWORD, SIM_MERCHANT_ID, SIM_MERCHANT_EMAIL and SIM_MERCHANT_PASSWORD; other sim
commands in it need no flag. Its exit code becomes this one's: 128 and the signal's number when it was killed, 127 when
there is no such command.

Example: {0} exec --accreditation-delay 0 --trace-file trace.txt -- npm test`]: `
El comando encuentra el simulador en SIM_URL, SIM_TOKEN, SIM_CONSOLE_TOKEN, SIM_WEBHOOK_SECRET, SIM_AGREEMENT_ID,
SIM_ACCOUNT_ID, SIM_SHORT_NAME, SIM_PASSWORD, SIM_MERCHANT_ID, SIM_MERCHANT_EMAIL y SIM_MERCHANT_PASSWORD; otros comandos
de sim dentro de él no necesitan opciones. Su código de salida pasa a ser el de este: 128 más el número de la señal si una
señal lo terminó, 127 si no existe.

Ejemplo: {0} exec --accreditation-delay 0 --trace-file trace.txt -- npm test`,

  'deliver webhooks to a port of this machine': 'entrega webhooks a un puerto de esta máquina',
  'deliver to this port of 127.0.0.1, at the path of the webhook’s own URL':
    'entrega a este puerto de 127.0.0.1, en la ruta de la URL propia del webhook',
  'deliver to this URL instead': 'entrega a esta URL',
  'YAML with rules that send some webhooks to targets of their own':
    'YAML con reglas que llevan algunos webhooks a destinos propios',
  'deliver only these, for example paid,accredited': 'entrega solo estos, por ejemplo paid,accredited',
  'deliver what was missed since the last run with --replay first, in order':
    'entrega primero, en orden, lo que faltó desde la última vez con --replay',
  'write each delivery to a file here; sim replay sends it again':
    'escribe aquí cada entrega en un archivo; sim replay la envía de nuevo',
  'one line of JSON for each event': 'una línea de JSON por cada evento',
  '\nWithout --port and --forward-to, webhooks go to their own URL. It runs until Ctrl+C, or until another relay\nwith the same key takes over, and connects again when the connection is lost.\nWith --replay the relay keeps its place in the directory of --data.':
    '\nSin --port ni --forward-to, los webhooks van a su propia URL. Sigue hasta Ctrl+C, o hasta que otro relay con el\nmismo token lo reemplaza, y se conecta de nuevo cuando se pierde la conexión.\nCon --replay, el relay recuerda por dónde va en el directorio de --data.',

  'send webhooks again from the files of sim relay --save':
    'envía otra vez webhooks de los archivos de sim relay --save',
  'files that sim relay --save wrote; sent in this order':
    'archivos que escribió sim relay --save; se envían en este orden',
  "send to this port of 127.0.0.1, at the path of the file's URL":
    'envía a este puerto de 127.0.0.1, en la ruta de la URL del archivo',
  'send to this URL instead': 'envía a esta URL',
  'sign with this webhook secret and a timestamp of now':
    'firma con este secreto de webhooks y la hora de ahora',
  'one line of JSON for each file': 'una línea de JSON por cada archivo',
  '\nBody and headers are sent byte for byte, so a receiver that checks the age of a webhook refuses old ones unless they\nare signed again. No simulator is needed. Exit code 1 when one of them is not answered with 2xx.':
    '\nEl cuerpo y las cabeceras se envían byte por byte, así que un receptor que revisa la hora de un webhook rechaza los\nviejos si no se firman de nuevo. No hace falta un simulador. Código de salida 1 si alguno no recibe respuesta 2xx.',
};
