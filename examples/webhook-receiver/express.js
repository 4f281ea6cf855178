/**
 * A webhook receiver in Express style. `receiveWebhook` is an ordinary `(request, response)` handler, so it runs on
 * `node:http` as it stands below, and in Express as
 *
 *     app.post('/webhooks', receiveWebhook); // before app.use(express.json()): it needs the raw bytes
 *
 * Run it:  WEBHOOK_SECRET=whsec_… PORT=3000 node express.js
 */
import { createServer } from 'node:http';
import { handleEvent } from './handle-event.js';
import { isGenuine, runOnce } from './verify.js';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;
if (!WEBHOOK_SECRET) throw new Error('set WEBHOOK_SECRET to the webhook_secret of your account');

/** Far more than a webhook has; a stranger can't fill the memory. */
const MAX_BYTES = 1024 * 1024;

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function receiveWebhook(request, response) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BYTES) return response.writeHead(413, { connection: 'close' }).end();
    parts.push(part);
  }
  const rawBody = Buffer.concat(parts);

  if (!isGenuine(request.headers, rawBody, WEBHOOK_SECRET)) {
    return response.writeHead(401).end('wrong signature, or too old');
  }
  try {
    await runOnce(request.headers['idempotency-key'], () => handleEvent(JSON.parse(rawBody)));
    response.writeHead(200).end('ok');
  } catch (error) {
    // Anything but 2xx makes the sender try again.
    console.error(error);
    response.writeHead(500).end();
  }
}

const server = createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/webhooks') {
    // A sender that goes away in the middle costs no more than its own request.
    return receiveWebhook(request, response).catch(() => response.destroy());
  }
  response.writeHead(404).end();
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`waiting for webhooks on http://127.0.0.1:${server.address().port}/webhooks`);
});
