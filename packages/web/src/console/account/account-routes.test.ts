import { createConsoleVisit, inConsole, logIn } from '@svc-simulator/test-support/browser.ts';
import { describe, expect, it } from 'vitest';

describe('the account page of the console', async () => {
  const { sim, account, browser } = await inConsole();

  it('logs out all browsers but this one when the password changes', async () => {
    const elsewhere = await logIn(sim, account);
    const change = (current: string, next: string) =>
      browser.post('/console/account/password', { current_password: current, new_password: next });
    const wrong = await change('nonsense', 'battery staple');
    expect([wrong.status, wrong.html]).toEqual([
      400,
      expect.stringContaining('t this account&#39;s password'),
    ]);
    expect((await change('correct horse', 'short')).html).toContain('8 to 200 characters');
    expect((await elsewhere.get('/console/account')).status).toBe(200);
    const response = await change('correct horse', 'battery staple');
    expect([response.status, response.location]).toEqual([303, '/console/account?done=password_changed']);
    const page = await browser.get(`${response.location}`);
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Password changed')]);
    expect(page.html).not.toContain('battery staple');
    expect((await elsewhere.get('/console/account')).location).toContain('/console/login');
    expect((await sim.ask(account, 'GET', '/control/clock')).status).toBe(401);
  });

  it('keeps other browsers logged in if the checkbox is ticked', async () => {
    const newAccount = await sim.account();
    const [here, elsewhere] = [await logIn(sim, newAccount), await logIn(sim, newAccount)];
    const passwords = { current_password: 'correct horse', new_password: 'battery staple' };
    const response = await here.post('/console/account/password', { ...passwords, keep_others: 'yes' });
    expect(response.status).toBe(303);
    expect((await elsewhere.get('/console/account')).status).toBe(200);
    expect((await sim.ask(newAccount, 'GET', '/control/clock')).status).toBe(200);
  });

  it('deletes the account only if the password is given and the checkbox is ticked', async () => {
    const { account: newAccount, browser: page } = await createConsoleVisit(sim);
    const remove = (fields: Record<string, string>) => page.post('/console/account/delete', fields);
    expect((await remove({ password: 'correct horse' })).location).toBe('/console/account');
    const wrong = await remove({ password: 'nonsense', understood: 'yes' });
    expect([wrong.status, wrong.html]).toEqual([
      400,
      expect.stringContaining('t this account&#39;s password'),
    ]);
    expect((await page.get('/console/account')).status).toBe(200);
    const response = await remove({ password: 'correct horse', understood: 'yes' });
    expect([response.status, response.location]).toEqual([303, '/console/login?out=']);
    expect((await page.get('/console')).location).toContain('/console/login');
    expect((await sim.ask(newAccount, 'GET', '/console/keys')).status).toBe(401);
  });
});
