import { expect } from 'vitest';
import { call, connectionFlags, openSession, type Place } from './api.ts';
import { scratchFolder } from './scratch.ts';
import { runSimHere } from './sim-here.ts';
import type { DemoAccount } from './simulator.ts';

/** Creates objects of every kind, so that no page is empty. */
export async function fillAccount(place: Place): Promise<void> {
  const { url, account } = place;
  const receiver = (name: string) => `${url}/console/hooks/${account.account_id}/${name}`;
  for (const [at, name] of ['captura', 'fail', 'paid'].entries()) {
    const { id } = await openSession(place, { webhook_url: receiver(name), identifier: `P-${at}` });
    const body = { leg: 1, outcome: name === 'paid' ? 'failed' : 'paid' };
    await call(url, 'POST', `/control/sessions/${id}/outcome`, { token: account.token, body });
  }
  await openSession(place, { identifier: 'OPEN' });
  for (const title of ['One class', 'Two'])
    await call(url, 'POST', '/console/classes', { token: account.console_token, body: { title } });
  await call(url, 'GET', '/api/v1/ext/payment-sessions/nothing/status', { token: account.token });
  // `sim pos` stores the terminal's key in this directory.
  const cwd = scratchFolder();
  const sim = (...words: readonly string[]) => runSimHere([...words, ...connectionFlags(place)], { cwd });
  for (const words of [
    ['pos', 'pair', 'VT-1'],
    ['pos', 'create', '--amount', '2'],
    ['pos', 'create', '--amount', '3'],
    ['pos', 'pay', '--all'],
    ['pos', 'settle'],
    ['pos', 'create', '--amount', '4'],
  ])
    expect(await sim(...words)).toMatchObject({ code: 0 });
}

/** Logs in like the login form, and returns the cookie. */
export async function logIn(url: string, { short_name, password }: DemoAccount): Promise<string> {
  const answer = await fetch(`${url}/console/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ short_name, password }),
  });
  const { pathname } = new URL(`${url}/console`);
  const cookieCheck = `${pathname}/login?entered=&next=%2Fconsole`;
  expect([answer.status, answer.headers.get('location')]).toEqual([303, cookieCheck]);
  const cookies = answer.headers.getSetCookie();
  for (const cookie of cookies) expect(cookie).toContain(`; Path=${pathname};`);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
