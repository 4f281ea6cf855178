import { inConsole } from '@svc-simulator/test-support/browser.ts';
import { merchantBody, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const SESSIONS = '/api/v1/ext/payment-sessions/buttons';

describe('the pages with the log of API calls', async () => {
  const { sim, account, browser } = await inConsole();

  const linkTo = (html: string) => /href="(\/console\/calls\/\d+)"/.exec(html)?.[1] ?? '';

  it('shows each fault of a refused call next to the sent value, in the language of the page', async () => {
    await sim.send('POST', SESSIONS, {
      token: account.token,
      body: { ...buttonBody, amount_reference: '<b>ten</b>', agreement_id: account.agreement },
    });
    const list = await browser.get('/console/calls?errors=true&lang=es');
    expect(list.html).toContain('amount_reference: debe ser');
    const { html } = await browser.get(`${linkTo(list.html)}?lang=es`);
    expect(html).toContain('/amount_reference');
    expect(html).toContain('&quot;&lt;b&gt;ten&lt;/b&gt;&quot;');
    expect(html).toContain('Corrige los errores');
    expect(html).not.toContain('<b>ten');
  });

  it('lists refused calls without an account only on the start page of a local simulator', async () => {
    const ask = (of: TestSimulator) => of.send('POST', `${SESSIONS}?q=<script>`, { body: {} });
    const { email } = await TestMerchant.register(sim);
    const login = await sim.send('POST', '/api/v1/merchants/auth/login', {
      body: { email, password: merchantBody.password },
    });
    expect(login.status).toBe(200);
    await ask(sim);
    const front = await sim.send('GET', '/', { headers: { 'accept-language': 'es' } });
    expect(front.text).toContain('id="refused"');
    expect(front.text).toContain('Falta el token');
    // The page's own script is at its end, so only the text before it is searched.
    expect(front.text.slice(0, front.text.lastIndexOf('<script>'))).not.toContain('<script>');
    // Successful calls without an account, such as a registration, don't count as refused.
    expect(front.text).not.toContain('/api/v1/merchants');
    expect((await browser.get('/console/calls')).html).toContain('/#refused');
    await using hosted = await TestSimulator.start({ hosted: true });
    await ask(hosted);
    expect((await hosted.send('GET', '/')).text).not.toContain('id="refused"');
  });
});
