import { inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { buttonBody } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';

describe('the page of the trace', async () => {
  const { sim, account, browser } = await inConsole();

  const idsOf = (html: string) => [...html.matchAll(/id="event-(\d+)"/g)].map(([, id]) => Number(id));
  const sendToHook = (body: string, who = account) =>
    sim.send('POST', `/console/hooks/${who.id}/captura`, { body });

  it('shows events newest first, with their data', async () => {
    const session = await sim.button(account, { identifier: 'first' });
    const { html } = await browser.get('/console/trace');
    const ids = idsOf(html);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(html).toContain('Session created');
    expect(html).toContain('session.created');
    expect(html).toContain(`href="/console/sessions/${session}"`);
    expect(html).toContain('&quot;identifier&quot;: &quot;first&quot;');
  });

  it("folds a delivery's attempts into its outcome, unless only attempts are listed", async () => {
    const webhook_url = `${sim.url}/console/hooks/${account.id}/captura`;
    const session = await sim.button(account, { webhook_url });
    await new SeenTrace(sim).of(session, 'webhook.delivered');
    const listOf = async (query: string) =>
      (await browser.get(`/console/trace?session=${session}${query}`)).html;
    const folded = /Webhook delivered(?:(?!<\/details>).)*<ul class="lines events"><li>.*?Attempt 1/s;
    expect(await listOf('')).toMatch(folded);
    const attempts = await listOf('&type=webhook.attempted');
    expect(attempts).toContain('Attempt 1');
    expect(attempts).not.toMatch(folded);
  });

  it('lists all events but logins and receiver tests page by page, and links to the whole list', async () => {
    const newAccount = await sim.account();
    for (let i = 0; i < 60; i++) await sendToHook('{}', newAccount);
    await sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
      token: newAccount.token,
      body: { ...buttonBody, agreement_id: newAccount.agreement },
      headers: { 'user-agent': 'svc-sim-tool/examination' },
    });
    const page = await logIn(sim, newAccount);
    const trace = await sim.ask(newAccount, 'GET', '/console/trace?limit=1000&order=desc');
    const events: { id: number; type: string; data: { by?: string } }[] = trace.json.data;
    const isShown = ({ type, data }: (typeof events)[number]) =>
      type !== 'login.succeeded' && data.by !== 'examination';
    const all = events.filter(isShown).map(({ id }) => id);
    expect(events.length - all.length).toBeGreaterThan(1);
    const logins = events.filter(({ type }) => type === 'login.succeeded').map(({ id }) => id);
    const eventIds: number[] = [];
    let next: string | undefined = '/console/trace';
    while (next) {
      const { html } = await page.get(next);
      const ids = idsOf(html);
      expect(ids.length).toBeLessThanOrEqual(50);
      eventIds.push(...ids);
      next = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect(eventIds).toEqual(all);
    expect(all.length).toBeGreaterThan(60);
    const { html } = await page.get('/console/trace');
    expect(idsOf(html)).toHaveLength(50);
    expect(html).toContain('href="/console/trace?by=all"');
    const wholeList = idsOf((await page.get('/console/trace?by=all&size=100')).html);
    expect(wholeList).toEqual(events.map(({ id }) => id));
    expect(idsOf((await page.get('/console/trace?q=login.succeeded')).html)).toEqual(logins);
    expect(logins).toHaveLength(1);
  });

  it('reads on until it finds events that are older than many receiver tests', async () => {
    const newAccount = await sim.account();
    const openTestSession = () =>
      sim.send('POST', '/api/v1/ext/payment-sessions/buttons', {
        token: newAccount.token,
        body: { ...buttonBody, agreement_id: newAccount.agreement },
        headers: { 'user-agent': 'svc-sim-tool/examination' },
      });
    const page = await logIn(sim, newAccount);
    await sendToHook('{}', newAccount);
    const ownIds = idsOf((await page.get('/console/trace')).html);
    expect(ownIds.length).toBeGreaterThan(0);
    for (let i = 0; i < 210; i++) await openTestSession();
    expect(idsOf((await page.get('/console/trace')).html)).toEqual(ownIds);
    await sim.button(newAccount, { identifier: 'own' });
    for (let i = 0; i < 410; i++) await openTestSession();
    const [newestId] = idsOf((await page.get('/console/trace')).html);
    const { html } = await page.get('/console/trace?q=OWN');
    expect(idsOf(html)).toContain(newestId);
    expect(html).toContain('<code class="event-session cut">own</code>');
  });

  it('shows fewer events on a page if they are large, and the others on the next page', async () => {
    const newAccount = await sim.account();
    for (let i = 0; i < 6; i++) await sendToHook('\u0001'.repeat(65_536), newAccount);
    const page = await logIn(sim, newAccount);
    const { html } = await page.get('/console/trace?type=webhook.received');
    const next = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    const others = await page.get(`${next}`);
    expect([idsOf(html).length, idsOf(others.html).length]).toEqual([3, 3]);
  });

  it('filters by type and session, and keeps the filters on the next page', async () => {
    const newAccount = await sim.account();
    const ids: string[] = [];
    for (let i = 0; i < 51; i++) ids.push(await sim.button(newAccount, { identifier: `order ${i}` }));
    const page = await logIn(sim, newAccount);
    const byType = await page.get('/console/trace?type=session.created');
    expect(idsOf(byType.html)).toHaveLength(50);
    expect(byType.html).toContain('<a class="chip" href="/console/trace"');
    const several = await page.get('/console/trace?type=agreement.created,session.created');
    expect(several.html).toContain('<a class="chip" href="/console/trace?type=session.created"');
    const addedType = await page.get('/console/trace?type=agreement.created&type=session.created');
    expect(idsOf(addedType.html)).toEqual(idsOf(several.html));
    expect(several.html).toContain(`${ids[50]}`);
    expect(several.html).toContain('<code class="event-session cut">order 50</code>');
    const next = /rel="next" href="([^"]+)"/.exec(byType.html)?.[1]?.replaceAll('&amp;', '&');
    expect(next).toContain('type=session.created');
    const rest = await page.get(`${next}`);
    expect(idsOf(rest.html)).toHaveLength(1);
    expect(rest.html).toContain(ids[0]);
    const bySession = await page.get(`/console/trace?type=session.created&session=${ids[7]}`);
    expect(idsOf(bySession.html)).toHaveLength(1);
    expect(bySession.html).toContain(`data-live-url="/console/live?session=${ids[7]}"`);
    for (const query of ['type=nothing.known', 'cursor=-1', 'cursor=x', 'session=%20']) {
      expect([query, idsOf((await page.get(`/console/trace?${query}`)).html).length]).toEqual([query, 50]);
    }
  });

  it('searches the text of events, and groups events by session or delivery', async () => {
    const newAccount = await sim.account();
    const page = await logIn(sim, newAccount, { 'accept-language': 'en' });
    for (let count = 0; count < 52; count++) await sendToHook('{"needle":1}', newAccount);
    const session = await sim.button(newAccount, { identifier: 'Needle 2' });
    const first = await page.get('/console/trace?q=NEEDLE');
    expect([idsOf(first.html).length, first.html.includes('Login')]).toEqual([50, false]);
    const next = /rel="next" href="([^"]+)"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&');
    expect(idsOf((await page.get(`${next}`)).html)).toHaveLength(4);
    const groupedHtml = (await page.get('/console/trace?group=session')).html;
    expect(groupedHtml).toContain(`id="group-${session}"`);
    expect(groupedHtml).toContain('<strong>Needle 2</strong>');
    expect((await page.get('/console/trace?group=delivery')).html).toContain('id="group-"');
  });

  it.each(['100000', 'x', '-1', '1e3'])('returns 404 for the event %s', async (id) => {
    expect((await browser.get(`/console/trace/${id}`)).status).toBe(404);
  });

  it('escapes texts, and cuts a long event with a link to the complete one', async () => {
    const hostile = `</code></pre><script>alert(1)</script><img src=x onerror="alert(2)">${'x'.repeat(20_000)}END`;
    const { json } = await sendToHook(JSON.stringify({ hostile }));
    const { html } = await browser.get('/console/trace');
    const fullPage = await browser.get(`/console/trace/${json.data.event_id}`);
    for (const page of [html, fullPage.html]) {
      expect(page).toContain('&lt;script&gt;alert(1)');
      expect(page).not.toContain('<script>alert');
      expect(page).not.toContain('<img');
    }
    expect(html).not.toContain('xEND');
    expect(fullPage.html).toContain('xEND');
  });
});
