import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { call, openAccount, openSession, type Place } from './support/api.ts';
import { newPage } from './support/browser.ts';
import { type Receiver, startReceiver } from './support/receiver.ts';
import { simulatorOfFile, startSimulatorProcess } from './support/simulator.ts';

/** A shop whose page, of another site than the simulator's, shows what it is asked to in a frame. */
async function startShop(): Promise<Receiver & { readonly origin: string }> {
  const shop = await startReceiver(({ url }, response) => {
    const [path, query = ''] = url.split('?');
    const framed = new URLSearchParams(query).get('frame')?.replaceAll('&', '&amp;');
    response.setHeader('content-type', 'text/html');
    response.end(
      path === '/thanks' ? '<h1>Gracias</h1>' : `<h1>Tienda</h1><iframe src="${framed}"></iframe>`,
    );
  });
  return { ...shop, origin: `http://localhost:${shop.port}` };
}

async function framing(shop: { readonly origin: string }, url: string): Promise<Page> {
  const page = await newPage({ locale: 'es-VE' });
  await page.goto(`${shop.origin}/checkout?frame=${encodeURIComponent(url)}`);
  return page;
}

/** What the frame shows: a browser shows a page of its own where it was not let. */
async function addressIn(page: Page): Promise<string> {
  await page.waitForLoadState('networkidle');
  return page.frames()[1]?.url() ?? 'no frame';
}

const sessionOf = (place: Place<'token' | 'agreement_id'>, { origin }: { readonly origin: string }) =>
  openSession(place, { success_url: `${origin}/thanks?order=7`, failure_url: `${origin}/sorry` });

const simulatorHere = simulatorOfFile();

describe('the payment page in a frame of a shop’s page', () => {
  it('is shown by a hosted simulator to the pages that the account names, and to no others', async () => {
    const { url } = await startSimulatorProcess({ args: ['--hosted', '--drain', '0'] });
    const [shop, stranger] = [await startShop(), await startShop()];
    const account = await openAccount(url);
    const session = await sessionOf({ url, account }, shop);
    expect(await addressIn(await framing(shop, session.payment_url))).not.toContain('/pay/');
    const settings = { token: account.console_token, body: { frame_ancestors: [shop.origin] } };
    expect((await call(url, 'PUT', '/console/settings', settings)).status).toBe(200);
    expect(await addressIn(await framing(shop, session.payment_url))).toBe(session.payment_url);
    expect(await addressIn(await framing(stranger, session.payment_url))).not.toContain('/pay/');
  });

  it('takes the payment there, and brings the payer back to the shop in the frame', async () => {
    const shop = await startShop();
    const session = await sessionOf(await simulatorHere(), shop);
    const page = await framing(shop, session.payment_url);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('radio', { name: /Débito inmediato/ }).check();
    await frame.getByLabel('Cédula o RIF').fill('12345678');
    await frame.getByLabel('Teléfono celular').fill('04121234567');
    await frame.getByLabel('Banco').selectOption('0102');
    await frame.getByLabel('Clave de pago').fill('000000');
    await frame.getByRole('button', { name: /^Pagar/ }).click();
    await frame.getByRole('heading', { name: 'Gracias' }).waitFor();
    expect(page.frames()[1]?.url()).toBe(`${shop.origin}/thanks?order=7&session_id=${session.id}`);
    expect(page.url()).toContain('/checkout?');
  });

  it('does not make other pages frameable', async () => {
    const { url } = await simulatorHere();
    const shop = await startShop();
    for (const path of ['/console', '/terminal', '/docs', '/docs/api', '/fidelidad', '/'])
      expect(await addressIn(await framing(shop, url + path)), path).not.toContain(url);
  });
});
