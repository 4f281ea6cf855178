import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { createConsoleVisit, logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { buttonBody, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('the overview', async () => {
  const sim = await simulatorOfBlock();

  const open = async (account: TestAccount, language = 'en') =>
    (await (await logIn(sim, account, { 'accept-language': language })).get('/console')).html;

  const plain = (html: string) => html.replaceAll('&quot;', '"').replaceAll('&#39;', "'");

  it('leads an empty account to its first payment, and names its agreement in the command', async () => {
    const account = await sim.account();
    const html = await open(account);
    expect(html).toContain(
      'Load this account&#39;s variables in your terminal (see “Show .env”): <a href="/console/keys">',
    );
    // The commands are copied, so they must not contain a shortened token.
    expect(html).not.toContain('sim_api_…');
    expect(html).toContain(`npx sim session create --agreement ${account.agreement}`);
    expect(html).not.toContain('curl');
    expect(html).not.toContain(account.token);
    expect(await open(account, 'es')).toContain('Primeros pasos');
    const creation = await sim.send('POST', '/console/register', {
      body: { short_name: 'newcomer', password: 'correct horse' },
    });
    expect(creation.status).toBe(201);
    const steps = await open({ ...account, name: 'newcomer' });
    const [, path, body] = /SIM_URL(\/\S+)" .*-d '(.*?)'<\/code>/s.exec(plain(steps)) ?? [];
    const agreement = await sim.send('POST', `${path}`, { token: creation.json.key.token, body });
    expect(agreement.status).toBe(201);
    expect(await open({ ...account, name: 'newcomer' })).toContain(agreement.json.data.agreement_id);
  });

  it('shows the demo account a command that needs no credentials', async () => {
    await using separateSim = await TestSimulator.start({ demo: true });
    const { short_name = '', password = '' } = (await separateSim.simulator.demo) ?? {};
    const browser = new TestBrowser(separateSim.url);
    await browser.post('/console/login', { short_name, password });
    const { html } = await browser.get('/console');
    expect(html).toContain('<code>npx sim session create</code>');
    expect(html).not.toContain('SIM_TOKEN');
  });

  it('reports how many calls were refused in the last hour, and links to them', async () => {
    const account = await sim.account();
    const causeRefusal = async () => await sim.ask(account, 'PUT', '/control/clock', []);
    expect(await open(account)).not.toContain('/console/calls?errors=true');
    await causeRefusal();
    const line = (words: string) => `<a href="/console/calls?errors=true">${words}</a>`;
    expect(await open(account)).toContain(line('1 call rejected in the last hour'));
    await causeRefusal();
    expect(await open(account, 'es')).toContain(line('2 llamadas rechazadas en la última hora'));
    await sim.clock.advance(3_600_001);
    expect(await open(account)).not.toContain('/console/calls?errors=true');
  });

  it('shows the latest sessions and events, and the next practice', async () => {
    const account = await sim.account();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push(await sim.button(account, { identifier: `order ${i} <b>` }));
    const html = await open(account);
    expect(html).not.toContain('First steps');
    const orderNumbers = [...html.matchAll(/order (\d) &lt;b&gt;<\/a>/g)].map(([, number]) => Number(number));
    expect(orderNumbers).toEqual([6, 5, 4, 3, 2]);
    expect(html).not.toContain('<b>');
    expect(html.match(/id="event-\d+"/g)).toHaveLength(8);
    const progress = await sim.send('GET', '/console/progress', {
      token: account.console,
      headers: { 'accept-language': 'en' },
    });
    const { practices, next, completed, total } = progress.json.data;
    expect(html).toContain(`<progress max="${total}" value="${completed}"`);
    const { title } = practices.find(({ id }: { id: string }) => id === next);
    expect(html).toContain(`<h3>${title}</h3>`);
  });

  it('shows events that are older than many logins and receiver tests', async () => {
    const account = await sim.account();
    await sim.button(account, { identifier: 'own' });
    const eventsIn = (html: string) => html.match(/id="event-\d+"/g);
    const shownEvents = eventsIn(await open(account));
    expect(shownEvents).not.toBeNull();
    const testSession = {
      token: account.token,
      body: { ...buttonBody, agreement_id: account.agreement },
      headers: { 'user-agent': 'svc-sim-tool/examination' },
    };
    for (let i = 0; i < 60; i++) await sim.send('POST', '/api/v1/ext/payment-sessions/buttons', testSession);
    for (let i = 0; i < 50; i++) await open(account);
    expect(eventsIn(await open(account))).toEqual(shownEvents);
  });

  it('reports webhooks that were abandoned in the last day, with a link to the cause', async () => {
    await using separateSim = await TestSimulator.start();
    const { account, browser: page } = await createConsoleVisit(separateSim);
    const quiet = (await page.get('/console')).html;
    expect(quiet).not.toContain('Webhooks not delivered');
    const session = await separateSim.button(account, {
      webhook_url: `${separateSim.url}/console/hooks/${account.id}/fail`,
    });
    await expect
      .poll(async () => {
        await separateSim.clock.advance(3_600_000);
        return (await separateSim.trace(account, '&type=webhook.gave_up')).length;
      })
      .toBe(1);
    const troubled = (await page.get('/console')).html;
    expect(troubled).toContain('Webhooks not delivered');
    expect(troubled).toContain(`href="/console/sessions/${session}#d-`);
    await separateSim.clock.advance(86_400_000);
    expect((await page.get('/console')).html).not.toContain('Webhooks not delivered');
  });

  it('counts all webhooks that were abandoned for several receivers', async () => {
    await using separateSim = await TestSimulator.start();
    const { account, browser: page } = await createConsoleVisit(separateSim);
    for (const [path, count] of Object.entries({ five: 9, four: 8, three: 7, two: 2, one: 1 }).reverse())
      for (let index = 0; index < count; index++)
        await separateSim.button(account, { webhook_url: `${separateSim.url}/console/hooks/nobody/${path}` });
    await expect
      .poll(async () => {
        await separateSim.clock.advance(3_600_000);
        return (await separateSim.trace(account, '&type=webhook.gave_up')).length;
      })
      .toBe(27);
    const { html } = await page.get('/console');
    const counts = [
      ...html.replaceAll('<wbr/>', '').matchAll(/(\d+) webhooks? to [^<]*hooks\/nobody\/(\w+)/g),
    ];
    const rows = counts.map(([, count, path]) => `${path} ${count}`);
    expect(rows.sort()).toEqual(['five 9', 'four 8', 'three 7', 'two 2']);
    expect(html).toContain('1 more webhook<');
  });

  it('links to the other parts of the simulator', async () => {
    const html = await open(await sim.account());
    for (const path of [
      '/terminal',
      '/docs',
      '/docs/api',
      '/openapi.json',
      '/fidelidad',
      '/console/receivers',
    ]) {
      expect(html).toContain(`href="${path}"`);
    }
  });
});
