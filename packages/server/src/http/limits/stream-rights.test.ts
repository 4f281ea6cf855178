import { logIn } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import type { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

/** Whether a stream ends within a second. */
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
  return Promise.race([ended, new Promise<boolean>((resolve) => setTimeout(resolve, 1000, false))]);
}

describe.each(eachStore())('streams of a token, %s (contract section 12, Rights)', (_name, start) => {
  const open = async (sim: TestSimulator, path: string, token: string) => {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const answer = await fetch(sim.url + path, { headers });
    expect(answer.status).toBe(200);
    return answer;
  };

  it('end within a second of its revocation or replacement, on the other instance too; others go on', async () => {
    const { sim, other } = await start();
    const [account, stranger] = [await sim.account(), await sim.account()];
    const exchanged = (await sim.send('POST', '/console/token', { token: account.token })).json.console_token;
    const goingOn = await open(other, '/console/trace', stranger.console);
    const byKey = [
      await open(other, '/console/trace', exchanged),
      await open(other, '/console/calls', exchanged),
    ];
    const byLogin = await open(other, '/console/trace', account.console);
    const { data } = (await sim.send('GET', '/console/tokens', { token: account.console })).json;
    await sim.send('DELETE', `/console/tokens/${data[0].token_id}`, { token: account.console });
    expect(await Promise.all(byKey.map(endsSoon))).toEqual([true, true]);
    const body = { short_name: account.name, password: 'correct horse' };
    await sim.send('POST', '/console/login', { body });
    expect(await endsSoon(byLogin)).toBe(true);
    expect(await endsSoon(goingOn)).toBe(false);
  });

  it('end when a page’s log-in ends with the password, and when the account is deleted', async () => {
    const { sim, other } = await start();
    const account = await sim.account();
    const browser = await logIn(other, account);
    const page = await fetch(`${other.url}/console/live`, {
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(page.status).toBe(200);
    const passwords = { current_password: 'correct horse', new_password: 'battery staple' };
    await sim.send('POST', '/console/password', { token: account.console, body: passwords });
    expect(await endsSoon(page)).toBe(true);
    const trace = await open(other, '/console/trace', account.console);
    await sim.send('DELETE', '/console/account', {
      token: account.console,
      body: { password: 'battery staple' },
    });
    expect(await endsSoon(trace)).toBe(true);
  });
});
