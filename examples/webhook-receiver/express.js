/**
 * A webhook receiver in Express style. `receiveWebhook` is an ordinary `(request, response)` handler, so it runs on
 * `node:http` as below, and in Express as
 *
 *     app.post('/webhooks', receiveWebhook); // before app.use(express.json()): it needs the raw bytes
 *
 * Run it:  WEBHOOK_SECRET=whsec_… PORT=3000 node express.js
 */
import { createServer } from 'node:http';
import { nodeHandler } from 'svc-simulator/webhooks';
import { handleEvent } from './handle-event.js';
import { runOnce } from './run-once.js';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;
if (!WEBHOOK_SECRET) fail('Set WEBHOOK_SECRET to the secret of your account (npx sim env prints it).');

const receiveWebhook = nodeHandler({
  secret: WEBHOOK_SECRET,
  onEvent: (event) => runOnce(event.idempotency_key, () => handleEvent(event)),
});

const server = createServer((request, response) => {
  if (request.url === '/webhooks') return receiveWebhook(request, response);
  response.writeHead(404).end();
});
server.on('error', ({ code, message }) => {
  fail(code === 'EADDRINUSE' ? `Port ${PORT} is in use: stop the other program, or set PORT.` : message);
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`POST http://127.0.0.1:${server.address().port}/webhooks`);
});

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
