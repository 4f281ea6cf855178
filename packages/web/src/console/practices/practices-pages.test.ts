import { practices } from '@svc-simulator/core';
import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { createConsoleVisit, logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { merchantBody } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { graduate as complete } from '../../../../store/test/graduation.ts';
import { TestDirectories } from '../../../../store/test/test-directories.ts';

describe('the page of practices', async () => {
  const sim = await simulatorOfBlock();

  it("shows the completed practices, and the next one with its hint, in the reader's language", async () => {
    const account = await sim.account();
    const [spanish, english] = [
      await logIn(sim, account, { 'accept-language': 'es' }),
      await logIn(sim, account, { 'accept-language': 'en' }),
    ];
    const first = (await spanish.get('/console/practices')).html;
    expect(first).toContain('2 de 28 prácticas hechas<');
    expect(first).toMatch(/<progress max="28" value="2"/);
    expect(first).toMatch(/Siguiente práctica<\/p><h3>Crear una sesión de botón<\/h3><p>Envía <code>POST/);
    await sim.button(account);
    const second = (await english.get('/console/practices')).html;
    expect(second).toContain('3 of 28 practices done<');
    expect(second).toMatch(/Next practice<\/p><h3>Pay on the payment page<\/h3>/);
    expect(second.match(/class="dot good"/g)).toHaveLength(3);
    expect(second.match(/class="dot next"/g)).toHaveLength(1);
    const groups = [...second.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title);
    expect(groups).toEqual([
      'First steps',
      'Reliable webhooks',
      'When payments fail',
      'Server-side confirmation',
      'Splits and requests',
      'Card terminals',
    ]);
  });

  it('counts practices done with a tool as half done, and links each practice to an existing page', async () => {
    const { account, browser } = await createConsoleVisit(sim);
    const offers = (await browser.get('/console/practices')).html;
    await browser.post('/console/simulate', {
      do: 'session',
      origin: 'button',
      amount_reference: '10',
      currency_reference: 'USD',
      identifier: 'A-1',
      description: 'two coffees',
      duration_minutes: '5',
      due_in_days: '1',
      agreement_id: account.agreement,
    });
    await expect.poll(async () => (await browser.get('/console/practices')).html).toContain(' your program<');
    const tally =
      /id="tally-heading">(\d+) of 28 practices done<\/h2><p class="soft small whole">(\d+) with a tool instead of your program</;
    const { html } = await browser.get('/console/practices');
    const marks = ['good', 'wait'].map((tone) => html.split(`class="dot ${tone}"`).length - 1);
    expect(tally.exec(html)?.slice(1)).toEqual(marks.map(String));
    expect(tally.exec((await browser.get('/console')).html)?.slice(1)).toEqual(marks.map(String));
    const places = [...offers.matchAll(/class="quiet" href="(\/[^"]+)"/g)].map(([, place = '']) => place);
    expect(places.length).toBeGreaterThan(20);
    for (const place of places) expect([place, (await browser.get(place)).status]).toEqual([place, 200]);
  });

  it('links to the event that proves a practice and to its session, as long as the trace contains them', async () => {
    const account = await sim.account();
    const session = await sim.button(account);
    const browser = await logIn(sim, account);
    const { html } = await browser.get('/console/practices');
    expect(html).toContain(`href="/console/sessions/${session}"`);
    const id = /href="\/console\/trace\/(\d+)" title="session\.created: [^>]*><time /.exec(html)?.[1];
    const event = (await sim.trace(account, `&after=${Number(id) - 1}`))[0];
    expect(event).toMatchObject({ type: 'session.created', session_id: session });
    await sim.clock.advance(14 * 86_400_000);
    const later = (await (await logIn(sim, account)).get('/console/practices')).html;
    expect(later).toContain('<p class="row small soft"><time ');
    expect(later).not.toContain(`/console/trace/${id}"`);
    // The session has expired in the meantime, which completes another practice.
    expect(later).toMatch(/<a href="\/console\/trace\/\d+" title="session\.expired: [^>]*><time /);
  });

  it('lists the missing practices instead of a certificate until all are done', async () => {
    const browser = await logIn(sim, await sim.account());
    const { status, html } = await browser.get('/console/practices/certificate');
    expect(status).toBe(200);
    expect(html).not.toContain('<article class="certificate"');
    expect(html).toContain('Te faltan 26 prácticas');
    expect(html.match(/<li>[^<]+<\/li>/g)).toHaveLength(26);
  });
});

describe('the certificate', () => {
  const directories = new TestDirectories();
  const HOSTILE = '"><img/src=x/onerror=alert(1)>@evil.invalid';

  /** Creates a simulator whose merchant has completed the given practices, the last one at `lastAt`. */
  const graduate = async (ids: readonly string[], lastAt: number, { inClass = false } = {}) => {
    const data = await directories.make();
    const first = await TestSimulator.start({ data });
    const owner = await first.account();
    const body = { ...merchantBody, email: HOSTILE };
    const creation = await first.send('POST', '/api/v1/merchants', { body });
    const login = { short_name: HOSTILE, password: merchantBody.password };
    const token = (await first.send('POST', '/console/login', { body: login })).json.console_token;
    const title = { title: 'Marzo <b>2026' };
    const group = await first.ask(owner, 'POST', '/console/classes', title);
    const code = { class_code: group.json.data.join_code };
    expect(creation.status).toBe(201);
    if (inClass) {
      const joining = await first.send('POST', '/console/class', { token, body: code });
      expect(joining.status).toBe(200);
    }
    await first.close();
    await complete({ data, name: HOSTILE, clock: first.clock, lastAt, ids });
    const sim = await TestSimulator.start({ data });
    const at = `/console/classes/${group.json.data.class_id}`;
    const issue = (full_name: string) =>
      sim.ask(owner, 'POST', `${at}/trainees/${encodeURIComponent(HOSTILE)}/certificate`, { full_name });
    return { sim, owner, at, issue };
  };
  const all = practices.map(({ id }) => id);

  it('shows name, class, mark, number and date once the trainer has issued it, in both languages', async () => {
    // In the service's time zone, it is still March 2.
    const { sim, owner, at, issue } = await graduate(all, Date.UTC(2026, 2, 3, 3, 59), { inClass: true });
    await using _ = sim;
    const page = async (lang: string) =>
      (await logIn(sim, { name: HOSTILE }, { 'accept-language': lang })).get(
        '/console/practices/certificate',
      );
    const waiting = (await page('es')).html;
    expect(waiting).toContain('Cuando tu instructor emita el certificado');
    expect(waiting).not.toContain('<article class="certificate"');
    expect(waiting).not.toContain('name="full_name"');
    await sim.ask(owner, 'PATCH', at, { mark: 'Escuela <i>Uno' });
    expect((await issue(HOSTILE)).status).toBe(201);
    const { html } = await page('es');
    expect(html).toContain('Escuela &lt;i&gt;Uno');
    expect(html).not.toContain('name="full_name"');
    expect(html).toContain('<article class="certificate"');
    expect(html.replaceAll('<wbr>', '').replaceAll('<wbr/>', '')).toContain(
      '&quot;&gt;&lt;img/src=x/onerror=alert(1)&gt;@evil.invalid</p>',
    );
    expect(html).toContain('<strong>Marzo &lt;b&gt;2026</strong>');
    expect(html).toContain('2 de marzo de 2026');
    expect(html).toContain('las 28 prácticas');
    expect(html).not.toContain('<img');
    const english = (await page('en')).html;
    expect(english).toContain('March 2, 2026');
    expect(english).toContain('all 28 payment integration practices');
  });

  it('shows the name that an owner without a class chose, with a code that anyone can check until the name changes', async () => {
    const { sim } = await graduate(all, Date.UTC(2026, 2, 3));
    await using _ = sim;
    const owner = await logIn(sim, { name: HOSTILE }, { 'accept-language': 'en' });
    const stranger = new TestBrowser(sim.url, { 'accept-language': 'en' });
    const path = '/console/practices/certificate';
    for (const name of ['', '  ', '\u202e\u200b', 'x'.repeat(121)]) {
      const refusal = await owner.post(path, { full_name: name });
      expect([name, refusal.status]).toEqual([name, 400]);
      expect(refusal.html).toContain('up to 120 characters');
    }
    const checkOf = async (name: string) => {
      const issued = await owner.post(path, { full_name: name });
      expect([issued.status, issued.location]).toEqual([303, `${path}?done=certificate_issued`]);
      const { html } = await owner.get(path);
      return /href="[^"]*(\/verificar\/[A-Z2-9]{4}(?:-[A-Z2-9]{4}){3})"/.exec(html)?.[1] ?? '';
    };
    const first = await checkOf(' Ana\u202e María\u200b  <b>Pérez</b>\u0007');
    const genuine = await stranger.get(first);
    expect([genuine.status, genuine.html]).toEqual([
      200,
      expect.stringContaining('This certificate is valid'),
    ]);
    expect(genuine.html).toContain('a name that the account&#39;s owner chose');
    for (const text of ['Ana María &lt;b&gt;Pérez&lt;/b&gt;', 'March 2, 2026', '28'])
      expect(genuine.html).toContain(`<dd>${text}</dd>`);
    // Practices that no program can do must not look like missing ones.
    expect(genuine.html).toContain('22 of 22; the rest are done by the payer, the bank or the terminal');
    expect(genuine.html).not.toContain('evil.invalid');
    expect((await stranger.get(first.toLowerCase().replaceAll('-', ''))).status).toBe(200);
    expect((await stranger.get(`${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
    const unknown = await stranger.get('/verificar/%22%3E%3Cscript%3E');
    expect(unknown.status).toBe(404);
    expect(unknown.html).toContain('class="button" href="/verificar"');
    const field = await stranger.get('/verificar');
    expect([field.status, field.html]).toEqual([200, expect.stringContaining('name="code"')]);
    expect((await stranger.get('/verificar?code=%22%3E%20x')).location).toBe('/verificar/%22%3E%20x');
    const second = await checkOf('Ana Pérez');
    expect([(await stranger.get(first)).status, (await stranger.get(second)).status]).toEqual([404, 200]);
  });

  it('limits lookups of certificates in hosted mode like other guesses of codes', async () => {
    await using sim = await TestSimulator.start({ hosted: true, publicUrl: 'https://sim.invalid' });
    const stranger = new TestBrowser(sim.url);
    const statuses: number[] = [];
    for (let guess = 0; guess < 62; guess++)
      statuses.push((await stranger.get(`/verificar/GUESS${guess}`)).status);
    expect(statuses.slice(0, 60)).toEqual(statuses.slice(0, 60).map(() => 404));
    expect(statuses.slice(60)).toEqual([429, 429]);
  });

  it('is refused if a single practice is missing', async () => {
    const { sim, issue } = await graduate(
      all.filter((id) => id !== 'agreement'),
      Date.UTC(2026, 2, 3),
    );
    await using _ = sim;
    expect((await issue('Ana')).status).toBe(404);
    const browser = await logIn(sim, { name: HOSTILE });
    const path = '/console/practices/certificate';
    const answer = await browser.post(path, { full_name: 'Ana' });
    expect([answer.status, answer.location]).toEqual([303, path]);
    const { html } = await browser.get(path);
    expect(html).not.toContain('/verificar/');
    expect(html).not.toContain('<article class="certificate"');
    expect(html).toContain('Te falta una práctica.');
    expect(html).toContain('<li>Crear un acuerdo</li>');
    expect((await browser.get('/console/practices')).html).not.toContain(
      'href="/console/practices/certificate"',
    );
  });
});
