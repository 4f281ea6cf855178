import { inConsole } from '@svc-simulator/test-support/browser.ts';
import { SeenTrace } from '@svc-simulator/test-support/trace.ts';
import { expect, it } from 'vitest';

const visit = await inConsole();

const pageOf = async (path: string, query: Record<string, string>) =>
  visit.browser.get(`/console/${path}?${new URLSearchParams(query)}`);

it('finds sessions, deliveries and calls, and links to them', async () => {
  const { sim, account } = visit;
  const webhook_url = `${sim.url}/console/hooks/${account.id}/captura?pedido=77`;
  const trace = new SeenTrace(sim);
  const id = await sim.button(account, { identifier: 'Pedido 77', webhook_url });
  const { data } = await trace.of(id, 'webhook.delivered');
  const { html } = await pageOf('search', { q: 'pedido=77' });
  expect(html).toContain(`href="/console/sessions/${id}" title="${id}">`);
  expect(html).toContain(`href="/console/sessions/${id}#d-${data.delivery_id}"`);
  expect(html).toMatch(/href="\/console\/calls\/\d+" title="\d+"><code class="method">POST<\/code> \/api/);
  expect((await pageOf('search', { q: 'nowhere' })).html).toContain('No results');
});

it('finds actions, pages, settings and documents, and returns to the previous page after an action', async () => {
  const { browser } = visit;
  const everything = (await pageOf('search', {})).html;
  for (const text of ['New session', 'Advance the clock one day', 'Trace', 'Virtual terminal'])
    expect(everything).toContain(text);
  expect((await pageOf('search', { q: 'rate lim' })).html).toContain(
    'href="/console/settings#timeAndLimits"',
  );
  expect((await pageOf('search', { q: 'verify signature' })).html).toMatch(/href="\/docs\/[\w-]+/);
  const { html } = await pageOf('search', { q: 'one day', next: '/console/trace?type=session.paid' });
  const [, action = ''] =
    /<form method="post" action="([^"]+)"[^>]*><button[^>]*value="clock_1_day"/.exec(html) ?? [];
  const run = await browser.post(action, { do: 'clock_1_day' });
  expect(run.location).toBe('/console/trace?type=session.paid&done=clock_advanced');
  expect((await pageOf('search', { q: 'real time' })).html).toContain('value="clock_real"');
  await browser.post('/console/simulate', { do: 'clock_real' });
});

it('begins the palette with the actions of its page, the latest sessions, and the pages', async () => {
  const { sim, account } = visit;
  const id = await sim.button(account, { identifier: 'Latest' });
  const start = await pageOf('search', { lang: 'en', next: '/console/deliveries?event=x' });
  const [, found = ''] = start.html.split('id="found"');
  const places = ['state=gave_up', 'simulate#session', `/console/sessions/${id}`, '"/console/calls"'].map(
    (text) => found.indexOf(text),
  );
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect(places).not.toContain(-1);
  for (const text of ['/console/logout', '/console/settings#']) expect(found).not.toContain(text);
});

it.each([
  ['resend failed', 'en', 'href="/console/deliveries?state=gave_up"'],
  ['failed webhooks', 'en', 'href="/console/deliveries?state=gave_up"'],
  ['reenviar fallidos', 'es', 'href="/console/deliveries?state=gave_up"'],
  ['delivery', 'en', 'href="/console/deliveries"'],
  ['language', 'en', 'href="/console/trace?type=session.paid&amp;lang=es"'],
  ['keyboard', 'en', 'popovertarget="keys"'],
  ['log out', 'en', 'action="/console/logout?'],
])('finds the action or page of "%s" in %s', async (q, lang, command) => {
  const { html } = await pageOf('search', { q, lang, next: '/console/trace?type=session.paid' });
  const [, found = ''] = html.split('id="found"');
  expect(found).toContain(command);
});

it('links to the complete list if that contains more results', async () => {
  const { sim, account } = visit;
  for (let count = 0; count < 11; count++) await sim.button(account, { identifier: `Serie ${count}` });
  expect((await pageOf('search', { q: 'serie' })).html).toContain('href="/console/sessions?q=serie">See all');
  const list = (await pageOf('sessions', { q: 'serie' })).html;
  expect(list.match(/Serie \d+</g)).toHaveLength(11);
  expect(list).toContain('value="serie"');
});

it.each([
  ['sessions', 'status=paid', 'No results with these filters'],
  ['deliveries', 'state=delivered', 'No results with these filters'],
  ['calls', 'errors=true', 'No results with these filters'],
])(
  'keeps the other filters of the list of %s in a search, and drops the cursor',
  async (list, filter, none) => {
    const { html } = await visit.browser.get(`/console/${list}?${filter}&q=nowhere&cursor=x`);
    const [form] = /<form method="get" action="[^"]*" class="finder">.*?<\/form>/s.exec(html) ?? [];
    const [name, value] = filter.split('=');
    expect(form).toContain(`action="/console/${list}"`);
    expect(form).toMatch(new RegExp(`<select name="${name}"[^>]*>.*<option value="${value}" selected`, 's'));
    expect(form).not.toContain('cursor');
    expect(html).toContain(none);
  },
);

it("redirects from the full id of a session to its page, but not for another account's session", async () => {
  const { sim, account } = visit;
  const id = await sim.button(account);
  const matches = await pageOf('search', { q: ` ${id.toUpperCase()} ` });
  expect([matches.status, matches.location]).toEqual([303, `/console/sessions/${id}`]);
  const foreign = await sim.button(await sim.account());
  expect((await pageOf('search', { q: foreign })).html).toContain('No results');
});

it('adds the search to other pages as a form that works without JavaScript', async () => {
  const { html } = await visit.browser.get('/console/keys');
  expect(html).toContain('<search class="seek"><form method="get" action="/console/search">');
});
