import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { createConsoleVisit, logIn } from '@svc-simulator/test-support/browser.ts';
import { tagsOf } from '@svc-simulator/test-support/markup-reader.ts';
import { buttonBody } from '@svc-simulator/test-support/simulator.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { describe, expect, it } from 'vitest';

const links = (html: string) =>
  tagsOf(html).flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href ?? ''] : []));
const sessionsIn = (html: string) =>
  links(html).flatMap((href) => /^\/console\/sessions\/([0-9a-f-]{36})$/.exec(href)?.[1] ?? []);

describe('the list of sessions', async () => {
  const sim = await simulatorOfBlock();
  const { account, browser } = await createConsoleVisit(sim);
  const paidId = await sim.button(account, { identifier: 'A-paid' });
  const failedId = await sim.button(account, { identifier: 'A-failed' });
  const pending = await sim.button(account, { identifier: 'A-pending' });
  for (const [id, outcome] of [
    [paidId, 'paid'],
    [failedId, 'failed'],
  ]) {
    const body = { leg: 1, outcome };
    await sim.ask(account, 'POST', `/control/sessions/${id}/outcome`, body);
  }
  const creation = await sim.ask(account, 'POST', '/api/v1/ext/payment-sessions/request', {
    ...buttonBody,
    agreement_id: account.agreement,
    due_date_session: new Date(sim.clock.now() + 86_400_000).toISOString(),
  });
  const request = creation.json.data.id;

  it('shows all sessions, newest first', async () => {
    const { status, html } = await browser.get('/console/sessions');
    expect([status, sessionsIn(html)]).toEqual([200, [request, pending, failedId, paidId]]);
    expect(html).toContain('USD 10.00');
  });

  it.each([
    ['status=paid', () => [paidId]],
    ['status=pending', () => [request, pending]],
    ['origin=request', () => [request]],
    ['origin=button&status=failed', () => [failedId]],
    ['origin=request&status=failed', () => []],
  ])('filters by %s', async (query, expected) => {
    const { html } = await browser.get(`/console/sessions?${query}`);
    expect(sessionsIn(html)).toEqual(expected());
  });

  it('ignores an unknown status', async () => {
    const { html } = await browser.get('/console/sessions?status=nonsense');
    expect(sessionsIn(html)).toEqual([request, pending, failedId, paidId]);
  });

  it('keeps a filter when another one changes, and marks the selected value', async () => {
    const { html } = await browser.get(
      '/console/sessions?status=paid&origin=button&cursor=zzz&done=resent&size=25',
    );
    const [form = ''] = /<form[^>]* class="finder">.*?<\/form>/s.exec(html) ?? [];
    const filterValues = tagsOf(form).flatMap(({ name, attributes }) =>
      name === 'option' && 'selected' in attributes ? [attributes.value] : [],
    );
    expect(filterValues).toEqual(['paid', 'button']);
    expect(form).toContain('<input type="hidden" name="size" value="25"/>');
    expect(form).not.toContain('zzz');
  });

  it("shows the state of each session's webhooks, and filters by that state", async () => {
    const newAccount = await sim.account();
    const trace = new SeenTrace(sim);
    const hook = (name: string) => ({ webhook_url: `${sim.url}/console/hooks/${newAccount.id}/${name}` });
    const [taken, refused] = [
      await sim.button(newAccount, hook('captura')),
      await sim.button(newAccount, hook('fail')),
    ];
    const silent = await sim.button(newAccount);
    await trace.of(taken, 'webhook.delivered');
    await trace.of(refused, 'webhook.attempted');
    const page = await logIn(sim, newAccount, { 'accept-language': 'en' });
    const filteredIds = async (webhooks: string) =>
      new Set(sessionsIn((await page.get(`/console/sessions?webhooks=${webhooks}`)).html));
    expect(await filteredIds('delivered')).toEqual(new Set([taken]));
    expect(await filteredIds('open')).toEqual(new Set([refused]));
    expect(await filteredIds('gave_up')).toEqual(new Set());
    await trace.givenUp([refused]);
    expect(await filteredIds('gave_up')).toEqual(new Set([refused]));
    expect(await filteredIds('')).toEqual(new Set([taken, refused, silent]));
    const response = await sim.ask(newAccount, 'GET', '/console/sessions?webhooks=gave_up');
    expect(response.json.data).toMatchObject([{ id: refused }]);
  });

  it('shows the range and number of rows, links to other pages, and takes the page size from the URL', async () => {
    const newAccount = await sim.account();
    const ids: string[] = [];
    for (let count = 0; count < 60; count++) ids.unshift(await sim.button(newAccount));
    const page = await logIn(sim, newAccount, { 'accept-language': 'en' });
    const read = async (path: string) => {
      const { html } = await page.get(path);
      const hrefOf = (rel: string) =>
        new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
      return { html, shown: [...new Set(sessionsIn(html))], prev: hrefOf('prev'), next: hrefOf('next') };
    };
    const first = await read('/console/sessions?size=25&origin=button');
    expect(first.html).toContain('1–25 of 60');
    expect([first.shown, first.prev]).toEqual([ids.slice(0, 25), undefined]);
    const second = await read(first.next ?? '');
    const third = await read(second.next ?? '');
    expect(third.html).toContain('51–60 of 60');
    expect([third.shown, third.next]).toEqual([ids.slice(50), undefined]);
    const back = await read(third.prev ?? '');
    expect([back.shown, back.html.includes('26–50 of 60')]).toEqual([ids.slice(25, 50), true]);
    expect((await read(back.prev ?? '')).shown).toEqual(ids.slice(0, 25));
    expect((await read('/console/sessions?size=100')).shown).toHaveLength(60);
    expect((await read('/console/sessions?size=7')).shown).toHaveLength(50);
  });

  it('pays, expires and exports the selected sessions without JavaScript, and reports how many were left out', async () => {
    const newAccount = await sim.account();
    const ids: string[] = [];
    for (const identifier of ['=1+1', 'B', 'C', 'D']) ids.push(await sim.button(newAccount, { identifier }));
    const page = await logIn(sim, newAccount, { 'accept-language': 'en' });
    const run = async (what: string, ...rows: readonly (string | undefined)[]) => {
      const fields = [['do', what], ...rows.map((id) => ['row', `${id}`])];
      return (await page.post('/console/sessions?size=25&sort=status', fields)).location;
    };
    const list = '/console/sessions?size=25&sort=status';
    expect(await run('pay', ids[0], ids[0], ids[1])).toBe(`${list}&count=2&left=0&done=rows_paid`);
    expect(await run('expire', ids[1], ids[2], 'nowhere')).toBe(`${list}&count=1&left=2&done=rows_expired`);
    const { html } = await page.get(`${list}&count=1&left=2&done=rows_expired`);
    expect(html).toContain('1 session expired. 2 sessions couldn&#39;t be expired.');
    expect(sessionsIn(html)).toEqual([ids[2], ids[1], ids[0], ids[3]]);
    const exportSessions = async (query: string) => page.get(`/console/sessions?${query}`);
    const json = await exportSessions(`as=json&row=${ids[3]}&row=${ids[0]}`);
    expect(JSON.parse(json.html).map(({ id }: { id: string }) => id)).toEqual([ids[3], ids[0]]);
    expect(json.headers.get('content-disposition')).toBe('attachment; filename="sessions.json"');
    const csv = (await exportSessions('as=csv&status=paid')).html.split('\r\n');
    expect(csv).toHaveLength(4);
    expect(csv[0]).toMatch(/^"id","session_id",/);
    expect(csv[2]).toContain(`"'=1+1"`);
  });

  it('changes at most one page of sessions per click, and none of another account', async () => {
    const other = await sim.button(await sim.account());
    const others = Array.from({ length: 150 }, (_, index) => ['row', `${index}`]);
    const answer = await browser.post('/console/sessions', [['do', 'pay'], ['row', other], ...others]);
    expect(answer.location).toBe('/console/sessions?count=0&left=100&done=rows_paid');
  });

  it('sorts the rows of the page by a column in both directions', async () => {
    const { html } = await browser.get('/console/sessions?sort=identifier');
    expect(sessionsIn(html)).toEqual([request, failedId, paidId, pending]);
    expect(html).toContain('aria-sort="ascending"><a class="sort" href="/console/sessions?sort=-identifier"');
    const descending = (await browser.get('/console/sessions?sort=-identifier')).html;
    expect(sessionsIn(descending)).toEqual(sessionsIn(html).toReversed());
    expect(descending).toContain('aria-sort="descending"><a class="sort" href="/console/sessions"');
  });

  it('explains how to create the first session, and says when filters hide sessions', async () => {
    const newcomer = await logIn(sim, await sim.account(), { 'accept-language': 'en' });
    expect((await newcomer.get('/console/sessions')).html).toContain('npx sim session create');
    const { html } = await browser.get('/console/sessions?status=expired');
    expect(html).not.toContain('npx sim session create');
    expect(html).toContain('No results with these filters');
  });
});
