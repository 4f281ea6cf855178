import { type PracticeId, practices } from '@svc-simulator/core';
import { logIn } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

interface Practice {
  readonly id: PracticeId;
  readonly done: boolean;
  readonly whole: boolean;
}

const CERTIFICATE = '/console/practices/certificate';

it('clicking does practices by half and earns no certificate', async () => {
  await using sim = await TestSimulator.start();
  const account = await sim.account();
  await sim.ask(account, 'POST', '/control/reset');
  const browser = await logIn(sim, account, { 'accept-language': 'en' });
  const { html } = await browser.get('/console/practices');
  const buttons = [...html.matchAll(/name="practice" value="([^"]+)"/g)].map(([, id = '']) => id);
  expect(buttons.length).toBeGreaterThan(7);
  for (const practice of buttons) await browser.post('/console/practices/step', { practice });
  const own: () => Promise<readonly Practice[]> = async () =>
    (await sim.ask(account, 'GET', '/console/progress')).json.data.practices;
  const done = async () => (await own()).filter(({ id, done }) => done && buttons.includes(id)).length;
  await expect.poll(done).toBe(new Set(buttons).size);
  const whole = (await own()).filter(({ whole }) => whole).map(({ id }) => id);
  const anybodys = practices.filter(({ byAnyone }) => byAnyone).map(({ id }) => id);
  expect(anybodys).toEqual(expect.arrayContaining(whole));

  const after = (await browser.get('/console/practices')).html;
  expect(after).toContain('A tool did it: a certificate wants your program.');
  const issued = await browser.post(CERTIFICATE, { full_name: 'Ana' });
  expect(issued.location).toBe(CERTIFICATE);
  expect((await browser.get(CERTIFICATE)).html).toContain('(a tool did it)');
});
