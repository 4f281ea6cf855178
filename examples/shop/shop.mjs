import { createServer } from 'node:http';
import { nodeHandler } from 'svc-simulator/webhooks';
import { runOnce } from '../webhook-receiver/run-once.js';

/**
 * The program under test in the examples: a shop that creates a payment session at `POST /orders/{id}`, and ships an
 * order when a webhook reports its payment. Like your program should, it finds the provider through environment variables.
 *
 * @param {Record<string, string | undefined>} env SIM_URL, SIM_TOKEN, SIM_AGREEMENT_ID and SIM_WEBHOOK_SECRET
 */
export async function startShop(env) {
  /** @type {Map<string, 'waiting' | 'shipped' | 'booked'>} */
  const orders = new Map();

  async function checkout(order) {
    const answer = await fetch(`${env.SIM_URL}/api/v1/ext/payment-sessions/buttons`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.SIM_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        agreement_id: env.SIM_AGREEMENT_ID,
        amount_reference: 25.5,
        currency_reference: 'USD',
        identifier_label: 'Order',
        identifier: order,
        description: 'Two coffees',
        success_url: `${url}/thanks`,
        failure_url: `${url}/sorry`,
        webhook_url: `${url}/webhooks/${order}`,
      }),
    });
    const { data } = await answer.json();
    orders.set(order, 'waiting');
    return { status: 201, body: { session: data.id, pay_at: data.payment_url } };
  }

  const webhook = (order) =>
    nodeHandler({
      secret: env.SIM_WEBHOOK_SECRET,
      onEvent: ({ event, idempotency_key }) =>
        runOnce(idempotency_key, async () => {
          if (event === 'payment_session.paid') orders.set(order, 'shipped');
          if (event === 'payment_session.accredited') orders.set(order, 'booked');
        }),
    });

  const server = createServer(async (request, response) => {
    const [, action, order] = request.url.split('/');
    if (action === 'webhooks') return webhook(order)(request, response);
    const answer = action === 'orders' ? await checkout(order) : { status: 404 };
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url, orders, close };
}
