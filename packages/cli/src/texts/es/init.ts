import { type Catalogue, verifyComments } from '@svc-simulator/core';

/** Of `sim init`, and the comments of what it writes. */
export const init: Catalogue = {
  'at the top of your program: {0}': 'al comienzo de tu programa: {0}',
  'add a webhook receiver to the project in this folder, with a test and a workflow':
    'agrega un receptor de webhooks al proyecto de esta carpeta, con una prueba y un flujo de trabajo',
  'for this one, instead of the one that the project uses': 'para este, en lugar del que usa el proyecto',
  'change files that exist, too': 'cambia también archivos que ya existen',
  'only show what would be done': 'solo muestra lo que haría',
  'print the plan as JSON': 'muestra el plan como JSON',
  '\nIt writes a webhook receiver that verifies signatures, its test, a workflow of GitHub, entries of .env.example, and\nthe simulator itself as a file that the workflow installs: the package is on no registry.':
    '\nEscribe un receptor de webhooks que verifica firmas, su prueba, un workflow de GitHub, entradas de .env.example y\nel propio simulador como un archivo que el workflow instala: el paquete no está en ningún registro.',
  'no project is known by its files here; go to its folder, or pass --framework with one of {0}':
    'aquí no se reconoce ningún proyecto por sus archivos; ve a su carpeta o pasa --framework con uno de {0}',
  '  new      {0}': '  nuevo    {0}',
  '  new      {0}: the simulator, which CI installs from this file':
    '  nuevo    {0}: el simulador, que CI instala de este archivo',
  'npm could not pack the simulator ({0}); is npm on the PATH?':
    'npm no pudo empaquetar el simulador ({0}); ¿está npm en el PATH?',
  '  stays    {0}': '  queda    {0}',
  '  changed  {0}': '  cambia   {0}',
  '  left     {0}; --yes adds to it:': '  intacto  {0}; --yes le añade:',
  'nothing was written; without --dry-run it will be': 'no se escribió nada; sin --dry-run se escribe',
  'what is left to do:': 'lo que falta por hacer:',
  'in your module: controllers: [PaymentWebhooks]': 'en tu módulo: controllers: [PaymentWebhooks]',
  'where it starts: NestFactory.create(AppModule, { rawBody: true })':
    'donde arranca: NestFactory.create(AppModule, { rawBody: true })',
  'in your program: app.register(paymentWebhooks)': 'en tu programa: app.register(paymentWebhooks)',
  "in your program: app.post('/webhooks/payments', (c) => POST(c.req.raw))":
    "en tu programa: app.post('/webhooks/payments', (c) => POST(c.req.raw))",
  "in your program, before express.json(): app.post('/webhooks/payments', receiveWebhook)":
    "en tu programa, antes de express.json(): app.post('/webhooks/payments', receiveWebhook)",
  "in your server: if (request.url === '/webhooks/payments') return receiveWebhook(request, response)":
    "en tu servidor: if (request.url === '/webhooks/payments') return receiveWebhook(request, response)",
  'in your program: from payment_webhooks import payment_webhooks; app.register_blueprint(payment_webhooks)':
    'en tu programa: from payment_webhooks import payment_webhooks; app.register_blueprint(payment_webhooks)',
  'in urls.py: from payment_webhooks import take_webhook, and path("webhooks/payments", take_webhook)':
    'en urls.py: from payment_webhooks import take_webhook, y path("webhooks/payments", take_webhook)',
  "in routes/web.php: Route::post('/webhooks/payments', \\App\\Http\\Controllers\\PaymentWebhookController::class)->withoutMiddleware('web');":
    "en routes/web.php: Route::post('/webhooks/payments', \\App\\Http\\Controllers\\PaymentWebhookController::class)->withoutMiddleware('web');",
  'while your program runs with WEBHOOK_SECRET: npx sim doctor http://localhost:{0}/webhooks/payments --secret "$WEBHOOK_SECRET"':
    'mientras tu programa corre con WEBHOOK_SECRET: npx sim doctor http://localhost:{0}/webhooks/payments --secret "$WEBHOOK_SECRET"',

  'In production: a table with a unique key, written in the same transaction as what the event changes.':
    'En producción: una tabla con clave única, escrita en la misma transacción que lo que cambia el evento.',
  'The receiver says what it refuses; the test does not.': 'El receptor dice lo que rechaza; la prueba no.',
  'Your part: what the program does when money moves. A webhook may come twice; nothing is done twice.':
    'Tu parte: lo que hace el programa cuando se mueve dinero. Un webhook puede llegar dos veces; nada se hace dos veces.',
  'paid, ship the order': 'pagada, envía el pedido',
  'the money is in the account, close the books': 'el dinero está en la cuenta, cierra los libros',
  'the money did not arrive, call the bank': 'el dinero no llegó, llama al banco',
  'takes the webhook of a payment, and refuses a forged one':
    'toma el webhook de un pago y rechaza uno falsificado',
  'New events may come: answer 200 to those that you do not need.':
    'Pueden llegar eventos nuevos: responde 200 a los que no necesites.',
  "`sim env` calls the secret of the simulator's account SIM_WEBHOOK_SECRET.":
    '`sim env` llama SIM_WEBHOOK_SECRET al secreto de la cuenta del simulador.',
  'It needs the bytes of the body as they came: give it the request before express.json() or the like has read it.':
    'Necesita los bytes del cuerpo tal como llegaron: dale la petición antes de que la lea express.json() o algo parecido.',
  'It reads the bytes of the body itself; parsed JSON could not be verified.':
    'Lee por sí mismo los bytes del cuerpo; un JSON ya interpretado no se podría verificar.',
  'The bytes of the body stay as they came, on this route alone.':
    'Los bytes del cuerpo quedan como llegaron, solo en esta ruta.',
  'It needs the bytes of the body: NestFactory.create(AppModule, { rawBody: true }).':
    'Necesita los bytes del cuerpo: NestFactory.create(AppModule, { rawBody: true }).',
  'The bytes of the body as they came; parsed JSON could not be verified.':
    'Los bytes del cuerpo como llegaron; un JSON ya interpretado no se podría verificar.',
  'A simulator on a free port, with its address and credentials in SIM_URL, SIM_TOKEN and so on.':
    'Un simulador en un puerto libre, con su dirección y sus credenciales en SIM_URL, SIM_TOKEN, etc.',
  "What webhooks are signed with. The simulator's: npx sim env --dotenv .env":
    'Con qué se firman los webhooks. Lo del simulador: npx sim env --dotenv .env',
  'wrong signature, or too old': 'firma equivocada, o demasiado vieja',
  ...verifyComments,
};
