import { expect, it, onTestFinished } from 'vitest';
import { graduate } from '../packages/store/test/graduation.ts';
import { logIn, sendSigned, TestMerchant } from '../packages/test-support/src/merchant.ts';
import { buttonBody, TestSimulator } from '../packages/test-support/src/simulator.ts';
import { expectFits } from './support/accessibility.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';

/** What others are shown, and what one looks up: certificate, its check, a closed batch, a refused call, a session's life. */
const looks = [
  { name: 'phone, dark, es', viewport: phone, colorScheme: 'dark', locale: 'es-VE' },
  { name: 'desktop, light, en', viewport: desktop, colorScheme: 'light', locale: 'en' },
] as const;

it('shows papers, receipts, refused calls and the life of a session whole, to everybody, in 160 kB', async () => {
  const { sim, account, sessionId } = await furnish();
  const browser = await openBrowser();
  const enter = async ({ name, ...options }: (typeof looks)[number]) => {
    const { page, complaints } = await enterConsole(browser, { url: sim.url, account }, options);
    const visit = async (path: string) => {
      const answer = await page.goto(`${sim.url}${path}`);
      expect((await answer?.body())?.length, path).toBeLessThanOrEqual(160_000);
      await expectFits(page, `${path} ${name}`);
    };
    // As it is before somebody has given a name.
    await visit('/console/practices/certificate');
    return { name, page, complaints, visit };
  };
  const visits = [await enter(looks[0]), await enter(looks[1])];
  const [{ page: first }] = visits as [(typeof visits)[number]];
  await first.locator('[name=full_name]').fill('Ana María Pérez de la Concepción '.repeat(3));
  await first.locator('main form[method=post] [type=submit]').first().click();
  const check = await first.locator('a[href*="/verificar/"]').first().getAttribute('href');
  const { pathname, search } = new URL(first.url());
  for (const { name, page, complaints, visit } of visits) {
    await visit(`${pathname}${search}`);
    await visit('/console/batches/SN-7/1');
    await visit('/console/keys');
    await visit('/console/calls?errors=true');
    await page.locator('a[href*="/console/calls/"]').first().click();
    await expectFits(page, `refused call ${name}`);
    await visit(`/console/sessions/${sessionId}`);
    const [texts, outside] = await page.evaluate<readonly [number, readonly string[]]>(`(() => {
      const picture = document.querySelector('#sequence-picture');
      const { width, height } = picture.viewBox.baseVal;
      const all = [...picture.querySelectorAll('text')];
      const isOutside = (text) => {
        const box = text.getBBox();
        return box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
      };
      return [all.length, all.filter(isOutside).map(({ textContent }) => textContent)];
    })()`);
    expect(texts).toBeGreaterThan(8);
    expect(outside).toEqual([]);
    for (const path of ['/fidelidad', new URL(check ?? '', sim.url).pathname, '/verificar/NADA-NADA'])
      await visit(path);
    expect(complaints).toEqual([]);
  }
}, 240_000);

/** An account that has done every practice, closed a batch, been refused, and has a session whose receiver refuses all. */
async function furnish() {
  const data = scratchFolder();
  const before = await TestSimulator.start({ data, demo: true });
  const account = await before.simulator.demo;
  await before.close();
  if (!account?.merchant_id || !account.merchant_email) throw new Error('no demo account');
  const { short_name: name, token, console_token: consoleToken, merchant_id, merchant_email } = account;
  await graduate({ data, name, clock: before.clock });
  const sim = await TestSimulator.start({ data });
  // After the browser, whose page holds a stream open.
  onTestFinished(() => sim.close());

  const login = await logIn(sim, merchant_email, account.password);
  const merchant = new TestMerchant(sim, merchant_id, merchant_email, login.json.accessToken);
  const terminal = await merchant.terminal('SN-7');
  const orderId = await merchant.create();
  await sendSigned(sim, terminal, 'POST', `/transactions/${orderId}/commit`, {
    body: { authorizationCode: '123456', amountReference: 12.5 },
  });
  const closedAt = new Date(sim.clock.now()).toISOString();
  const batch = { batchNumber: 1, transactionCount: 1, closedAt, currencyReference: 'USD', terminal: 'x' };
  await sendSigned(sim, terminal, 'POST', '/settlements', { body: batch });

  const buttons = '/api/v1/ext/payment-sessions/buttons';
  await sim.send('POST', buttons, { token, body: {} });
  const receiver = await startReceiver((_request, response) => {
    response.statusCode = 401;
    response.end('bad signature');
  });
  const long = 'Pedido de doce cafés, diez cachitos y un pan de jamón para la oficina de al lado '.repeat(3);
  const made = await sim.send('POST', buttons, {
    token,
    body: {
      ...buttonBody,
      identifier: long,
      agreement_id: account.agreement_id,
      webhook_url: `${receiver.url}/webhooks/svc`,
    },
  });
  const sessionId: string = made.json.data.id;
  for (const [leg, outcome] of [
    [1, 'paid'],
    [2, 'accredited'],
  ])
    await sim.send('POST', `/control/sessions/${sessionId}/outcome`, { token, body: { leg, outcome } });
  const givenUp = async () => {
    await sim.clock.advance(5000);
    const path = `/console/trace?type=webhook.gave_up&session_id=${sessionId}`;
    return (await sim.send('GET', path, { token: consoleToken })).json.data.length;
  };
  await expect.poll(givenUp, { timeout: 10_000 }).toBe(3);
  return { sim, account, sessionId };
}
