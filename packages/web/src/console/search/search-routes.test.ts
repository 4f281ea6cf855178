import { type ConsoleVisit, inConsole } from '@svc-simulator/test-support/browser.ts';
import { shapeOf } from '@svc-simulator/test-support/markup-reader.ts';
import { expect, it } from 'vitest';

let visit: ConsoleVisit;
inConsole((begun) => {
  visit = begun;
});

const search = async (query: Record<string, string>) =>
  visit.browser.get(`/console/search?${new URLSearchParams(query)}`);

it('shows what was found by kind, each with the way to it', async () => {
  const { sim, account } = visit;
  const id = await sim.button(account, { identifier: 'Pedido 77', description: 'Pan de jamón' });
  const { html } = await search({ q: 'jamon' });
  expect(html).toContain(`href="/console/sessions/${id}">Pedido 77</a>`);
  expect(html).toContain('Description: Pan de <mark>jamón</mark>');
  expect(html).toContain('Events of the trace');
  expect((await search({ q: 'jamon', kind: 'partner' })).html).toContain('Nothing has all of these words');
  expect((await search({ q: 'jamon', from: '2099-01-01' })).html).toContain('Nothing has all of these words');
  expect((await search({})).html).toContain('What are you looking for?');
});

it('goes to a session by its whole id, and to no other account’s', async () => {
  const { sim, account } = visit;
  const id = await sim.button(account);
  const found = await search({ q: ` ${id.toUpperCase()} ` });
  expect([found.status, found.location]).toEqual([303, `/console/sessions/${id}`]);
  const foreign = await sim.button(await sim.account());
  expect((await search({ q: foreign })).html).toContain('Nothing has all of these words');
});

it('says states and fields in the words of the reader, and events as sentences', async () => {
  const { sim, account, browser } = visit;
  await sim.button(account, { identifier: 'Palabras', description: 'Arepas' });
  const spanish = async (q: string) => (await browser.get(`/console/search?q=${q}&lang=es`)).html;
  const html = await spanish('arepas');
  expect(html).toContain('<span class="tag wait">pendiente<code>pending</code></span>');
  expect(html).toContain('Descripción: <mark>Arepas</mark>');
  const events = await spanish('palabras&kind=event');
  expect(events).toContain('>Sesión creada</a>');
  expect(events).toContain('Identificador: <mark>Palabras</mark>');
  expect(events).not.toContain('{&quot;');
  expect(await spanish('pending')).toContain('Estado: pendiente');
  await browser.get('/console?lang=en');
});

it('stands on every page as a form that works without a script', async () => {
  const { html } = await visit.browser.get('/console/keys');
  expect(html).toContain('<search class="seek"><form method="get" action="/console/search">');
});

it('shows texts of any kind as text', async () => {
  const hostile = `"><img src=x onerror=alert(1)>'&<script>alert(2)</script>`;
  const { sim, account } = visit;
  const shape = async (text: string) =>
    shapeOf((await search({ q: text, kind: 'session', from: text })).html);
  await sim.button(account, { identifier: hostile });
  await sim.button(account, { identifier: 'plainer' });
  expect(await shape(hostile)).toEqual(await shape('plainer'));
});
