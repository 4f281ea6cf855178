import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('the console’s pages', async () => {
  const sim = await simulatorOfBlock();

  it('redirects a browser without a login to the login page, and then to the requested page', async () => {
    const account = await sim.account();
    const browser = new TestBrowser(sim.url);
    const first = await browser.get('/console/sessions?status=paid');
    expect([first.status, first.location]).toEqual([
      303,
      '/console/login?next=%2Fconsole%2Fsessions%3Fstatus%3Dpaid',
    ]);
    const credentials = { short_name: account.name, password: 'correct horse' };
    const login = await browser.post(`${first.location}`, credentials);
    expect(login.status).toBe(303);
    expect((await browser.get(`${login.location}`)).location).toBe('/console/sessions?status=paid');
    for (const next of [
      'https://evil.invalid/',
      '//evil.invalid/console',
      '/console/../../pay/x',
      '/consoles',
      '\\\\evil.invalid',
    ]) {
      const response = await browser.post(`/console/login?next=${encodeURIComponent(next)}`, credentials);
      expect([next, (await browser.get(`${response.location}`)).location]).toEqual([next, '/console']);
    }
  });

  it('warns only after the login that a browser stores no cookies', async () => {
    const { name } = await sim.account();
    const login = await new TestBrowser(sim.url).post('/console/login', {
      short_name: name,
      password: 'correct horse',
    });
    const registered = await new TestBrowser(sim.url).post('/console/register', {
      short_name: 'keeps-no-cookies',
      password: 'long enough',
    });
    const [, linked = ''] = /class="[^"]*primary[^"]*" href="([^"]+)"/.exec(registered.html) ?? [];
    for (const path of [`${login.location}`, linked.replaceAll('&amp;', '&')]) {
      const page = await new TestBrowser(sim.url).get(path);
      expect([path, page.html.includes('tu navegador no guardó la cookie')]).toEqual([path, true]);
    }
    expect((await new TestBrowser(sim.url).get('/console/login')).html).not.toContain('cookie');
  });

  it('gives style and script files names that change with their content, so that browsers cache them', async () => {
    const { html, headers } = await new TestBrowser(sim.url).get('/console/login');
    expect(headers.get('content-security-policy')).toContain("style-src 'self'; script-src 'self';");
    const names = [...html.matchAll(/(?:href|src)="([^"]+\.(?:css|js))"/g)].map(([, name]) => `${name}`);
    expect(names).toHaveLength(2);
    for (const name of names) {
      const asset = await fetch(sim.url + name);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(asset.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
      expect((await asset.text()).length).toBeGreaterThan(5000);
      const [, other] = /\/assets\/(\w+)/.exec(name) ?? [];
      const former = await fetch(sim.url + name.replace(`${other}`, 'former'));
      expect([former.status, former.headers.get('cache-control')]).toEqual([200, 'no-cache']);
    }
    expect((await fetch(`${sim.url}/console/assets/x/nothing.css`, { redirect: 'manual' })).status).toBe(303);
  });

  it('keeps the typed name, but not the password, after a refused login', async () => {
    const refusal = await new TestBrowser(sim.url).post('/console/login', {
      short_name: '"><b>me',
      password: 'nobody knows',
    });
    expect(refusal.status).toBe(401);
    expect(refusal.html).toContain('&quot;&gt;&lt;b&gt;me');
    expect(refusal.html).not.toContain('nobody knows');
    expect(refusal.html).toContain('El nombre de la cuenta o la contraseña');
  });

  it("logs a browser in with an HttpOnly cookie that isn't the console token, and logs it out", async () => {
    const account = await sim.account();
    const browser = await logIn(sim, account);
    const again = await browser.post('/console/login', {
      short_name: account.name,
      password: 'correct horse',
    });
    expect(again.headers.get('set-cookie')).toMatch(
      /^sim_console_\d+=sim_web_[\w-]{32}; Path=\/console; Max-Age=1209600; HttpOnly; SameSite=Strict$/,
    );
    expect((await sim.ask(account, 'GET', '/console/keys')).status).toBe(200);
    const [name = '', token = ''] = [...browser.cookies][0] ?? [];
    expect((await browser.get('/console')).status).toBe(200);
    for (const path of ['/console/keys', '/control/reset', '/api/v1/ext/payment-stops']) {
      expect((await sim.send('GET', path, { token })).status).not.toBe(200);
    }
    expect((await browser.post('/console/logout')).status).toBe(303);
    expect(browser.cookies.size).toBe(0);
    const copyBrowser = new TestBrowser(sim.url, { cookie: `${name}=${token}` });
    expect((await copyBrowser.get('/console')).status).toBe(303);
    expect((await copyBrowser.get('/console/live')).status).toBe(401);
  });

  it('ends a login after 14 days', async () => {
    await using separateSim = await TestSimulator.start();
    const browser = await logIn(separateSim, await separateSim.account());
    await separateSim.clock.advance(14 * 86_400_000 - 1);
    expect((await browser.get('/console')).status).toBe(200);
    await separateSim.clock.advance(1);
    expect((await browser.get('/console')).status).toBe(303);
  });

  it('accepts changes from its own origin only', async () => {
    const account = await sim.account();
    const browser = await logIn(sim, account);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const logOut = (headers: Record<string, string>) =>
      sim.send('POST', '/console/logout', {
        body: '',
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    for (const headers of [
      { origin: 'https://evil.invalid' },
      { origin: 'null' },
      { origin: sim.url, 'sec-fetch-site': 'cross-site' },
      { origin: sim.url, 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      expect([headers, (await logOut(headers)).status]).toEqual([headers, 403]);
    }
    expect((await browser.get('/console')).status).toBe(200);
    expect((await logOut({ origin: sim.url, 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  it('creates an account, shows its credentials once, and shows errors next to each field', async () => {
    const browser = new TestBrowser(sim.url, { 'accept-language': 'en' });
    const wrong = await browser.post('/console/register', { short_name: 'a b', password: 'short' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('id="short_name-fault"');
    expect(wrong.html).toContain('id="password-fault"');
    const creation = await browser.post('/console/register', {
      short_name: 'newcomer',
      password: 'long enough',
    });
    expect(creation.status).toBe(201);
    const token = /sim_api_[\w-]{32}/.exec(creation.html)?.[0];
    expect((await sim.send('GET', '/api/v1/ext/payment-stops', { token })).status).toBe(200);
    expect((await browser.get('/console')).html).toContain('newcomer');
    const conflict = await new TestBrowser(sim.url).post('/console/register', {
      short_name: 'NewComer',
      password: 'long enough',
    });
    expect([conflict.status, conflict.html.includes('ya está en uso')]).toEqual([409, true]);
  });

  it('returns JSON errors to programs and pages to browsers', async () => {
    const account = await sim.account();
    const json = await sim.send('GET', '/console/keys', {
      token: account.console,
      headers: { accept: 'text/html' },
    });
    expect(json.json.data.keys).toHaveLength(1);
    expect((await sim.send('GET', '/console/keys')).headers.get('content-type')).toBe(
      'application/problem+json; charset=utf-8',
    );
    const plain = await fetch(`${sim.url}/console`, { headers: { accept: '*/*' } });
    expect([plain.status, new URL(plain.url).pathname]).toEqual([200, '/console/login']);
    const browser = await logIn(sim, account, { 'accept-language': 'en' });
    const missing = await browser.get('/console/nowhere');
    expect([missing.status, missing.html.includes('Page not found')]).toEqual([404, true]);
    const notPosted = await browser.post('/console', {});
    expect(notPosted.status).toBe(404);
  });

  it('treats a request with a content type but without a body as one from a browser', async () => {
    const headers = { accept: 'text/html', 'content-type': 'application/json' };
    const { status } = await sim.send('GET', '/console/sessions', { headers });
    expect(status).toBe(303);
  });

  it('keeps the language that the user has chosen', async () => {
    const browser = await logIn(sim, await sim.account(), { 'accept-language': 'es' });
    expect((await browser.get('/console')).html).toContain('<html lang="es">');
    expect((await browser.get('/console?lang=en')).html).toContain('<html lang="en">');
    expect((await browser.get('/console')).html).toContain('<html lang="en">');
  });
});
