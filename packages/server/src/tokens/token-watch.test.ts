import { logIn, type TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

/** Returns true if a stream ends within a second. */
async function endsWithinSecond(answer: Response): Promise<boolean> {
  const reader = answer.body?.getReader();
  const streamEnd = (async () => {
    try {
      while (!(await reader?.read())?.done);
    } catch {
      // The connection was cut.
    }
    return true;
  })();
  const hasEnded = await Promise.race([
    streamEnd,
    new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false)),
  ]);
  // If the stream stayed open, closing the simulator would wait for it.
  await reader?.cancel().catch(() => {});
  return hasEnded;
}

describe.each(eachStore())('a stream of a token, %s (contract section 12, Rights)', (_name, start) => {
  const openStream = async (sim: TestSimulator, path: string, token: string) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const answer = await fetch(sim.url + path, { headers });
    expect(answer.status).toBe(200);
    return answer;
  };

  it('ends within a second after its token is revoked or replaced on any instance, and leaves other streams open', async () => {
    const { sim, other } = await start();
    const [account, otherAccount] = [await sim.account(), await sim.account()];
    const exchangedToken = (await sim.ask(account, 'POST', '/console/token')).json.console_token;
    const otherAccountStream = await openStream(other, '/console/trace', otherAccount.console);
    const exchangedStreams = [
      await openStream(other, '/console/trace', exchangedToken),
      await openStream(other, '/console/calls', exchangedToken),
    ];
    const loginStream = await openStream(other, '/console/trace', account.console);
    const { data } = (await sim.ask(account, 'GET', '/console/tokens')).json;
    await sim.ask(account, 'DELETE', `/console/tokens/${data[0].token_id}`);
    expect(await Promise.all(exchangedStreams.map(endsWithinSecond))).toEqual([true, true]);
    const body = { short_name: account.name, password: 'correct horse' };
    await sim.send('POST', '/console/login', { body });
    expect(await endsWithinSecond(loginStream)).toBe(true);
    const { json } = await sim.send('GET', '/console/trace', { token: account.console });
    expect(json.detail).toContain('each POST /console/login revokes the previous console token');
    expect(await endsWithinSecond(otherAccountStream)).toBe(false);
  });

  const openLivePage = async (sim: TestSimulator, { cookies }: TestBrowser) => {
    // Cookie names contain the port. Behind a load balancer, both instances have the same port.
    const { port } = new URL(sim.url);
    const cookie = [...cookies].map(([name, value]) => `${name.replace(/\d+$/, port)}=${value}`).join('; ');
    const page = await fetch(`${sim.url}/console/live`, { headers: { cookie } });
    expect(page.status).toBe(200);
    return page;
  };

  it("ends when its browser logs out on any instance, and leaves other browsers' streams open", async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const [leavingBrowser, stayingBrowser] = [await logIn(sim, account), await logIn(sim, account)];
    const pages = [await openLivePage(sim, leavingBrowser), await openLivePage(other, leavingBrowser)];
    const stayingPage = await openLivePage(other, stayingBrowser);
    await leavingBrowser.post('/console/logout');
    expect(await Promise.all(pages.map(endsWithinSecond))).toEqual([true, true]);
    expect(await endsWithinSecond(stayingPage)).toBe(false);
    expect((await sim.trace(account)).at(-1)).toMatchObject({
      type: 'login.ended',
      data: { surface: 'console' },
    });
  });

  it('ends when the password changes or the account is deleted', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const browser = await logIn(other, account);
    const page = await openLivePage(other, browser);
    const passwords = { current_password: 'correct horse', new_password: 'battery staple' };
    await sim.ask(account, 'POST', '/console/password', passwords);
    expect(await endsWithinSecond(page)).toBe(true);
    const trace = await openStream(other, '/console/trace', account.console);
    await sim.ask(account, 'DELETE', '/console/account', { password: 'battery staple' });
    expect(await endsWithinSecond(trace)).toBe(true);
  });
});
