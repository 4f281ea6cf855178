import { logIn, type TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { shapeOf, tagsOf } from '@svc-simulator/test-support/markup-reader.ts';
import { buttonBody, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const links = (html: string) =>
  tagsOf(html).flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href ?? ''] : []));
const sessionsIn = (html: string) =>
  links(html).flatMap((href) => /^\/console\/sessions\/([0-9a-f-]{36})$/.exec(href)?.[1] ?? []);

describe('the list of sessions', () => {
  let sim: TestSimulator;
  let account: TestAccount;
  let browser: TestBrowser;
  let paid: string;
  let failed: string;
  let pending: string;
  let request: string;
  beforeAll(async () => {
    sim = await TestSimulator.start();
    account = await sim.account();
    browser = await logIn(sim, account, { 'accept-language': 'en' });
    paid = await sim.button(account, { identifier: 'A-paid' });
    failed = await sim.button(account, { identifier: 'A-failed' });
    pending = await sim.button(account, { identifier: 'A-pending' });
    for (const [id, outcome] of [
      [paid, 'paid'],
      [failed, 'failed'],
    ]) {
      const body = { leg: 1, outcome };
      await sim.send('POST', `/control/sessions/${id}/outcome`, { token: account.token, body });
    }
    const made = await sim.send('POST', '/api/v1/ext/payment-sessions/request', {
      token: account.token,
      body: {
        ...buttonBody,
        agreement_id: account.agreement,
        due_date_session: new Date(sim.clock.now() + 86_400_000).toISOString(),
      },
    });
    request = made.json.data.id;
  });
  afterAll(() => sim.close());

  it('shows all of them, newest first', async () => {
    const { status, html } = await browser.get('/console/sessions');
    expect([status, sessionsIn(html)]).toEqual([200, [request, pending, failed, paid]]);
    expect(html).toContain('USD 10.00');
  });

  it.each([
    ['status=paid', () => [paid]],
    ['status=pending', () => [request, pending]],
    ['origin=request', () => [request]],
    ['origin=button&status=failed', () => [failed]],
    ['origin=request&status=failed', () => []],
    ['status=nonsense', () => [request, pending, failed, paid]],
  ])('filters by %s', async (query, expected) => {
    const { html } = await browser.get(`/console/sessions?${query}`);
    expect(sessionsIn(html)).toEqual(expected());
  });

  it('keeps one filter when the other changes, and marks what is chosen', async () => {
    const { html } = await browser.get('/console/sessions?status=paid&origin=button&cursor=zzz&done=resent');
    expect(links(html)).toContain('/console/sessions?status=failed&amp;origin=button');
    expect(links(html)).toContain('/console/sessions?origin=button');
    const chosen = tagsOf(html).filter(({ attributes }) => attributes['aria-current'] === 'true');
    expect(chosen.map(({ attributes }) => attributes.href)).toEqual([
      '/console/sessions?status=paid&amp;origin=button',
      '/console/sessions?status=paid&amp;origin=button',
    ]);
  });

  it('says how to make the first one, and that filters hide others', async () => {
    const newcomer = await logIn(sim, await sim.account(), { 'accept-language': 'en' });
    expect((await newcomer.get('/console/sessions')).html).toContain('npx svc-simulator session create');
    const { html } = await browser.get('/console/sessions?status=expired');
    expect(html).not.toContain('npx svc-simulator session create');
    expect(html).toContain('No session is like that');
  });

  it('shows texts of any kind as text', async () => {
    const hostile = `"><img src=x onerror=alert(1)>'&<script>alert(2)</script>`;
    const pageWith = async (text: string) => {
      const own = await sim.account();
      await sim.button(own, { identifier: text, description: text });
      return (await (await logIn(sim, own, { 'accept-language': 'en' })).get('/console/sessions')).html;
    };
    const html = await pageWith(hostile);
    expect(shapeOf(html)).toEqual(shapeOf(await pageWith('x')));
    expect(html).toContain('&lt;script&gt;alert(2)&lt;/script&gt;');
  });
});
