import type { Catalogue } from '@svc-simulator/core';

/** Of env, open, status, listen and trigger. */
export const atHand: Catalogue = {
  'print the address and the credentials as environment variables':
    'muestra la dirección y las credenciales como variables de entorno',
  'show what runs, its clock, chaos and relay, and what failed last':
    'muestra qué corre, su reloj, su caos y su relay, y lo último que falló',
  'receive webhooks here, and check their signatures': 'recibe webhooks aquí, y comprueba sus firmas',
  'create a session that ends as you say, and show what its webhooks are answered':
    'crea una sesión que termina como digas, y muestra qué respuesta tienen sus webhooks',

  'open the console, a payment page or the documentation in the browser':
    'abre la consola, una página de pago o la documentación en el navegador',
  'what to open': 'qué abrir',
  'of pay: whose payment page (default: the newest)':
    'de pay: de qué sesión es la página de pago (por defecto: la más nueva)',
  'print the address, and open nothing': 'muestra la dirección y no abre nada',
  'opened in the browser': 'abierto en el navegador',
  'there is no browser here; open it in yours: it logs in once, within 2 minutes':
    'aquí no hay navegador; ábrelo en el tuyo: entra una sola vez, en los 2 minutos siguientes',
  'there is no browser here; open it in yours': 'aquí no hay navegador; ábrelo en el tuyo',
  'there is no session here; {0} makes one': 'aquí no hay sesiones; {0} crea una',

  'in the words of this shell': 'en las palabras de este shell',
  'put them into this file instead, beside what else it has':
    'las pone en este archivo, junto a lo que ya tiene',
  [`
In bash or zsh:  eval "$({0} env)"
In fish:         {1} env --shell fish | source
In PowerShell:   {2} env --shell powershell | Out-String | Invoke-Expression`]: `
En bash o zsh:   eval "$({0} env)"
En fish:         {1} env --shell fish | source
En PowerShell:   {2} env --shell powershell | Out-String | Invoke-Expression`,
  'as a JSON object': 'como objeto JSON',
  '{0} variables written to {1}': 'se escribieron {0} variables en {1}',
  'keep it out of version control: it holds credentials':
    'no lo subas al control de versiones: contiene credenciales',

  simulator: 'simulador',
  '{0}  version {1}, started {2}': '{0}  versión {1}, empezó {2}',
  data: 'datos',
  clock: 'reloj',
  script: 'guion',
  none: 'ninguno',
  'none yet': 'ninguna todavía',
  chaos: 'caos',
  'on, seed {0}': 'encendido, semilla {0}',
  'last session': 'última sesión',
  connected: 'conectado',
  'what failed last:': 'lo último que falló:',

  "what webhooks are signed with; default: the account's secret":
    'con qué se firman los webhooks; por defecto: el secreto de la cuenta',
  'pass each webhook on to this address, and its answer back':
    'reenvía cada webhook a esta dirección y devuelve su respuesta',
  'a line of JSON for each webhook': 'una línea de JSON por webhook',
  'port {0} cannot be listened on ({1}); pass another with --port':
    'no se puede escuchar en el puerto {0} ({1}); pasa otro con --port',
  'listening on {0}; {1} trigger paid --webhook-url {2}':
    'escuchando en {0}; {1} trigger paid --webhook-url {2}',
  'signature ok': 'firma correcta',
  'no webhook': 'no es un webhook',
  'came before, under the same idempotency key': 'ya llegó antes, con la misma clave de idempotencia',
  'how they are signed, as webhook_signature says; default: any':
    'cómo van firmados, según webhook_signature; por defecto: de cualquiera de las formas',
  'signature not ok: {0}': 'firma no válida: {0}',
  '{0} answered {1}: {2}': '{0} respondió {1}: {2}',
  'there is no body': 'no hay cuerpo',
  '{0} did not answer ({1})': '{0} no respondió ({1})',

  'how the new session ends': 'cómo termina la sesión nueva',
  'print the session and its webhook events as JSON': 'muestra la sesión y sus eventos de webhook como JSON',
  '{0}  session {1}': '{0}  sesión {1}',
  'waited {0} ms for the webhooks of session {1}':
    'se esperaron los webhooks de la sesión {1} durante {0} ms',
  'pass --webhook-url to send them; {0} listen shows what comes':
    'pasa --webhook-url para enviarlos; {0} listen muestra lo que llega',
  'a session that ends {0} sends a webhook only after {1} settings set extra_events=true':
    'una sesión que termina en {0} envía un webhook solo después de {1} settings set extra_events=true',
  'a webhook of session {0} was given up': 'se abandonó un webhook de la sesión {0}',
};
