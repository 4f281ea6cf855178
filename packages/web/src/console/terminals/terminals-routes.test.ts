import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { createConsoleVisit, logIn } from '@svc-simulator/test-support/browser.ts';
import {
  activate,
  logIn as logInMerchant,
  sendSigned,
  TestMerchant,
} from '@svc-simulator/test-support/merchant.ts';
import { describe, expect, it } from 'vitest';

describe('the page of terminals', async () => {
  const sim = await simulatorOfBlock();
  const merchant = await TestMerchant.register(sim);
  const visit = (who: TestMerchant) => logIn(sim, { name: who.email }, { 'accept-language': 'en' });
  const browser = await visit(merchant);
  const codeIn = (html: string) => /class="code-digits">(\d{6})</.exec(html)?.[1] ?? '';
  const rows = (html: string) =>
    [...html.matchAll(/<td class="line"><code>([^<]*)</g)].map(([, serial]) => serial);

  it('shows a new pairing code in one response only', async () => {
    const page = await browser.post('/console/terminals', { serial: ' SN-1 ' });
    const code = codeIn(page.html);
    expect(page.status).toBe(200);
    expect(page.html).toContain('waiting for the code');
    // The link pairs a virtual terminal; browsers don't send the fragment.
    expect(page.html).toContain(`href="${sim.url}/terminal#serial=SN-1&amp;code=${code}"`);
    expect(page.html).toContain('src="data:image/png;base64,');
    const later = (await browser.get('/console/terminals')).html;
    expect(later).not.toContain(code);
    const activated = await activate(sim, 'SN-1', code);
    expect(activated.status).toBe(200);
    const secret: string = activated.json.data.secret_key;
    const linkedHtml = (await browser.get('/console/terminals')).html;
    expect(linkedHtml).toContain('>linked<');
    expect(linkedHtml).not.toContain(secret);
    const unlinked = await browser.post('/console/terminals/unlink', { known_serial: 'SN-1' });
    expect(unlinked.location).toBe('/console/terminals?done=terminal_unlinked');
    const response = await sendSigned(sim, { serial: 'SN-1', secret }, 'GET', '/transactions');
    expect(response.status).toBe(401);
  });

  it('shows next to the field why no code was created, and keeps the serial', async () => {
    await merchant.terminal('SN-2');
    const linking = await browser.post('/console/terminals', { serial: 'SN-2' });
    expect([linking.status, codeIn(linking.html)]).toEqual([400, '']);
    expect(linking.html).toContain('id="serial-fault"');
    expect(linking.html).toContain('value="SN-2"');
    const long = '"><b>'.padEnd(501, 'x');
    for (const serial of ['', '   ', long]) {
      const refusal = await browser.post('/console/terminals', { serial });
      expect([refusal.status, refusal.html.includes('id="serial-fault"')]).toEqual([400, true]);
      expect(refusal.html).not.toContain('<b>');
    }
  });

  it('revokes a code, and accepts any characters in a serial', async () => {
    const serial = ' <i>№ 7/a?b#c%&"\' ';
    const { json } = await merchant.requestPairing('POST', serial);
    const page = (await browser.get('/console/terminals')).html;
    expect(page).not.toContain('<i>');
    const voided = await browser.post('/console/terminals/unlink', { known_serial: serial });
    expect(voided.status).toBe(303);
    expect((await activate(sim, serial, json.data.code)).status).toBe(400);
    const again = await browser.post('/console/terminals', { known_serial: serial });
    expect((await activate(sim, serial, codeIn(again.html))).status).toBe(200);
  });

  it('lists many terminals page by page', async () => {
    const newAccount = await TestMerchant.register(sim);
    const page = await visit(newAccount);
    for (let i = 0; i < 51; i++) await newAccount.requestPairing('POST', `SN-${i}`);
    const first = (await page.get('/console/terminals')).html;
    expect(rows(first)).toHaveLength(50);
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1];
    expect(rows((await page.get(`${next}`)).html)).toEqual(['SN-0']);
    expect(rows((await page.get('/console/terminals?cursor=never-given-out')).html)).toHaveLength(50);
  });

  it('creates a merchant for an account without one, with errors next to the fields', async () => {
    const { browser: page } = await createConsoleVisit(sim);
    expect((await page.get('/console/transactions')).location).toBe('/console/terminals');
    expect((await page.post('/console/terminals', { serial: 'SN-1' })).location).toBe('/console/terminals');
    const wrong = await page.post('/console/terminals/merchant', {
      legalName: '"><b>Café</b>',
      taxId: ' ',
      email: 'nobody',
      password: 'long enough',
    });
    expect(wrong.status).toBe(400);
    for (const name of ['taxId', 'email']) expect(wrong.html).toContain(`id="${name}-fault"`);
    expect(wrong.html).not.toContain('id="legalName-fault"');
    expect(wrong.html).toContain('value="&quot;&gt;&lt;b&gt;Café&lt;/b&gt;"');
    expect(wrong.html).not.toContain('long enough');
    expect((await page.get('/console/terminals/merchant')).location).toBe('/console/terminals');
    const fields = { legalName: 'Café', taxId: 'J-1', email: merchant.email, password: 'long enough' };
    const conflict = await page.post('/console/terminals/merchant', { ...fields, phone: '' });
    expect([conflict.status, conflict.html.includes('id="email-fault"')]).toEqual([400, true]);
    const email = 'fresh@cafe.example';
    const creation = await page.post('/console/terminals/merchant', { ...fields, email });
    expect(creation.location).toBe('/console/terminals?done=merchant_made');
    expect((await page.get('/console/terminals')).html).toContain('Your merchant');
    expect((await logInMerchant(sim, email, 'long enough')).status).toBe(200);
    const second = await page.post('/console/terminals/merchant', { ...fields, email: 'two@cafe.example' });
    expect(second.location).toBe('/console/terminals');
    expect((await logInMerchant(sim, 'two@cafe.example', 'long enough')).status).toBe(401);
  });
});
