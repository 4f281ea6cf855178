import type { Catalogue } from '@svc-simulator/core';

/** Help of card terminals, classes and accounts: pos, progress, class, account, keys. */
export const helpAccounts: Catalogue = {
  'a virtual card terminal: link it, pay, void and close its batch':
    'una terminal virtual de tarjetas: vincularla, cobrar, anular y cerrar su lote',
  'link a virtual terminal to the merchant': 'vincula una terminal virtual con el comercio',
  'serial of the terminal, any text': 'serial de la terminal, cualquier texto',
  'unlink it first, when it is linked already': 'la desvincula antes, si ya está vinculada',
  "the merchant's e-mail; default: the account's own merchant":
    'correo del comercio; por defecto: el comercio propio de la cuenta',
  "the merchant's password, with --email": 'contraseña del comercio, con --email',
  'print {"serial","merchant_id","secret_key"}': 'muestra {"serial","merchant_id","secret_key"}',
  "make a transaction, as the till's backend does":
    'crea una transacción, como lo hace el sistema de la caja',
  'orderId; default: a new one': 'orderId; por defecto: uno nuevo',
  'only for this terminal; default: every terminal of the merchant sees it':
    'solo para esta terminal; por defecto: la ven todas las terminales del comercio',
  'the terminal may change the amount': 'la terminal puede cambiar el monto',
  'list what the terminal has to do': 'lista lo que la terminal tiene pendiente',
  'one or several, such as PAID,VOID_PENDING, or all': 'uno o varios, como PAID,VOID_PENDING, o all',
  'which terminal; default: the one that was linked last': 'cuál terminal; por defecto: la última vinculada',
  "print the transactions as the API's JSON": 'muestra las transacciones como JSON de la API',
  "list the merchant's terminals, newest first": 'lista las terminales del comercio, la más nueva primero',
  'pay at the terminal: one transaction, all, or whatever comes in':
    'cobra en la terminal: una transacción, todas, o lo que vaya llegando',
  'orderId of the transaction, or its id': 'orderId de la transacción, o su id',
  'everything that is pending': 'todo lo pendiente',
  'everything that comes in, until Ctrl+C': 'todo lo que vaya llegando, hasta Ctrl+C',
  'another amount, where the transaction allows it': 'otro monto, si la transacción lo permite',
  'type of the card': 'tipo de tarjeta',
  'with --auto: how long the customer takes': 'con --auto: cuánto tarda el cliente',
  'with --auto: share of declined cards, 0 to 1': 'con --auto: parte de tarjetas rechazadas, de 0 a 1',
  'with --auto: the same seed declines the same ones, counted as they come in':
    'con --auto: la misma semilla rechaza las mismas, contadas según llegan',
  'print the API\'s JSON; with --auto one line {"result","order_id",…} for each':
    'muestra el JSON de la API; con --auto, una línea {"result","order_id",…} por cada una',
  '\nA declined transaction is left pending, as at a real terminal: the till may cancel it.':
    '\nUna transacción rechazada queda pendiente, como en una terminal real: la caja puede cancelarla.',
  "cancel a transaction, or ask for its void, as the till's backend does":
    'cancela una transacción, o pide su anulación, como lo hace el sistema de la caja',
  '\nA pending transaction is cancelled at once; the void of a paid one waits for the terminal.':
    '\nUna transacción pendiente se cancela enseguida; la anulación de una pagada espera a la terminal.',
  'confirm at the terminal the void of a paid transaction':
    'confirma en la terminal la anulación de una transacción pagada',
  'every void that the merchant has asked for': 'todas las anulaciones que pidió el comercio',
  'close the batch of the terminal': 'cierra el lote de la terminal',
  'currency of the closing; default: that of the first payment in the batch':
    'moneda del cierre; por defecto: la del primer pago del lote',
  "print the closing as the API's JSON": 'muestra el cierre como JSON de la API',

  'show which practices are done, and what to do next':
    'muestra qué prácticas están hechas, y qué hacer ahora',
  'classes: make one, see how its trainees get on, join and leave':
    'clases: crear una, ver cómo van sus participantes, entrar y salir',
  'make a class, and print the code that trainees join it with':
    'crea una clase, y muestra el código con el que entran los participantes',
  'what the class is called': 'cómo se llama la clase',
  'list your classes, newest first': 'lista tus clases, la más nueva primero',
  'show what each trainee has done, and where somebody is stuck':
    'muestra qué hizo cada participante, y dónde se atascó alguien',
  'its id or its title (default: the only class that you have)':
    'su id o su título (por defecto: la única clase que tienes)',
  'print a table for a spreadsheet, a line a trainee':
    'muestra una tabla para una hoja de cálculo, una línea por participante',
  "print the progress as the API's JSON": 'muestra el progreso como JSON de la API',
  "join a trainer's class": 'entra a la clase de un instructor',
  'join code that the trainer shows; case, blanks and hyphens do not matter':
    'código que muestra el instructor; no importan mayúsculas, espacios ni guiones',
  'leave the class that you are in': 'sale de la clase en la que estás',
  'give a class of yours another title': 'cambia el título de una clase tuya',
  'its id or its title': 'su id o su título',
  'its new title': 'su título nuevo',
  'close a class: nobody can join any more': 'cierra una clase: ya nadie puede entrar',
  'give a class another join code': 'cambia el código de una clase',
  'take a trainee out of a class': 'saca a un participante de una clase',
  'the short name, as the board shows it': 'su nombre corto, como aparece en el tablero',
  'give a trainee a password for one login': 'da a un participante una contraseña para entrar una vez',

  'open accounts and log in to them': 'abre cuentas y entra en ellas',
  'open an account and print its credentials': 'abre una cuenta y muestra sus credenciales',
  '3 to 64 characters out of a-z A-Z 0-9 . _ @ -': 'de 3 a 64 caracteres entre a-z A-Z 0-9 . _ @ -',
  '8 to 200 characters (default: a random one, printed)':
    'de 8 a 200 caracteres (por defecto: una al azar, que se muestra)',
  "join a trainer's class with it": 'entra con él a la clase de un instructor',
  'get tokens for an account': 'obtiene tokens para una cuenta',
  'short name of the account': 'nombre corto de la cuenta',
  'password of the account': 'contraseña de la cuenta',
  "password of the account, beside --key (default: the demo account's; asked for at a terminal)":
    'contraseña de la cuenta, además de --key (por defecto: la de la cuenta de demostración; en una terminal se pregunta)',
  "its password (default: the demo account's; asked for at a terminal)":
    'su contraseña (por defecto: la de la cuenta de demostración; en una terminal se pregunta)',
  'with a one-time password: the one that takes its place':
    'con una contraseña de un solo uso: la que ocupa su lugar',
  '\nIt cannot be undone: on a terminal it asks before, elsewhere it wants --yes.':
    '\nNo se puede deshacer: en una terminal pregunta antes; en otro sitio pide --yes.',
  'a new console token instead of an API token; the former one stops working':
    'un token de consola nuevo en vez de un token de API; el anterior deja de servir',
  'let other tokens and browsers go on; default: all end but what asks':
    'deja que los demás tokens y navegadores sigan; por defecto: terminan todos menos el que lo pide',
  'change the password of the account': 'cambia la contraseña de la cuenta',
  'the password that it has now': 'la contraseña que tiene ahora',
  'the one that it is to have': 'la que debe tener',
  'delete the account with everything that it has': 'elimina la cuenta con todo lo que tiene',
  'tokens of the account, and the secret that signs its webhooks':
    'los tokens de la cuenta, y el secreto que firma sus webhooks',
  'list API and refresh tokens, the last used first':
    'lista los tokens de API y de renovación, el último usado primero',
  'revoke a token: it opens nothing any more': 'revoca un token: ya no abre nada',
  'its id, as sim keys list shows it: tok_…': 'su id, como lo muestra sim keys list: tok_…',
  'print the account with its credentials': 'muestra la cuenta con sus credenciales',
};
