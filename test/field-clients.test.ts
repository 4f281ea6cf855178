import { describe, expect, it } from 'vitest';
import { newPage, openBrowser, phone, takePicture } from './support/browser.ts';
import { type FieldStage, setFieldStage } from './support/field-client.ts';
import { PATIENCE_MS } from './support/sightings.ts';

const text = expect.stringMatching(/\S/);
const soon = { timeout: PATIENCE_MS };

/**
 * Programs as foreign teams write them for the real service, from its documents alone. Nothing in them knows the simulator; each says
 * what it believes, and that has to be what the simulator says.
 */
describe.each([
  ['http', []],
  ['https', ['--tls']],
])('programs written for the real service, over %s', (scheme, args) => {
  it('plain Node: the payer comes back with the session, and the shop has every webhook', async () => {
    const stage = await setFieldStage(args);
    const shop = await startShop(stage);
    const paid = await shop.ask('POST', '/buy?order=A-1&price=25.5');
    expect(new URL(paid.page).protocol).toBe(`${scheme}:`);
    expect(await shop.ask('POST', '/pay-by-robot?order=A-1&otp=000000')).toEqual({
      status: 303,
      location: `${shop.url}/thanks?order=A-1&session_id=${paid.session}#receipt`,
    });
    await expect
      .poll(async () => (await shop.ask('GET', '/order?order=A-1')).events, soon)
      .toEqual(['payment_session.created', 'payment_session.paid', 'payment_session.accredited']);
    expect(await shop.ask('GET', '/order?order=A-1')).toMatchObject({
      state: 'paid',
      message: text,
      payer: { nombre: 'María Pérez', tipo: 'V', cedula: '12345678', telefono: '04141234567', banco: '0134' },
      credited: { owner: { receiver_id: 'owner', status: 'credited' } },
    });

    const refused = await shop.ask('POST', '/buy?order=A-2&price=10');
    await shop.ask('POST', '/pay-by-robot?order=A-2&otp=111111');
    expect(await shop.ask('GET', '/order?order=A-2')).toMatchObject({
      state: 'failed',
      reason: 'insufficient_funds',
      message: text,
    });
    expect([await stage.status(paid.session), await stage.status(refused.session)]).toEqual([
      'paid',
      'failed',
    ]);
  });

  it('plain Node: the payer pays inside a frame of the checkout, which is on another site', async () => {
    const stage = await setFieldStage(args);
    const shop = await startShop(stage);
    const { session } = await shop.ask('POST', '/buy?order=A-3&price=4.2');
    const browser = await openBrowser();
    // The browser alone is not told of the authority: it has no setting for that but its user's store.
    const page = await newPage(browser, { locale: 'es-VE', viewport: phone, ignoreHTTPSErrors: true });
    await page.goto(`${shop.url}/checkout?order=A-3`);
    const frame = page.frameLocator('iframe[name=payment]');
    await frame.getByRole('radio', { name: /Débito inmediato/ }).check();
    await frame.getByLabel('Cédula o RIF').fill('12345678');
    await frame.getByLabel('Teléfono celular').fill('04121234567');
    await frame.getByLabel('Banco').selectOption('0102');
    await frame.getByLabel('Clave de pago').fill('000000');
    await takePicture(page, `field-client-frame-${scheme}-phone`);
    await frame.getByRole('button', { name: /^Pagar/ }).click();
    await frame.getByRole('heading', { name: 'paid' }).waitFor();
    expect(page.frame('payment')?.url()).toBe(`${shop.url}/thanks?order=A-3&session_id=${session}#receipt`);
    expect(page.url()).toBe(`${shop.url}/checkout?order=A-3`);
    expect(await shop.ask('GET', '/order?order=A-3')).toMatchObject({ state: 'paid' });
    expect(await stage.status(session)).toBe('paid');
  });

  it('serverless: floats are the cents that are meant, and the session comes with the return', async () => {
    const stage = await setFieldStage(args);
    const { url, account, pay } = stage;
    // It was written from an older document, which shows a list.
    await stage.settings({ receiver_credits: 'list' });
    const cart = await stage.serve('serverless-cart.js', {
      PAYMENTS_URL: url,
      PAYMENTS_TOKEN: account.token,
      AGREEMENT_ID: account.agreement_id,
    });
    const carts: [number[], number, number][] = [
      [[1.2, 1.2, 1.2], 3.5999999999999996, 3.6],
      [[0.1, 0.2], 0.30000000000000004, 0.3],
      [[10.1, 10.1, 10.1], 30.299999999999997, 30.3],
      [[1.1, 2.2, 999_999.9], 1000003.2000000001, 1000003.2],
    ];
    for (const [prices, sent, charged] of carts) {
      const bought = await cart.ask('POST', '/checkout', { prices });
      expect(bought, String(prices)).toMatchObject({ sent, charged });
      await pay(bought.url, { otp: '000000' });
      const returned = await cart.ask('GET', `/return?session_id=${bought.session}`);
      expect(returned).toMatchObject({ state: 'paid', message: text });
      await expect
        .poll(() => cart.ask('GET', `/books?session=${bought.session}`), soon)
        .toEqual({ booked: true, agrees: true });
      expect(await stage.status(bought.session)).toBe('paid');
    }
    const thirdDecimal = await cart.ask('POST', '/checkout', { prices: [2.675] });
    expect(thirdDecimal).toMatchObject({ status: 400, pointers: ['/amount_reference'] });
    const { asked } = await cart.ask('POST', '/invoices', {
      invoices: [
        [1.2, 1.2, 1.2],
        [0.1, 0.2],
      ],
    });
    expect(asked.map(([, amount]: [string, number]) => amount)).toEqual([3.6, 0.3]);

    const wrongKey = await cart.ask('POST', '/checkout', { prices: [5] });
    const location = await pay(wrongKey.url, { otp: '222222' });
    expect(location).toBe(`https://functions.invalid/return?session_id=${wrongKey.session}`);
    const failed = await cart.ask('GET', location.slice('https://functions.invalid'.length));
    expect(failed).toMatchObject({ state: 'failed', retry: 'ask for the key again' });
    const inCoins = await cart.ask('POST', '/checkout', { prices: [5], currency: 'USDT' });
    await pay(inCoins.url, { metodo: 'crypto', otp: '000000' });
    const coins = await cart.ask('GET', `/return?session_id=${inCoins.session}`);
    expect(coins).toMatchObject({ state: 'paid', wallet: text });
    const app = await cart.ask('POST', '/checkout', { prices: [5], deepLink: 'myapp://pay' });
    expect(await pay(app.url, { otp: '000000' })).toBe(`myapp://pay?session_id=${app.session}`);
  });

  it('Nest style: payload.data, older names, credits by receiver', async () => {
    const stage = await setFieldStage(args);
    const { url, account, pay } = stage;
    await stage.settings({ extra_events: true });
    const service = await stage.serve('nest-style-service.js', {
      SVC_BASE_URL: url,
      SVC_SHORT_NAME: account.short_name,
      SVC_PASSWORD: account.password,
      SVC_AGREEMENT_ID: account.agreement_id,
      SVC_WEBHOOK_SECRET: account.webhook_secret,
    });
    const create = (number: string) =>
      service.ask('POST', '/invoices', { number, amount: 100, currency: 'USD', dueInMinutes: 60 });
    const invoice = (number: string) => service.ask('GET', `/invoices?number=${number}`);

    const first = await create('F-1');
    expect(first).toMatchObject({ status: 'pending', qr: true, due: expect.stringMatching(/Z$/) });
    await pay(first.link, { otp: '333333' });
    expect(await service.ask('POST', '/refresh?number=F-1')).toMatchObject({
      status: 'pending',
      lastFailure: 'bank_limit',
      message: text,
    });
    await pay(first.link, { otp: '000000', metodo: 'mobile_payment' });
    await expect.poll(async () => (await invoice('F-1')).history, soon).toContain('accredited');
    const netByReceiver = { owner: 12079.11 };
    expect(await invoice('F-1')).toMatchObject({
      status: 'paid',
      paidBy: 'mobile_payment',
      paid: '100 USD',
      rate: 122.0112,
      netByReceiver,
    });
    expect(await service.ask('POST', '/refresh?number=F-1')).toMatchObject({ netByReceiver });

    const second = await create('F-2');
    expect(await service.ask('POST', '/withdraw?number=F-2')).toMatchObject({ status: 'expired' });
    await expect.poll(async () => (await invoice('F-2')).history, soon).toContain('expired');
    expect([await stage.status(first.sessionId), await stage.status(second.sessionId)]).toEqual([
      'paid',
      'expired',
    ]);
  });

  it('Express style: sha256= over the body alone, and one session for a form that was sent twice', async () => {
    const stage = await setFieldStage(args);
    const { url, account, pay } = stage;
    const receiver = await stage.serve('express-style-receiver.js', {
      API_BASE: url,
      API_KEY: account.token,
      AGREEMENT: account.agreement_id,
      SIGNING_SECRET: account.webhook_secret,
    });
    const ledger = () => receiver.ask('GET', '/ledger');
    const form = { identifier: 'E-0', amount_reference: 7, currency_reference: 'EUR', description: 'Book' };
    await receiver.ask('POST', '/orders', form);
    // As every other receiver of this kind: a webhook that is signed in the longer way is not for it.
    await expect.poll(async () => (await ledger()).refused, soon).toBeGreaterThan(0);

    await stage.settings({ webhook_signature: 'sha256', extra_events: true, receiver_credits: 'list' });
    form.identifier = 'E-1';
    const order = await receiver.ask('POST', '/orders', form);
    const again = await receiver.ask('POST', '/orders', Object.fromEntries(Object.entries(form).reverse()));
    expect([order.again, again]).toEqual([false, { ...order, again: true }]);
    expect(await pay(order.url, { otp: '000000' })).toBe(`myapp://pay?session_id=${order.id}`);
    await expect
      .poll(async () => (await ledger()).entries[order.id], soon)
      .toMatchObject([
        { event: 'payment_session.created', status: 'pending' },
        { event: 'payment_session.paid', status: 'paid' },
        { event: 'payment_session.accredited', status: 'paid', net: [1006.52] },
      ]);

    const refused = await receiver.ask('POST', '/orders', { ...form, identifier: 'E-2' });
    expect(await pay(refused.url, { otp: '111111' })).toBe(
      `myapp://pay?failed=1&session_id=${refused.id}#top`,
    );
    await expect
      .poll(async () => (await ledger()).entries[refused.id], soon)
      .toMatchObject([
        { event: 'payment_session.created' },
        { event: 'payment_session.failed', status: 'failed', reason: 'insufficient_funds' },
      ]);
    expect([await stage.status(order.id), await stage.status(refused.id)]).toEqual(['paid', 'failed']);
  });

  it('a shop prints the owner’s svc_credit_id as the number of its receipts', async () => {
    const { url, account, pay, serve } = await setFieldStage(args);
    const shop = await serve('receipt-shop.cjs', {
      PAY_BASE: url,
      PAY_TOKEN: account.token,
      PAY_AGREEMENT: account.agreement_id,
    });
    const html = async (path: string) => (await fetch(shop.url + path)).text();
    const receipts: unknown[] = [];
    for (const thing of ['lapiz', 'cuaderno']) {
      const [, href = ''] = /href="(.+)"/.exec(await html(`/comprar?articulo=${thing}&precio=2.5`)) ?? [];
      const back = new URL(await pay(href, { otp: '000000' }));
      const number = /<h1>Recibo N\.º ([1-9]\d*)<\/h1><p>301.98 VES<\/p>/;
      await expect.poll(() => html(back.pathname + back.search), soon).toMatch(number);
      receipts.push(number.exec(await html(back.pathname + back.search))?.[1]);
    }
    expect(new Set(receipts).size).toBe(2);
  });

  it('a page in the browser logs in and asks for the status, from another origin', async () => {
    const { url, account, pay, serve } = await setFieldStage(args);
    const shop = await serve('receipt-shop.cjs', {
      PAY_BASE: url,
      PAY_TOKEN: account.token,
      PAY_AGREEMENT: account.agreement_id,
    });
    const bought = await (await fetch(`${shop.url}/comprar?articulo=goma&precio=1`)).text();
    const [, session = '', href = ''] = /id="(.+)" href="(.+)"/.exec(bought) ?? [];
    const { url: origin } = await serve('browser-page.cjs', {
      SERVICE: url,
      USUARIO: account.short_name,
      CLAVE: account.password,
    });
    const page = await newPage(await openBrowser(), { locale: 'es-VE', ignoreHTTPSErrors: true });
    const state = page.locator('#estado');
    await page.goto(`${origin}/?session=${session}`);
    await state.getByText(/^pending \S/).waitFor();
    await pay(href, { otp: '000000' });
    await page.reload();
    await state.getByText(/^paid /).waitFor();
    expect(await state.textContent()).toBe('paid El pago se realizó con éxito.');
  });

  it('Python: a receiver reads times by the documented form alone', async () => {
    const { url, account, pay, serve } = await setFieldStage(args);
    const receiver = await serve('strict_receiver.py', {
      PAGOS_URL: url,
      PAGOS_TOKEN: account.token,
      PAGOS_AGREEMENT: account.agreement_id,
      PAGOS_SECRET: account.webhook_secret,
    });
    const { page } = await receiver.ask('POST', '/orders', { amount: 3 });
    await pay(page, { otp: '000000' });
    const paidAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    await expect
      .poll(() => receiver.ask('GET', '/'), soon)
      .toEqual([
        { event: 'payment_session.created', paid_at: null },
        { event: 'payment_session.paid', paid_at: paidAt },
        { event: 'payment_session.accredited', paid_at: paidAt },
      ]);
  });

  it('a till by the POS reference: a day of sales, a void, and its closing', async () => {
    const { url, account, run } = await setFieldStage(args);
    const till = run('till.js', {
      POS_API: url,
      MERCHANT_EMAIL: account.merchant_email,
      MERCHANT_PASSWORD: account.password,
      TERMINAL_SERIAL: 'N950-00421',
    });
    expect((await till.exited).code, till.stderr()).toBe(0);
    const totals = [3, 3, 3];
    expect(JSON.parse(till.stdout())).toEqual({
      waiting: Array(3).fill({ amounts: [0.3, 3, 12.5], total: 3 }),
      coffee: ['PAID', 0.3, 'D'],
      cake: ['VOID_PENDING', 'VOID_PENDING', 'VOIDED'],
      juice: ['CANCELED', 'PAID'],
      refusals: [409, 409, 404, 400],
      closings: {
        newest: { batches: [8, 'LOTE-7'], totals },
        rest: { batches: [7], totals },
        oldest: { batches: [7], totals },
        plus: { batches: [7], totals },
        encoded: { batches: [7], totals },
      },
      closing: [
        { id: '42', affiliateCode: '0001234', number: '00000042', serial: 'N950-00421' },
        7,
        'LOTE-7',
      ],
      day: { paid: 2, total: 2 },
    });
  });
});

function startShop({ url, account, serve }: FieldStage) {
  return serve('plain-https-shop.cjs', {
    PROVIDER_URL: url,
    PROVIDER_TOKEN: account.token,
    PROVIDER_AGREEMENT: account.agreement_id,
    PROVIDER_WEBHOOK_SECRET: account.webhook_secret,
  });
}
