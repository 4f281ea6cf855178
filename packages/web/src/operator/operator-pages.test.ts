import { logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const TOKEN = 'an-operator-token-of-forty-characters-00';

async function startLoggedIn() {
  const sim = await TestSimulator.start({ hosted: true, operatorToken: TOKEN });
  const browser = new TestBrowser(sim.url, { 'accept-language': 'en' });
  const login = await browser.post('/operator/login', { token: TOKEN });
  expect([login.status, login.location]).toEqual([303, '/operator']);
  return { sim, browser, [Symbol.asyncDispose]: () => sim.close() };
}

describe('a page of the operator', () => {
  it("opens only with the operator's token, and logs out", async () => {
    await using sim = await TestSimulator.start({ hosted: true, operatorToken: TOKEN });
    const browser = new TestBrowser(sim.url, { 'accept-language': 'en' });
    expect((await browser.get('/operator')).location).toBe('/operator/login');
    const wrong = await browser.post('/operator/login', { token: 'a-wrong-token' });
    expect([wrong.status, wrong.html.includes('a-wrong-token')]).toEqual([401, false]);
    expect(wrong.html).toContain('--operator-token');
    const login = await browser.post('/operator/login', { token: TOKEN });
    expect(login.headers.get('set-cookie')).toMatch(
      /Path=\/operator; Max-Age=28800; HttpOnly; SameSite=Strict/,
    );
    expect((await browser.get('/operator')).status).toBe(200);
    await sim.clock.advance(8 * 3_600_000);
    expect((await browser.get('/operator')).location).toBe('/operator/login');
    await browser.post('/operator/login', { token: TOKEN });
    await browser.post('/operator/logout');
    expect((await browser.get('/operator')).location).toBe('/operator/login');
  });

  it('sets secure cookies for a public URL with HTTPS, even if a request names another host', async () => {
    await using sim = await TestSimulator.start({
      hosted: true,
      operatorToken: TOKEN,
      publicUrl: 'https://sim.invalid',
    });
    const { name: short_name } = await sim.account();
    const browser = new TestBrowser(sim.url);
    const logins = [
      await browser.post('/operator/login', { token: TOKEN }),
      await browser.post('/console/login', { short_name, password: 'correct horse' }),
    ];
    for (const { headers } of logins) expect(headers.get('set-cookie')).toMatch(/^__Host-.*; Secure$/);
    expect((await browser.get('/operator')).status).toBe(200);
  });

  it('refuses a form from another origin, and the cookie of a console', async () => {
    await using scene = await startLoggedIn();
    const { sim, browser } = scene;
    const account = await sim.account();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const forged = await sim.send('POST', `/operator/account/${account.id}`, {
      body: 'do=suspend&reason=x',
      headers: {
        cookie,
        origin: 'https://evil.invalid',
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    expect(forged.status).toBe(403);
    const team = await logIn(sim, account);
    const [[, session = ''] = []] = [...team.cookies];
    const [[name = ''] = []] = [...browser.cookies];
    const [endsAt = '', signature = ''] = (browser.cookies.get(name) ?? '').split('.');
    for (const value of [`${endsAt}0.${signature}`, `${endsAt}.`, '.', TOKEN, `${endsAt}.${signature}.x`]) {
      const page = await sim.send('GET', '/operator', { headers: { cookie: `${name}=${value}` } });
      expect([value, page.headers.get('location')]).toEqual([value, '/operator/login']);
    }
    const stolen = await sim.send('GET', '/operator', { headers: { cookie: `${name}=${session}` } });
    expect(stolen.headers.get('location')).toBe('/operator/login');
  });

  it('lists accounts, suspends one, creates its one-time password, and resumes it', async () => {
    await using scene = await startLoggedIn();
    const { sim, browser } = scene;
    const account = await sim.account();
    const list = await browser.get('/operator?sort=sessions');
    expect(list.html).toContain(`href="/operator/account/${account.id}"`);
    const path = `/operator/account/${account.id}`;
    const fault = await browser.post(path, { do: 'suspend', reason: ' ' });
    expect([fault.status, fault.html.includes('notice bad')]).toEqual([400, true]);
    expect((await browser.post(path, { do: 'suspend', reason: 'A loop' })).status).toBe(303);
    const suspended = await browser.get(path);
    expect(suspended.html).toContain('A loop');
    expect(suspended.html).toContain('value="resume"');
    const passwordPage = await browser.post(path, { do: 'password' });
    const password = /<code>([\w-]{12})<\/code>/.exec(passwordPage.html)?.[1] ?? '';
    await browser.post(path, { do: 'resume' });
    await browser.post(path, { do: 'quotas', sessions: '7', streams: '' });
    const quotasPage = (await browser.get(path)).html;
    expect(quotasPage).toContain('0 of 7');
    const fields = [...quotasPage.matchAll(/inputmode="numeric" value="(\d+)" id="(\w+)"/g)];
    const quotas = Object.fromEntries(fields.map(([, value = '', name = '']) => [name, value]));
    await browser.post(path, { ...quotas, do: 'quotas', sessions: '8' });
    const body = { short_name: account.name, password, new_password: 'battery staple' };
    expect((await sim.send('POST', '/console/login', { body })).status).toBe(200);
    for (const days of ['-1', '1e3', 'soon'])
      expect((await browser.post(path, { do: 'delete', reason: 'Done', days })).status).toBe(400);
    await browser.post(path, { do: 'delete', reason: 'Done', days: ' ' });
    expect((await browser.get(path)).html).toContain('to be deleted');
    await browser.post(path, { do: 'resume' });
    await browser.post(path, { do: 'delete', reason: 'Done', days: '3' });
    expect((await browser.get('/operator?state=deleting')).html).toContain(account.name);
    const audit = await browser.get('/operator/audit');
    for (const act of ['deletion scheduled', 'quotas', 'resumed', 'one-time password', 'suspended'])
      expect(audit.html).toContain(act);
    expect(audit.html).toContain('>Sessions: 8<');
    expect(audit.html).toContain(`href="${path}"`);
  });

  it.each(['constructor', 'toString', '__proto__'])('ignores the unknown action %s', async (action) => {
    await using scene = await startLoggedIn();
    const { sim, browser } = scene;
    for (const path of [`/operator/account/${(await sim.account()).id}`, '/operator/settings']) {
      const answer = await browser.post(path, { do: action });
      expect([answer.status, answer.location]).toEqual([303, path]);
    }
  });

  it('returns 413 for a CSV file that is too long', async () => {
    await using scene = await startLoggedIn();
    const csv = `name\n${'team\n'.repeat(60_000)}`;
    const answer = await scene.browser.post('/operator', { csv });
    expect([answer.status, answer.html]).toEqual([413, expect.stringContaining('262144')]);
  });

  it('shows a notice in the console, and closes registration', async () => {
    await using scene = await startLoggedIn();
    const { sim, browser } = scene;
    const team = await logIn(sim, await sim.account(), { 'accept-language': 'es' });
    await browser.post('/operator/settings', { do: 'notice', en: 'Maintenance', es: 'Hay\r\nmantenimiento' });
    expect((await team.get('/console')).html).toContain('Hay mantenimiento');
    const visitor = new TestBrowser(sim.url);
    expect((await visitor.get('/console/login?lang=es')).html).toContain('Hay mantenimiento');
    const later = { do: 'notice', en: 'Later', es: 'Luego', from: '2035-12-01T18:00' };
    await browser.post('/operator/settings', later);
    expect((await browser.get('/operator/settings')).html).toContain('value="2035-12-01T18:00"');
    expect((await team.get('/console')).html).not.toContain('Luego');
    await browser.post('/operator/settings', { do: 'clear' });
    expect((await team.get('/console')).html).not.toContain('Hay mantenimiento');
    await browser.post('/operator/settings', { do: 'close' });
    const late = await team.post('/console/register', { short_name: 'late', password: 'correct horse' });
    expect(late.status).toBe(403);
    const invitation = await visitor.get('/console/login?lang=en');
    expect(invitation.html).toContain('Registration is closed');
    expect(invitation.html).not.toContain('/console/register');
    const form = await visitor.get('/console/register?lang=en');
    expect([form.status, form.html]).toEqual([403, expect.stringContaining('Registration is closed')]);
    expect(form.html).not.toContain('name="password"');
  });

  it('creates accounts from typed lines, or shows each invalid line', async () => {
    await using scene = await startLoggedIn();
    const { browser } = scene;
    const wrong = await browser.post('/operator', { csv: 'name,email,class\nteam-a\nteam-a\n' });
    expect([wrong.status, wrong.html.includes('3: ')]).toEqual([400, true]);
    const creation = await browser.post('/operator', {
      csv: 'name,email,class\nteam-a\nteam-b,b@b.invalid\n',
    });
    expect(creation.headers.get('content-disposition')).toContain('accounts.csv');
    expect(creation.html.trimEnd().split('\r\n')).toHaveLength(3);
  });

  it('shows the owner of a suspended account the reason instead of the console', async () => {
    await using scene = await startLoggedIn();
    const { sim, browser } = scene;
    const account = await sim.account();
    const team = await logIn(sim, account, { 'accept-language': 'en' });
    await browser.post(`/operator/account/${account.id}`, { do: 'suspend', reason: 'A loop' });
    const page = await team.get('/console/sessions');
    expect([page.status, page.html.includes('A loop')]).toEqual([403, true]);
  });
});
