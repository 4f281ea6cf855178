import { describe, expect, it } from 'vitest';
import { openBrowser, phone, takePicture } from './support/browser.ts';
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
      credited: [{ receiver_id: 'owner', status: 'credited' }],
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
    const page = await browser.newPage({ locale: 'es-VE', viewport: phone, ignoreHTTPSErrors: true });
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
});

function startShop({ url, account, serve }: FieldStage) {
  return serve('plain-https-shop.cjs', {
    PROVIDER_URL: url,
    PROVIDER_TOKEN: account.token,
    PROVIDER_AGREEMENT: account.agreement_id,
    PROVIDER_WEBHOOK_SECRET: account.webhook_secret,
  });
}
