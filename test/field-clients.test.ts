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
describe('programs written for the real service, which speak https alone', () => {
  const args = ['--tls'];

  it('plain Node: the payer comes back with the session, and the shop has every webhook', async () => {
    const stage = await setFieldStage(args);
    const shop = await startShop(stage);
    const paid = await shop.ask('POST', '/buy?order=A-1&price=25.5');
    expect(new URL(paid.page).protocol).toBe('https:');
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
    await takePicture(page, 'field-client-frame-phone');
    await frame.getByRole('button', { name: /^Pagar/ }).click();
    await frame.getByRole('heading', { name: 'paid' }).waitFor();
    expect(page.frame('payment')?.url()).toBe(`${shop.url}/thanks?order=A-3&session_id=${session}#receipt`);
    expect(page.url()).toBe(`${shop.url}/checkout?order=A-3`);
    expect(await shop.ask('GET', '/order?order=A-3')).toMatchObject({ state: 'paid' });
    expect(await stage.status(session)).toBe('paid');
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

  it('a page in the browser logs in and asks for the status, from another origin', async () => {
    const { url, account, pay, serve } = await setFieldStage(args);
    const shop = await startShop({ url, account, serve });
    const { session, page: href } = await shop.ask('POST', '/buy?order=A-4&price=1');
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
});

function startShop({ url, account, serve }: Pick<FieldStage, 'url' | 'account' | 'serve'>) {
  return serve('plain-https-shop.cjs', {
    PROVIDER_URL: url,
    PROVIDER_TOKEN: account.token,
    PROVIDER_AGREEMENT: account.agreement_id,
    PROVIDER_WEBHOOK_SECRET: account.webhook_secret,
  });
}
