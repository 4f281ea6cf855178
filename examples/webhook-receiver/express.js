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
if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET=whsec_… (npx sim env)');

const receiveWebhook = nodeHandler({
  secret: WEBHOOK_SECRET,
  onEvent: (event) => runOnce(event.idempotency_key, () => handleEvent(event)),
});

const server = createServer((request, response) => {
  if (request.url === '/webhooks') return receiveWebhook(request, response);
  response.writeHead(404).end();
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`POST http://127.0.0.1:${server.address().port}/webhooks`);
});
