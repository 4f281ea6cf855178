import { expect, it } from 'vitest';
import { call, openAccount, openSession } from './support/api.ts';
import { desktop, newPage, openBrowser, phone, takePicture } from './support/browser.ts';
import { startSim } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { isSigned } from './support/signature.ts';
import { startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';

it('takes a payment all the way: register, pay in the browser, signed webhooks on a local port', async () => {
  const simulator = await startSimulator({ args: ['--accreditation-delay', '200'] });
  const account = await openAccount(simulator.url);
  const trace = await followTrace(simulator.url, account.consoleToken);
  const shop = await startReceiver((_request, response) => response.end('<h1>Gracias</h1>'));
  const relay = startSim([
    'relay',
    ...['--key', account.token, '--mock', simulator.url, '--port', String(shop.port), '--json'],
  ]);
  await trace.first(({ type }) => type === 'relay.connected');

  const session = await openSession(simulator.url, account, {
    // Nobody listens on this port: only the relay's own --port can bring it to the shop.
    webhook_url: 'http://localhost:1/webhooks/svc?shop=7',
    success_url: `${shop.url}/thanks?order=A-1001`,
  });
  expect(session.status).toBe('pending');

  const browser = await openBrowser();
  const page = await newPage(browser, { locale: 'es-VE', viewport: phone });
  await page.goto(session.payment_url);
  await takePicture(page, 'payment-page-phone');
  await page.setViewportSize(desktop);
  await takePicture(page, 'payment-page-desktop');
  await page.getByRole('radio', { name: /Débito inmediato/ }).check();
  await page.getByLabel('Cédula o RIF').fill('12345678');
  await page.getByLabel('Teléfono celular').fill('0412 123 4567');
  await page.getByLabel('Banco').selectOption('0102');
  await page.getByLabel('Clave de pago').fill('000000');
  await page.getByRole('button', { name: /^Pagar/ }).click();
  await page.waitForURL(`${shop.url}/thanks?order=A-1001&session_id=${session.id}`);

  const webhooks = await shop.received.atLeast(3, ({ method }) => method === 'POST', 'webhooks');
  expect(webhooks.map(({ event }) => event)).toEqual([
    'payment_session.created',
    'payment_session.paid',
    'payment_session.accredited',
  ]);
  for (const webhook of webhooks) {
    expect(isSigned(webhook, account.webhookSecret), webhook.event).toBe(true);
    expect(webhook.sessionId).toBe(session.id);
    expect(webhook.url).toBe('/webhooks/svc?shop=7');
    expect(webhook.headers['content-type']).toBe('application/json');
  }
  expect(new Set(webhooks.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);

  const accredited = JSON.parse(webhooks[2]?.rawBody.toString() ?? '');
  const status = await call(simulator.url, 'GET', `/api/v1/ext/payment-sessions/status/${session.id}`, {
    token: account.token,
  });
  expect(status.body.data.status, 'accreditation never shows in the status').toBe('paid');
  expect(status.body.data.session_payment.receiver_credits).toEqual(accredited.receiver_credits);
  expect(accredited.receiver_credits_summary.total_credits).toBe(1);

  await trace.atLeast(3, ({ type }) => type === 'webhook.delivered');
  const attempts = trace.all.filter(({ type }) => type === 'webhook.attempted');
  expect(attempts.map(({ data }) => [data.attempt, data.via, data.status])).toEqual(
    Array(3).fill([1, 'relay', 200]),
  );
  expect((await relay.stop()).code).toBe(0);
  const relayed = relay.lines.all.map((line) => JSON.parse(line));
  expect(relayed.filter(({ event }) => String(event).startsWith('payment_session.')).length).toBe(3);
});
