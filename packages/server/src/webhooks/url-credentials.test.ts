import { operations } from '@svc-simulator/contract';
import { logIn, type TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { buttonBody, type TestAccount, type TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { until } from '../../../../test/support/until.ts';

const SECRET = 'pw-nobody-sees';
const credentials = `shop:${SECRET}@`;
const basic = `Basic ${Buffer.from(`shop:${SECRET}`).toString('base64')}`;

/** Returns the response to every GET operation, with the ids of this session and delivery. */
async function answersOf(sim: TestSimulator, account: TestAccount, ids: Readonly<Record<string, string>>) {
  const answers = new Map<string, string>();
  for (const { method, path, auth } of operations) {
    if (method !== 'GET' || !['api', 'console'].includes(auth)) continue;
    const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
    const token = auth === 'api' ? account.token : account.console;
    answers.set(filledPath, (await sim.send('GET', filledPath, { token })).text);
  }
  return answers;
}

/** Returns every linked page of the console, once per set of filters, in one language. */
async function pagesOf(browser: TestBrowser) {
  const pages = new Map<string, string>();
  const pathsToVisit = ['/console'];
  const visitedShapes = new Set(pathsToVisit);
  for (let path = pathsToVisit.pop(); path !== undefined && pages.size < 200; path = pathsToVisit.pop()) {
    const { html } = await browser.get(path);
    pages.set(path, html);
    for (const [, link = ''] of html.matchAll(/href="(\/console[^"#]*)"/g)) {
      const next = link.replaceAll('&amp;', '&');
      const shape = next.replace(/=[^&]*/g, '');
      if (!visitedShapes.has(shape) && !/[?&](lang|size)=/.test(next)) pathsToVisit.push(next);
      visitedShapes.add(shape);
    }
  }
  return pages;
}

describe.each(eachStore())('credentials in a webhook_url, %s', (_name, start) => {
  it('sends them as Basic in every attempt and resend, and shows them nowhere', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const receiver = await startReceiver((_, response) =>
      response.writeHead(receiver.received.all.length === 1 ? 503 : 200).end(),
    );
    const webhook_url = `http://${credentials}127.0.0.1:${receiver.port}/hook?a=1`;
    const request = { token: account.token, headers: { 'idempotency-key': 'k' } };
    const body = { ...buttonBody, agreement_id: account.agreement, webhook_url };
    const create = () => sim.send('POST', '/api/v1/ext/payment-sessions/buttons', { ...request, body });
    const creation = await create();
    expect(creation.json.data.webhook_url).toBe(`http://***@127.0.0.1:${receiver.port}/hook?a=1`);
    const [first] = await receiver.received.atLeast(1);
    expect(first?.headers.authorization).toBe(basic);
    const listDeliveries = async () => (await sim.ask(account, 'GET', '/console/deliveries')).json.data;
    await until(async () => (await listDeliveries())[0]?.attempts === 1);
    // Its retries and resends use the same record.
    for (const one of new Set([sim, other])) await one.clock.advance(2000);
    await receiver.received.atLeast(2);
    await until(async () => (await listDeliveries())[0]?.state === 'delivered');
    const [delivery] = await listDeliveries();
    const resent = await sim.ask(account, 'POST', `/control/deliveries/${delivery.delivery_id}/resend`);
    expect(resent.status).toBe(201);
    for (const { headers } of await receiver.received.atLeast(3)) expect(headers.authorization).toBe(basic);

    const ids = { session_id: creation.json.data.id, delivery_id: delivery.delivery_id };
    const answers = await answersOf(sim, account, ids);
    const browser = await logIn(sim, account);
    const pages = await pagesOf(browser);
    expect(pages.size).toBeGreaterThan(20);
    const all = [
      ...answers,
      ...pages,
      ['made', creation.text],
      ['made again', (await create()).text],
    ] as const;
    expect(all.filter(([, text]) => text.includes(SECRET)).map(([path]) => path)).toEqual([]);
    expect(all.filter(([, text]) => text.includes('***@127.0.0.1')).length).toBeGreaterThan(5);
  });

  it('requires them again if somebody sends the masked URL', async () => {
    const { sim } = await start();
    const account = await sim.account();
    const body = { agreement_id: account.agreement, webhook_url: 'http://***@127.0.0.1:1/hook' };
    const { json } = await sim.ask(account, 'POST', '/api/v1/ext/payment-sessions/request', {
      ...body,
      amount_reference: 1,
      currency_reference: 'USD',
      identifier: 'A-1',
      due_date_session: '2099-01-01T00:00:00Z',
    });
    expect([json.status, json.errors]).toEqual([
      400,
      [{ pointer: '/webhook_url', detail: expect.stringContaining('*** instead of the user') }],
    ]);
  });
});
