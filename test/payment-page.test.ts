import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { call, openAccount, openSession, type Place, statusOf } from './support/api.ts';
import { desktop, newPage, phone, takePicture } from './support/browser.ts';
import { openPage } from './support/console.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { simulatorOfFile, startSimulatorProcess } from './support/simulator.ts';

const simulatorHere = simulatorOfFile();

describe('the payment page in a browser', () => {
  it("accepts a payment without JavaScript, and leads to the shop's failure page after a payment key that fails", async () => {
    const { seller, session, shop } = await preparePayment();
    const page = await open(session.payment_url, {
      locale: 'es-VE',
      viewport: phone,
      javaScriptEnabled: false,
    });
    await takePicture(page, 'payment-page-without-script-phone');
    await submitDebit(page, '111111');
    await page.waitForURL(`${shop.url}/sorry?session_id=${session.id}`);
    expect(await statusOf(seller, session.id)).toBe('failed');
  });

  it('follows the account’s clock and other changes while it is open, and keeps typed values', async () => {
    const { seller, session } = await preparePayment();
    const requestClock = (method: string, path: string, body: object) =>
      call(seller.url, method, `/control/clock${path}`, { token: seller.account.token, body });
    const page = await newPage({ locale: 'es-VE', viewport: phone });
    await page.clock.install();
    await page.goto(session.payment_url);
    await page.getByLabel('Cédula o RIF').fill('12345678');
    await page.getByText('Tiempo para pagar').waitFor();
    await requestClock('PUT', '', { frozen: true });
    await page.clock.runFor(5000);
    await page.getByText('El reloj del simulador está detenido').waitFor();
    await expect.poll(() => page.locator('[data-left-ms]').count()).toBe(0);
    await expect.poll(() => page.getByLabel('Cédula o RIF').inputValue()).toBe('12345678');
    const advanced = await requestClock('POST', '/advance', { ms: 86_400_000 });
    expect(advanced.status).toBe(200);
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByRole('heading', { name: /venció/ }).waitFor();
    await expect.poll(() => page.locator('form').count()).toBe(0);
  });

  it('accepts a payment on a phone with two taps: on a test payer, and on a button that is always visible', async () => {
    const { seller, session, shop } = await preparePayment();
    const page = await open(session.payment_url, { locale: 'en-US', viewport: phone });
    const pay = page.getByRole('button', { name: /^Pay/ });
    const inSight = async () => {
      const box = await pay.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= phone.height;
    };
    expect(await inSight()).toBe(true);
    await page.getByRole('button', { name: 'Use a test payer' }).click();
    await takePicture(page, 'payment-page-test-payer-phone');
    await expectAccessible(page);
    // The button must not cover the focused field.
    await page.getByLabel('Payment key').focus();
    const field = await page.getByLabel('Payment key').boundingBox();
    const button = await pay.boundingBox();
    expect(field && button && field.y + field.height).toBeLessThanOrEqual(button?.y ?? 0);
    await pay.click();
    await page.waitForURL(`${shop.url}/thanks?session_id=${session.id}`);
    expect(await statusOf(seller, session.id)).toBe('paid');
  });

  it('stays accessible, sends no external request, and can be paid with the keyboard', async () => {
    const { seller, session, shop } = await preparePayment();
    // After the payment, the page redirects to the shop, so requests to its origin are allowed.
    const page = await openPage([seller.url, new URL(shop.url).origin], {
      locale: 'es-VE',
      viewport: desktop,
    });
    await page.goto(session.payment_url);
    await expectAccessible(page);
    await page.getByRole('radio', { name: /Criptomonedas/ }).focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Clave de pago').focus();
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop.url}/thanks?session_id=${session.id}`);
    expect(await statusOf(seller, session.id)).toBe('paid');
  });
});

async function preparePayment() {
  const { url } = await simulatorHere();
  const account = await openAccount(url);
  const shop = await startReceiver((_request, response) => response.end('<h1>Tienda</h1>'));
  const urls = { success_url: `${shop.url}/thanks`, failure_url: `${shop.url}/sorry` };
  const seller = { url, account };
  return { seller, session: await openSession(seller, urls), shop };
}

/** Fills in and submits the form like a payer with an immediate debit. */
async function submitDebit(page: Page | FrameLocator, key: string): Promise<void> {
  await page.getByRole('radio', { name: /Débito inmediato/ }).check();
  await page.getByLabel('Cédula o RIF').fill('12345678');
  await page.getByLabel('Teléfono celular').fill('04121234567');
  await page.getByLabel('Banco').selectOption('0102');
  await page.getByLabel('Clave de pago').fill(key);
  await page.getByRole('button', { name: /^Pagar/ }).click();
}

async function open(url: string, options: BrowserContextOptions) {
  const page = await newPage(options);
  await page.goto(url);
  return page;
}

/** Starts a shop on another site than the simulator. Its page shows the URL of `?frame=` in a frame. */
async function startShop(): Promise<Receiver & { readonly origin: string }> {
  const shop = await startReceiver(({ url }, response) => {
    const [path, query = ''] = url.split('?');
    const frameUrl = new URLSearchParams(query).get('frame')?.replaceAll('&', '&amp;');
    response.setHeader('content-type', 'text/html');
    response.end(
      path === '/thanks' ? '<h1>Gracias</h1>' : `<h1>Tienda</h1><iframe src="${frameUrl}"></iframe>`,
    );
  });
  return { ...shop, origin: `http://localhost:${shop.port}` };
}

async function openInFrame(shop: { readonly origin: string }, url: string): Promise<Page> {
  const page = await newPage({ locale: 'es-VE' });
  await page.goto(`${shop.origin}/checkout?frame=${encodeURIComponent(url)}`);
  return page;
}

/** Returns the URL in the frame. If framing is refused, it is the URL of the browser's error page. */
async function addressIn(page: Page): Promise<string> {
  await page.waitForLoadState('networkidle');
  return page.frames()[1]?.url() ?? 'no frame';
}

const sessionOf = (place: Place<'token' | 'agreement_id'>, { origin }: { readonly origin: string }) =>
  openSession(place, { success_url: `${origin}/thanks?order=7`, failure_url: `${origin}/sorry` });

describe('the payment page in a frame of a shop’s page', () => {
  it('loads from a hosted simulator only in frames of the origins that the account has listed', async () => {
    const { url } = await startSimulatorProcess({ args: ['--hosted', '--drain', '0'] });
    const [shop, stranger] = [await startShop(), await startShop()];
    const account = await openAccount(url);
    const session = await sessionOf({ url, account }, shop);
    expect(await addressIn(await openInFrame(shop, session.payment_url))).not.toContain('/pay/');
    const settings = { token: account.console_token, body: { frame_ancestors: [shop.origin] } };
    expect((await call(url, 'PUT', '/console/settings', settings)).status).toBe(200);
    expect(await addressIn(await openInFrame(shop, session.payment_url))).toBe(session.payment_url);
    expect(await addressIn(await openInFrame(stranger, session.payment_url))).not.toContain('/pay/');
  });

  it('accepts the payment in the frame, and returns the payer to the shop in the same frame', async () => {
    const shop = await startShop();
    const session = await sessionOf(await simulatorHere(), shop);
    const page = await openInFrame(shop, session.payment_url);
    const frame = page.frameLocator('iframe');
    await submitDebit(frame, '000000');
    await frame.getByRole('heading', { name: 'Gracias' }).waitFor();
    expect(page.frames()[1]?.url()).toBe(`${shop.origin}/thanks?order=7&session_id=${session.id}`);
    await expect.poll(() => page.url()).toContain('/checkout?');
  });

  it('forbids frames for all other pages of the simulator', async () => {
    const { url } = await simulatorHere();
    const shop = await startShop();
    for (const path of ['/console', '/terminal', '/docs', '/docs/api', '/fidelidad', '/'])
      expect(await addressIn(await openInFrame(shop, url + path)), path).not.toContain(url);
  });
});
