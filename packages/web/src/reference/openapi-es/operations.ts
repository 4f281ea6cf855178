import type { Phrases } from '@svc-simulator/server/http/phrasebook.ts';

/** Chapters of the document, and what each operation is for. */
export const operationPhrases: Phrases = {
  'Registrations and logins of the simulator.': 'Registros e inicios de sesión del simulador.',
  'Where money goes, which methods are accepted, who shares.':
    'A dónde va el dinero, qué métodos se aceptan, quiénes participan.',
  'Button and request sessions, their status and their end.':
    'Sesiones de botón y de solicitud, su estado y su final.',
  'Permanent URLs of recurring payments: each operation answers a fixed example, the same for all accounts.':
    'URL permanentes de pagos recurrentes: cada operación responde un ejemplo fijo, el mismo para todas las cuentas.',
  'Forces outcomes and resets the account; absent in production.':
    'Fuerza resultados y reinicia la cuenta; no existe en producción.',
  'The account’s trace, sessions, progress, settings and receivers; absent in production.':
    'La traza, las sesiones, el avance, los ajustes y los receptores de la cuenta; no existe en producción.',
  'Trainers’ classes and who is in them; absent in production.':
    'Las clases y quién está en ellas; no existe en producción.',
  'What the payer sees. The form needs no cookie, no token and no script.':
    'Lo que ve quien paga. El formulario no necesita cookie, ni token, ni script.',
  'Liveness, differences from production, and this document. The relay is no operation of it: `GET /relay` with `Authorization: Bearer <API token>` upgrades to a WebSocket, over which webhooks for local addresses are delivered as JSON text frames.':
    'Si está en marcha, las diferencias con producción, y este documento. El relay no es una operación: `GET /relay` con `Authorization: Bearer <token de la API>` pasa a un WebSocket, por el que se entregan los webhooks de direcciones locales como tramas de texto JSON.',
  'Registration and login of merchants.': 'Registro e inicio de sesión de comercios.',
  'POS terminals and their pairing.': 'Terminales POS y su vinculación.',
  'Payment requests on POS terminals.': 'Cobros en terminales POS.',
  'Settlement of a terminal’s batches.': 'Cierre de los lotes de una terminal.',
  'Make an account, with its API token, console token and webhook secret':
    'Crea una cuenta, con su token de la API, su token de la consola y su secreto de webhooks',
  'Make an account the historical way': 'Crea una cuenta de la manera histórica',
  'Get a new console token; the former one stops working':
    'Da un token nuevo de la consola; el anterior deja de servir',
  'Exchange the API token for a console token of the same account that lives for 15 minutes':
    'Cambia el token de la API por uno de la consola de la misma cuenta que vive 15 minutos',
  'Get a link that logs one browser in to the console, once and within 2 minutes':
    'Da un enlace con el que un navegador entra a la consola, una sola vez y en los 2 minutos siguientes',
  'Get an API token and a refresh token': 'Da un token de la API y uno de renovación',
  'Get a new API token and a new refresh token; the older ones stay valid':
    'Da un token de la API y uno de renovación nuevos; los anteriores siguen valiendo',
  'Create an agreement: where money goes and which methods are accepted':
    'Crea un acuerdo: a dónde va el dinero y qué métodos se aceptan',
  'Agreements of the account, newest first; those of split receipts with their recipients':
    'Acuerdos de la cuenta, los más nuevos primero; los de reparto, con sus destinatarios',
  'Create an agreement whose payments are split among partners':
    'Crea un acuerdo cuyos pagos se reparten entre socios',
  'Create a partner, who can receive a share of payments':
    'Crea un socio, que puede recibir una parte de los pagos',
  'Partners of the account, newest first': 'Socios de la cuenta, los más nuevos primero',
  'Create a button session': 'Crea una sesión de botón',
  'Create a request session': 'Crea una sesión de solicitud',
  'Create many request sessions: all of them or none': 'Crea muchas sesiones de solicitud: todas o ninguna',
  'Query the status of a session': 'Consulta el estado de una sesión',
  'Expire a pending session': 'Vence una sesión pendiente',
  'List stops (fixed example)': 'Lista los stops (ejemplo fijo)',
  'Create a stop (fixed example)': 'Crea un stop (ejemplo fijo)',
  'Create many stops (fixed example)': 'Crea muchos stops (ejemplo fijo)',
  'Query many stops (fixed example)': 'Consulta muchos stops (ejemplo fijo)',
  'Reorder stops (fixed example)': 'Reordena los stops (ejemplo fijo)',
  'Detail of a stop (fixed example)': 'Detalle de un stop (ejemplo fijo)',
  'Update a stop (fixed example)': 'Cambia un stop (ejemplo fijo)',
  'Delete a stop (fixed example)': 'Borra un stop (ejemplo fijo)',
  'History of a stop (fixed example)': 'Historial de un stop (ejemplo fijo)',
  'Force the outcome of a leg of a session': 'Fuerza el resultado de una etapa de una sesión',
  "Reset the caller's account to newly created; its credentials stay":
    'Reinicia la cuenta que llama, como recién creada; sus credenciales siguen',
  'Time of the account': 'La hora de la cuenta',
  'Stop the clock of the account, let it go on, or set it':
    'Detiene el reloj de la cuenta, lo deja seguir, o lo pone en hora',
  'Bring the account back to real time': 'Devuelve la cuenta a la hora real',
  'Let time pass for the account: what comes due happens in order, and its webhooks have ended at the answer':
    'Deja pasar el tiempo de la cuenta: lo previsto ocurre en orden, y sus webhooks ya terminaron al responder',
  'What is made to go wrong for the account': 'Lo que se hace salir mal en la cuenta',
  'Make webhooks and API answers of the account go wrong, the same way for the same seed':
    'Hace que los webhooks y las respuestas de la API de la cuenta salgan mal, igual con la misma semilla',
  'Let nothing go wrong any more': 'Ya no hace salir nada mal',
  'How the next sessions of the account end by its script':
    'Cómo terminan las próximas sesiones de la cuenta según su guion',
  'Say how the next sessions end; it replaces the script that is there, and begins from the first outcome':
    'Dice cómo terminan las próximas sesiones; reemplaza el guion que haya, y empieza por el primer resultado',
  'Take the script away; sessions that have an outcome of it keep that':
    'Quita el guion; las sesiones que ya tienen un resultado suyo lo conservan',
  'The account in a file: all that it has but what opens something':
    'La cuenta en un archivo: todo lo que tiene menos lo que abre algo',
  'Make the account what a file holds, all or nothing; its credentials stay':
    'Hace de la cuenta lo que hay en un archivo, todo o nada; sus credenciales siguen',
  'Send a webhook that misbehaves on purpose, and judge the answer':
    'Envía un webhook que se porta mal a propósito, y juzga la respuesta',
  'Send a webhook again, signed with a new timestamp': 'Reenvía un webhook, firmado con una hora nueva',
  'Send all webhooks again that were given up, and not sent again since':
    'Reenvía todos los webhooks que se abandonaron y que nadie reenvió después',
  'Deliveries of webhooks of all sessions, newest first':
    'Entregas de webhooks de todas las sesiones, la más nueva primero',
  'The account’s keys and its default receivers': 'Las claves de la cuenta y sus receptores',
  'API tokens and refresh tokens that open the account, the last used first':
    'Tokens de la API y de renovación que abren la cuenta, el último usado primero',
  'Revoke a token with all that was made with it: they open nothing any more, and relays that came with them are closed':
    'Revoca un token con todo lo que se hizo con él: ya no abren nada, y los relays que llegaron con ellos se cierran',
  'Change the password; everything else that opens the account ends, unless keep_others says otherwise':
    'Cambia la contraseña; todo lo demás que abre la cuenta termina, salvo que keep_others diga otra cosa',
  'Delete the account with everything that it has; its names are free again':
    'Borra la cuenta con todo lo que tiene; sus nombres quedan libres',
  'The secret that signs the account’s webhooks': 'El secreto que firma los webhooks de la cuenta',
  'Make a new webhook secret; with `grace` the old one signs beside it for 24 hours':
    'Crea un secreto de webhooks nuevo; con `grace` el anterior firma a su lado 24 horas',
  'The event trace; with `Accept: text/event-stream` it follows live':
    'La traza de eventos; con `Accept: text/event-stream` sigue en vivo',
  'API calls of the account with their bodies, newest first; with `Accept: text/event-stream` it follows live':
    'Las llamadas a la API de la cuenta con sus cuerpos, las más nuevas primero; con `Accept: text/event-stream` las sigue en vivo',
  'Sessions of the account, newest first': 'Sesiones de la cuenta, las más nuevas primero',
  'Progress of the practices, in the order of learning': 'Avance de las prácticas, en el orden de aprender',
  'Settings of the account': 'Ajustes de la cuenta',
  'Change settings of the account; fields that are absent keep their value':
    'Cambia ajustes de la cuenta; los campos ausentes conservan su valor',
  'Make a class, with the code that trainees join it with':
    'Crea una clase, con el código con que entran los participantes',
  'Classes of the account, newest first': 'Clases de la cuenta, las más nuevas primero',
  'Progress of a class; with `Accept: text/csv` a table, with `Accept: text/event-stream` it follows live':
    'Avance de una clase; con `Accept: text/csv` una tabla, con `Accept: text/event-stream` sigue en vivo',
  'Rename a class, close it so that nobody can join any more, or open it again':
    'Cambia el nombre de una clase, la cierra para que ya nadie entre, o la abre otra vez',
  'Give a class another join code; the former one does not work any more':
    'Da a una clase otro código; el anterior ya no sirve',
  'Take a trainee out of a class': 'Saca a un participante de una clase',
  'Give a trainee a one-time password, which has to be replaced at the next login':
    'Da a un participante una contraseña de un solo uso, que hay que reemplazar al entrar',
  'Join a class by its code; the account leaves the class that it was in':
    'Entra en una clase con su código; la cuenta sale de la clase en que estaba',
  'The class that the account is in': 'La clase en que está la cuenta',
  'Leave the class that the account is in': 'Sale de la clase en que está la cuenta',
  'Give the account a merchant profile': 'Da a la cuenta un perfil de comercio',
  'Get an access token of the account’s merchant, without its password':
    'Da un token de acceso del comercio de la cuenta, sin su contraseña',
  'Default webhook receivers: paid, accredited and captura answer 200, fail answers 500 on purpose':
    'Receptores de webhooks de la consola: paid, accredited y captura responden 200, fail responde 500 a propósito',
  'The payment page': 'La página de pago',
  'The first page of the simulator; with the `id` of a session, leads to its payment page':
    'La primera página del simulador; con el `id` de una sesión, lleva a su página de pago',
  'Leads to the payment page of a session': 'Lleva a la página de pago de una sesión',
  'Submit the payment form': 'Envía el formulario de pago',
  'A virtual card terminal in the browser': 'Una terminal de tarjetas virtual en el navegador',
  'Liveness probe of the simulator': 'Comprueba que el simulador está en marcha',
  'Readiness probe of this instance': 'Comprueba que esta instancia está lista',
  'Measurements of this instance, in the text format of Prometheus':
    'Mediciones de esta instancia, en el formato de texto de Prometheus',
  'Differences from production': 'Diferencias con producción',
  'The certificate of the local authority, as PEM': 'El certificado de la autoridad local, en PEM',
  'The OpenAPI 3.1 document of all this': 'El documento OpenAPI 3.1 de todo esto',
  'Documentation in the browser, with a search': 'Documentación en el navegador, con un buscador',
  'API reference in the browser': 'Referencia de la API en el navegador',
  'Register a merchant': 'Registra un comercio',
  'Get an access token': 'Da un token de acceso',
  'Terminals of the merchant, newest first': 'Terminales del comercio, las más nuevas primero',
  'Generate the code that activates a terminal': 'Genera el código que activa una terminal',
  'Unlink a terminal; its secret stops working at once':
    'Desvincula una terminal; su secreto deja de servir al momento',
  'Activate a terminal with its pairing code': 'Activa una terminal con su código de vinculación',
  'Create a transaction': 'Crea una transacción',
  'Transactions of the merchant, newest first': 'Transacciones del comercio, las más nuevas primero',
  'Query a transaction': 'Consulta una transacción',
  'Cancel a pending transaction, or ask for the void of a paid one':
    'Cancela una transacción pendiente, o pide la anulación de una pagada',
  'Transactions that the terminal sees, newest first':
    'Transacciones que ve la terminal, las más nuevas primero',
  'Query a transaction from the terminal': 'Consulta una transacción desde la terminal',
  'Confirm the payment of a transaction': 'Confirma el pago de una transacción',
  'Confirm the void of a transaction': 'Confirma la anulación de una transacción',
  'Close a batch of the terminal': 'Cierra un lote de la terminal',
  'Closings of the terminal, newest first; with page, size or sort as the merchant’s list':
    'Cierres de la terminal, los más nuevos primero; con page, size o sort, como la lista del comercio',
  'Query a closing of the terminal': 'Consulta un cierre de la terminal',
  'Closings of a terminal of the merchant': 'Cierres de una terminal del comercio',
  'A session was created': 'Se creó una sesión',
  'Leg 1 has ended well: the session is paid': 'Leg 1 terminó bien: la sesión está pagada',
  'Leg 2 has ended well: the receivers have their money':
    'Leg 2 terminó bien: los destinatarios tienen su dinero',
  'Leg 2 has failed; the session stays paid': 'Leg 2 falló; la sesión sigue pagada',
  'The payment has failed, and the session with it': 'El pago falló, y con él la sesión',
  'The session has expired unpaid': 'La sesión venció sin pagarse',
  'Leg 2: all but the last of several receivers have their money':
    'Leg 2: todos menos el último de varios destinatarios tienen su dinero',
  'Leg 2: receivers did not get their money': 'Leg 2: los destinatarios no recibieron su dinero',
};
