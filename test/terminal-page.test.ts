import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { desktop, phone, takePicture } from './support/browser.ts';
import { openPage } from './support/console.ts';
import { type Merchant, openMerchant } from './support/merchant.ts';
import { type Simulator, simulatorOfFile } from './support/simulator.ts';

/** If true, every screen is tested with both themes. Otherwise screens alternate between the themes. */
const FULL = process.env.SIM_WALK === 'full' || process.env.SIM_PICTURES !== undefined;
const SERIAL = 'SN 000/123';
const simulatorHere = simulatorOfFile();

describe('the virtual terminal in a browser', () => {
  it('pairs, accepts a payment that the merchant created, and voids it', async () => {
    const { simulator, merchant } = await prepare();
    const { page, complaints } = await open(simulator);
    await pair(page, merchant);

    const orderId = await merchant.charge({ terminalSerial: SERIAL, clientIdentification: 'V-12345678' });
    await waitForHeading(page, 'Transacción');
    await expect.poll(() => page.getByText('USD 12,50').isVisible()).toBe(true);
    await page.getByRole('radio', { name: 'Crédito' }).check();
    await page.getByLabel('Franquicia').selectOption('MASTERCARD');
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await waitForHeading(page, 'Pago aprobado');

    const transaction = await merchant.transaction(orderId);
    expect(transaction).toMatchObject({
      status: 'PAID',
      confirmData: {
        authorizationCode: expect.stringMatching(/^\d{6}$/),
        amountReference: 12.5,
        terminalNumber: '00000123',
        trace: '000001',
        cardTypeForRpt: 'C',
        visOrMccCard: 'MASTERCARD',
        batchNumber: 1,
      },
    });
    await expect.poll(() => page.getByText(transaction.confirmData.authorizationCode).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await waitForHeading(page, 'Lista para cobrar');

    await merchant.send('POST', `/transactions/${orderId}/cancellation`);
    await waitForHeading(page, 'Anular un pago');
    await page.getByRole('button', { name: 'Confirmar anulación' }).click();
    await waitForHeading(page, 'Pago anulado');
    expect((await merchant.transaction(orderId)).status).toBe('VOIDED');

    expect(complaints).toEqual([]);
  });

  it('pairs with a link, removes the pairing code from the URL, and shows the totals of a closed batch', async () => {
    const { simulator, merchant } = await prepare();
    const { page, complaints } = await open(simulator);
    const link = new URLSearchParams({ serial: SERIAL, code: await merchant.pairingCode(SERIAL) });
    await page.goto(`${simulator.url}/terminal#${link}`);
    await page.reload();
    await waitForHeading(page, 'Lista para cobrar');
    await expect.poll(() => page.url()).toBe(`${simulator.url}/terminal`);
    await merchant.charge({ terminalSerial: SERIAL });
    await waitForHeading(page, 'Transacción');
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await waitForHeading(page, 'Pago aprobado');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Cerrar lote' }).click();
    await page.getByRole('button', { name: 'Cerrar lote' }).click();
    await waitForHeading(page, 'Lote cerrado');
    await expect
      .poll(() => page.locator('[data-screen=result] [data-slot=rows]').textContent())
      .toContain('USD\u00a012,50');
    // A link with an invalid code shows an error.
    const other = await open(simulator);
    await other.page.goto(`${simulator.url}/terminal#serial=SN-9&code=12345678`);
    await other.page.reload();
    await other.page.getByText('El código tiene 6 dígitos').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it("names the mistake in a rejected request's signature, in the page's language", async () => {
    const { page } = await openPairedTerminal();
    await page.evaluate(`
      const memory = JSON.parse(localStorage['svc-sim.terminal']);
      localStorage['svc-sim.terminal'] = JSON.stringify({ ...memory, secret: memory.secret.toUpperCase() });
    `);
    await page.reload();
    await waitForHeading(page, 'La terminal perdió el acceso');
    const reason = page.getByText('la clave cambió (letras, comillas o espacios); úsala tal como');
    await expect.poll(() => reason.isVisible()).toBe(true);
  });

  it('sends nothing when a payment is declined, and keeps the payment in its list', async () => {
    const { page, merchant } = await openPairedTerminal();
    const orderId = await merchant.charge({ allowAmountChange: true });
    await waitForHeading(page, 'Transacción');
    await page.getByRole('button', { name: 'Rechazar' }).click();
    await expect.poll(() => page.getByText('No se envió nada').first().isVisible()).toBe(true);
    expect((await merchant.transaction(orderId)).status).toBe('PENDING');

    await page.getByRole('button', { name: 'Cobrar USD 12,50' }).click();
    await expect.poll(() => page.getByLabel('Monto a cobrar (USD)').inputValue()).toBe('12,50');
    await page.getByLabel('Monto a cobrar').fill('0');
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await expect.poll(() => page.getByLabel('Monto a cobrar').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Monto a cobrar').fill('10,25');
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await waitForHeading(page, 'Pago aprobado');
    expect((await merchant.transaction(orderId)).confirmData).toMatchObject({ amountReference: 10.25 });

    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Cerrar lote' }).click();
    await page.getByRole('button', { name: 'Cerrar lote' }).click();
    await waitForHeading(page, 'Lote cerrado');
    const closings = await merchant.send('GET', `/pos-terminals/${encodeURIComponent(SERIAL)}/settlements`);
    expect(closings.body.data).toMatchObject([
      { batchNumber: 1, transactionCount: 1, currencyReference: 'USD', terminal: '00000123' },
    ]);
  });

  it('reports that another terminal has taken the payment', async () => {
    const { simulator, merchant } = await prepare();
    const { page } = await open(simulator);
    const other = await open(simulator);
    await pair(page, merchant);
    await pair(other.page, merchant, 'SN-2');
    const orderId = await merchant.charge();
    await waitForHeading(page, 'Transacción');
    await waitForHeading(other.page, 'Transacción');
    await other.page.getByRole('button', { name: 'Aprobar' }).click();
    await waitForHeading(other.page, 'Pago aprobado');
    await page.locator('[data-screen=idle]').getByText('ya no está pendiente (PAID)').waitFor();
    expect(await merchant.transaction(orderId)).toMatchObject({
      status: 'PAID',
      confirmData: { terminalNumber: '00000002' },
    });
  });

  it('marks a payment that the merchant has cancelled, and can still approve it', async () => {
    const { page, merchant } = await openPairedTerminal();
    const orderId = await merchant.charge({ amountReference: 35_000_000.5, currencyReference: 'COP' });
    await waitForHeading(page, 'Transacción');
    const amount = page.locator('[data-screen=payment] .amount');
    await expect.poll(() => amount.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
    expect((await amount.boundingBox())?.height).toBeLessThan(50);
    await merchant.send('POST', `/transactions/${orderId}/cancellation`);
    await page.locator('[data-screen=payment]').getByText('El comercio canceló esta transacción').waitFor();
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await waitForHeading(page, 'Pago aprobado');
    expect((await merchant.transaction(orderId)).status).toBe('PAID');
  });

  it('repeats the same authorization code after a request without a response', async () => {
    const { page, merchant } = await openPairedTerminal();
    const orderId = await merchant.charge();
    await waitForHeading(page, 'Transacción');
    // The confirmation reaches the simulator, but the response doesn't reach the page.
    await page.route('**/commit', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await waitForHeading(page, 'No se sabe si se cobró');
    const { authorizationCode } = (await merchant.transaction(orderId)).confirmData;
    await page.unroute('**/commit');
    await page.reload();
    await waitForHeading(page, 'No se sabe si se cobró');
    await page.getByRole('button', { name: 'Enviar otra vez' }).click();
    await waitForHeading(page, 'Pago aprobado');
    await expect.poll(() => page.getByText(authorizationCode).isVisible()).toBe(true);
  });

  it('explains why pairing failed', async () => {
    const { simulator, merchant } = await prepare();
    const { page } = await open(simulator, { locale: 'en-US' });
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe('en');
    const code = await merchant.pairingCode(SERIAL);
    await page.getByLabel('Terminal serial number').fill(SERIAL);
    await page.getByLabel('Activation code').fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('button', { name: 'Pair' }).click();
    const pairingError = page.locator('[data-screen=pairing]').getByText('Not paired: the code is wrong');
    await pairingError.waitFor();
    await expect.poll(() => pairingError.isVisible()).toBe(true);
  });

  it('stays accessible on every screen, also while it is offline or unpaired, and forgets its key on request', async () => {
    const { simulator, merchant } = await prepare();
    const { page } = await open(simulator);
    let screenIndex = 0;
    const look = async (name: string) => {
      screenIndex += 1;
      for (const { size, viewport, colorScheme, rules } of FULL
        ? looks
        : [looks[screenIndex % 2] ?? looks[0]]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await takePicture(page, `terminal-${name}-${size}-${colorScheme}`);
        await expectAccessible(page, FULL ? rules : 'all');
      }
    };
    await look('pairing');
    await pair(page, merchant);
    await look('idle');
    await page.context().setOffline(true);
    await page.getByText('El simulador no responde').waitFor();
    await page.context().setOffline(false);
    await page.getByText('En línea').waitFor();
    const orderId = await merchant.charge({ allowAmountChange: true, clientIdentification: 'V-12345678' });
    await waitForHeading(page, 'Transacción');
    await look('payment');
    await page.getByRole('button', { name: 'Rechazar' }).click();
    await look('declined');
    await page.getByRole('button', { name: /^Cobrar/ }).click();
    await page.getByRole('button', { name: 'Aprobar' }).click();
    await waitForHeading(page, 'Pago aprobado');
    await look('approved');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Cerrar lote' }).click();
    await look('batch');
    await page.getByRole('button', { name: 'Volver' }).click();
    await merchant.send('POST', `/transactions/${orderId}/cancellation`);
    await waitForHeading(page, 'Anular un pago');
    await look('void');
    await merchant.send('DELETE', `/pos-terminals/${encodeURIComponent(SERIAL)}/pairing`);
    await waitForHeading(page, 'La terminal perdió el acceso');
    await look('refused');
    await page.getByRole('button', { name: 'Olvidar esta terminal' }).click();
    await look('forget');
    await page.getByRole('button', { name: 'Borrar la clave' }).click();
    await waitForHeading(page, 'Vincular esta terminal');
    await expect.poll(() => page.evaluate('localStorage.length')).toBe(0);
  });
});

const looks = [
  { size: 'desktop', viewport: desktop, colorScheme: 'light', rules: 'style' },
  { size: 'phone', viewport: phone, colorScheme: 'dark', rules: 'all' },
] as const;

async function prepare() {
  const simulator = await simulatorHere();
  return { simulator, merchant: await openMerchant(simulator.url) };
}

async function openPairedTerminal() {
  const { simulator, merchant } = await prepare();
  const { page } = await open(simulator);
  await pair(page, merchant);
  return { page, merchant };
}

/** Opens the page and records the errors that the browser reports. */
async function open(simulator: Simulator, options: BrowserContextOptions = {}) {
  const page = await openPage(simulator.url, {
    locale: 'es-VE',
    viewport: phone,
    reducedMotion: 'reduce',
    ...options,
  });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto(`${simulator.url}/terminal`);
  return { page, complaints };
}

async function pair(page: Page, merchant: Merchant, serial = SERIAL): Promise<void> {
  await page.getByLabel('Número de serie de la terminal').fill(serial);
  await page.getByLabel('Código de activación').fill(await merchant.pairingCode(serial));
  await page.getByRole('button', { name: 'Vincular' }).click();
  await waitForHeading(page, 'Lista para cobrar');
  await page.getByText('En línea').waitFor();
}

async function waitForHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor();
}
