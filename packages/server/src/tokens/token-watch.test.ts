import { logIn, type TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

/** Waits up to a second for a stream to end. */
async function endsSoon(answer: Response): Promise<boolean> {
  const reader = answer.body?.getReader();
  const ended = (async () => {
    try {
      while (!(await reader?.read())?.done);
    } catch {
      // Cut off.
    }
    return true;
  })();
  const soon = await Promise.race([
    ended,
    new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false)),
  ]);
  // The simulator's end would wait for it.
  await reader?.cancel().catch(() => {});
  return soon;
}

describe.each(eachStore())('streams of a token, %s (contract section 12, Rights)', (_name, start) => {
  const open = async (sim: TestSimulator, path: string, token: string) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const answer = await fetch(sim.url + path, { headers });
    expect(answer.status).toBe(200);
    return answer;
  };

  it('ends within a second of its revocation or replacement on every instance, and leaves others open', async () => {
    const { sim, other } = await start();
    const [account, stranger] = [await sim.account(), await sim.account()];
    const exchanged = (await sim.ask(account, 'POST', '/console/token')).json.console_token;
    const goingOn = await open(other, '/console/trace', stranger.console);
    const byKey = [
      await open(other, '/console/trace', exchanged),
      await open(other, '/console/calls', exchanged),
    ];
    const byLogin = await open(other, '/console/trace', account.console);
    const { data } = (await sim.ask(account, 'GET', '/console/tokens')).json;
    await sim.ask(account, 'DELETE', `/console/tokens/${data[0].token_id}`);
    expect(await Promise.all(byKey.map(endsSoon))).toEqual([true, true]);
    const body = { short_name: account.name, password: 'correct horse' };
    await sim.send('POST', '/console/login', { body });
    expect(await endsSoon(byLogin)).toBe(true);
    const { json } = await sim.send('GET', '/console/trace', { token: account.console });
    expect(json.detail).toContain('each POST /console/login revokes the previous console token');
    expect(await endsSoon(goingOn)).toBe(false);
  });

  const live = async (sim: TestSimulator, { cookies }: TestBrowser) => {
    // A balancer in front has one port for both.
    const { port } = new URL(sim.url);
    const cookie = [...cookies].map(([name, value]) => `${name.replace(/\d+$/, port)}=${value}`).join('; ');
    const page = await fetch(`${sim.url}/console/live`, { headers: { cookie } });
    expect(page.status).toBe(200);
    return page;
  };

  it("ends when its browser logs out on any instance, and leaves other browsers' streams open", async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const [leaving, staying] = [await logIn(sim, account), await logIn(sim, account)];
    const pages = [await live(sim, leaving), await live(other, leaving)];
    const goingOn = await live(other, staying);
    await leaving.post('/console/logout');
    expect(await Promise.all(pages.map(endsSoon))).toEqual([true, true]);
    expect(await endsSoon(goingOn)).toBe(false);
    expect((await sim.trace(account)).at(-1)).toMatchObject({
      type: 'login.ended',
      data: { surface: 'console' },
    });
  });

  it('ends when the password changes or the account is deleted', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const browser = await logIn(other, account);
    const page = await live(other, browser);
    const passwords = { current_password: 'correct horse', new_password: 'battery staple' };
    await sim.ask(account, 'POST', '/console/password', passwords);
    expect(await endsSoon(page)).toBe(true);
    const trace = await open(other, '/console/trace', account.console);
    await sim.ask(account, 'DELETE', '/console/account', { password: 'battery staple' });
    expect(await endsSoon(trace)).toBe(true);
  });
});
