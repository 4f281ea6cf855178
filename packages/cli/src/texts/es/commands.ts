import type { Catalogue } from '@svc-simulator/core';

/** What commands say while they work, ask, refuse, and what they propose to do next. */
export const commands: Catalogue = {
  'next: {0}': 'siguiente: {0}',
  'there are more: --cursor {0}': 'hay más: --cursor {0}',
  'waiting for {0}': 'esperando {0}',
  'watching {0}': 'observando {0}',
  'waiting for the receiver': 'esperando al receptor',
  'waiting for what comes due': 'esperando lo que llega a su hora',
  'the simulator is back': 'el simulador volvió',
  'the simulator has gone; waiting for it to come back': 'el simulador no está; esperando que vuelva',

  'open the payment page, or {0} session pay {1}': 'abre la página de pago, o {0} session pay {1}',
  'no session here; {0} session create makes one': 'aquí no hay sesiones; {0} session create crea una',
  'the payment of session {0} failed{1}; a test that wants that passes --expect failed':
    'el pago de la sesión {0} falló{1}; una prueba que lo quiere pasa --expect failed',
  'session {0} is paid, and --expect said that the payment fails':
    'la sesión {0} está pagada, y --expect decía que el pago falla',

  once: 'una vez',
  '{0} times': '{0} veces',
  'exactly {0}': 'exactamente {0}',
  'at least {0}': 'al menos {0}',
  ' within {0} ms': ' en {0} ms',
  ' and ': ' y ',
  ' or ': ' o ',
  ' of session {0}': ' de la sesión {0}',
  ' with {0}': ' con {0}',
  'expected {0} {1}{2}; it has happened {3}{4}': 'se esperaba {0} {1}{2}; pasó {3}{4}',
  '{0}  {1}: {2}, {3} expected': '{0}  {1}: {2}, se esperaba {3}',
  '; it can not happen any more, as {0}': '; ya no puede pasar, porque {0}',
  '{0} can not happen any more: {1}{2}': '{0} ya no puede pasar: {1}{2}',
  'the session is {0}': 'la sesión está en {0}',
  'the webhook was given up after {0} attempts': 'el webhook se abandonó después de {0} intentos',
  ', {0} so far': ', {0} hasta ahora',
  'it has not happened': 'no pasó',
  'it has happened {0} times': 'pasó {0} veces',
  'waited {0} ms for {1}; {2}': 'se esperó {1} durante {0} ms; {2}',
  'nothing has happened': 'no ha pasado nada',
  'what happened last:': 'lo último que pasó:',

  'what is to go wrong? Pass at least one rate or time, such as --drop 0.1':
    '¿qué debe fallar? Pasa al menos una proporción o un tiempo, como --drop 0.1',
  '[y/N]': '[s/N]',
  'Everything that {0} has done at {1} will be gone: sessions, trace, settings and progress. Reset it?':
    'Se perderá todo lo que {0} hizo en {1}: sesiones, traza, ajustes y progreso. ¿Reiniciarla?',
  'Everything that {0} has at {1} will be gone, and it becomes what {2} holds. Load it?':
    'Se perderá todo lo que {0} tiene en {1}, y pasará a ser lo que contiene {2}. ¿Cargarlo?',
  'Everything that {0} has at {1} will be gone for good, and the account too. Delete it?':
    'Se perderá para siempre todo lo que {0} tiene en {1}, y la cuenta también. ¿Eliminarla?',
  '{0} and all that was made with it will open nothing any more. Revoke it?':
    '{0} y todo lo que se hizo con él ya no abrirán nada. ¿Revocarlo?',
  'Webhooks will be signed with a new secret, and receivers that have the one of now will refuse them. Replace it?':
    'Los webhooks se firmarán con un secreto nuevo, y los receptores que tengan el de ahora los rechazarán. ¿Reemplazarlo?',
  'this cannot be undone, and nobody is here to be asked; --yes does it':
    'esto no se puede deshacer, y aquí no hay a quién preguntar; --yes lo hace',
  'the account {0}': 'la cuenta {0}',
  'the account of this credential': 'la cuenta de esta credencial',
  'nothing was changed; --yes does it without asking': 'no se cambió nada; --yes lo hace sin preguntar',
  'account {0} is as new; its credentials stay':
    'la cuenta {0} quedó como nueva; sus credenciales se mantienen',
  '--all needs the run file of sim start here; pass the tokens with --key and --also':
    '--all necesita aquí el archivo de ejecución de sim start; pasa los tokens con --key y --also',

  'this needs the password of the account: pass it with --password or SIM_PASSWORD':
    'esto pide la contraseña de la cuenta: pásala con --password o SIM_PASSWORD',
  'password of the account: ': 'contraseña de la cuenta: ',
  'password changed; tokens and browsers that are logged in go on':
    'contraseña cambiada; los tokens y los navegadores que estaban dentro siguen',
  "password changed; other tokens and browsers have ended, this command's own token goes on":
    'contraseña cambiada; los demás tokens y navegadores terminaron, el token de este comando sigue',
  'deleted {0} with everything that it had; its name is free':
    'se eliminó {0} con todo lo que tenía; su nombre queda libre',
  'no token here; {0} account login NAME makes one': 'aquí no hay tokens; {0} account login NOMBRE crea uno',
  'revoked {0}; it opens nothing any more': '{0} quedó revocado; ya no abre nada',
  '{0} account login SHORT_NAME gives another token': '{0} account login SHORT_NAME da otro token',
  'give it to your receiver, and start that again: {0} env --dotenv .env writes it there':
    'dáselo a tu receptor e inícialo de nuevo: {0} env --dotenv .env lo escribe ahí',
  'a .env that was written before keeps the old password and may keep ended tokens: {0} env --dotenv .env writes it anew':
    'un .env escrito antes conserva la contraseña vieja, y quizá tokens que terminaron: {0} env --dotenv .env lo escribe de nuevo',
  '{0} (ended {1})': '{0} (terminó {1})',
  '--key is the API token of the account; what the payer types is --otp {0}':
    '--key es el token de API de la cuenta; lo que escribe el pagador es --otp {0}',
  'there is no {0} {1}; {2} {3} does it': 'no existe {0} {1}; lo hace {2} {3}',
  '1 session is gone': 'ya no está 1 sesión',
  '{0} sessions are gone': 'ya no están {0} sesiones',
  '{0}: data are kept for 14 days after their last change':
    '{0}: los datos se conservan 14 días desde su último cambio',

  'nobody is in it yet; trainees join with {0} class join {1}':
    'todavía no hay nadie; los participantes entran con {0} class join {1}',
  'pass either --csv or --json, not both': 'pasa --csv o --json, no los dos',
  'trainees join with {0} class join {1}, or {2} account create NAME --class-code {3}':
    'los participantes entran con {0} class join {1}, o {2} account create NOMBRE --class-code {3}',
  'no class here; {0} class create TITLE makes one': 'aquí no hay clases; {0} class create TÍTULO crea una',
  'in the class {0}': 'en la clase {0}',
  'left {0}; your progress stays': 'saliste de {0}; tu progreso se mantiene',
  '{0} is out of the class': '{0} ya no está en la clase',
  '{0} logs in once with {1} until {2}, and chooses another':
    '{0} entra una vez con {1} hasta {2}, y elige otra',
  'no class of this account is called {0}; {1} class list shows them':
    'ninguna clase de esta cuenta se llama {0}; {1} class list las muestra',
  'several classes are called {0}; say which by an id that {1} class list shows':
    'varias clases se llaman {0}; di cuál con un id de los que muestra {1} class list',
  'there is no class in this account; {0} class create TITLE makes one':
    'no hay clases en esta cuenta; {0} class create TÍTULO crea una',
  'there are several classes in this account; say which, by its title or by an id that {0} class list shows':
    'hay varias clases en esta cuenta; di cuál, por su título o por un id de los que muestra {0} class list',

  'the terminal {0} is linked already; {1} pos pair {2} --again unlinks it first, and another serial makes another terminal':
    'la terminal {0} ya está vinculada; {1} pos pair {2} --again la desvincula antes, y otro serial crea otra terminal',
  '{0} pos create --amount 12.50, and then {1} pos list':
    '{0} pos create --amount 12.50, y después {1} pos list',
  'pass the password of the merchant with --password or SIM_PASSWORD':
    'pasa la contraseña del comercio con --password o SIM_PASSWORD',
  'the simulator does not take the signature of terminal {0}: {1} Link it again with {2} pos pair {3} --again':
    'el simulador no acepta la firma de la terminal {0}: {1} Vincúlala de nuevo con {2} pos pair {3} --again',
  '{0} is damaged; delete it, and link the terminals again':
    '{0} está dañado; bórralo, y vincula las terminales de nuevo',
  '{0} cannot be written ({1}); the terminals are kept there':
    'no se puede escribir {0} ({1}); ahí se guardan las terminales',
  'no terminal here; {0} pos pair makes one': 'aquí no hay terminales; {0} pos pair crea una',
  'no terminal': 'ninguna terminal',
  'no terminal {0}': 'ninguna terminal {0}',
  '{0} has been linked here ({1}); link one with {2}': '{0} se ha vinculado aquí ({1}); vincula una con {2}',
  '{0} of this account has been linked here ({1}); link one with {2}':
    '{0} de esta cuenta se ha vinculado aquí ({1}); vincula una con {2}',
  '{0} and the same --key': '{0} y el mismo --key',
  'nothing is {0} here; {1} pos create --amount 12.50 makes a transaction':
    'aquí no hay nada en {0}; {1} pos create --amount 12.50 crea una transacción',
  'nothing is PENDING; {0} pos create --amount 12.50':
    'no hay nada en PENDING; {0} pos create --amount 12.50',
  'pay what? name one order, or --all, or --auto': '¿cobrar qué? nombra una orden, o --all, o --auto',
  '--delay, --decline-rate and --seed go with --auto': '--delay, --decline-rate y --seed van con --auto',
  'it was paid before and is {0} now; nothing was paid':
    'ya estaba pagada y ahora está en {0}; no se cobró nada',
  '{0} pos settle, or {1} pos cancel {2} to have it voided':
    '{0} pos settle, o {1} pos cancel {2} para anularla',
  '{0} pays what comes in, each after {1} ms{2}; Ctrl+C stops it\n':
    '{0} cobra lo que llega, cada cosa después de {1} ms{2}; Ctrl+C lo detiene\n',
  ', declining {0} of them (--seed {1})': ', y rechaza una parte de {0} (--seed {1})',
  '{0} paid, {1} declined, {2} refused\n': '{0} pagadas, {1} rechazadas, {2} no aceptadas\n',
  '{0}  {1}  left PENDING': '{0}  {1}  queda en PENDING',
  declined: 'rechazada',
  refused: 'no aceptada',
  'void what? name one order, or --all': '¿anular qué? nombra una orden, o --all',
  'no void was asked for; {0} pos cancel ORDER asks, as the till does':
    'no se pidió ninguna anulación; {0} pos cancel ORDEN la pide, como lo hace la caja',
  'batch {0} is open; {1} trace --type pos.settled': 'el lote {0} está abierto; {1} trace --type pos.settled',
  'batch {0} has been closed before; batch {1} is open now: {2} pos settle closes that one':
    'el lote {0} ya se había cerrado; ahora está abierto el lote {1}: {2} pos settle cierra ese',

  pays: 'paga',
  'insufficient funds': 'sin fondos',
  'wrong key': 'clave equivocada',
  'over the limit': 'pasa del límite',
  "It must be a partner's id and a share, such as PARTNER=40% or PARTNER=12.50.":
    'Debe ser el id de un socio y una parte, como PARTNER=40% o PARTNER=12.50.',
  '--split: either all shares are percents or all are amounts':
    '--split: o todas las partes son porcentajes o todas son montos',
  'It must begin with http:// or https://; did you mean http://{0}?':
    'Debe empezar con http:// o https://; ¿será http://{0}?',
  '{0} outcome {1} --outcome {2}; what is admitted now: {3}':
    '{0} outcome {1} --outcome {2}; lo que se admite ahora: {3}',
  'paid and accredited': 'pagada y acreditada',
  'the session is {0} and stays so; {1} session create makes another':
    'la sesión está {0} y así se queda; {1} session create crea otra',
};
