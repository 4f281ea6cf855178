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

it('marks a practice as half done if a tool did it, and issues no certificate', async () => {
  await using sim = await TestSimulator.start();
  const account = await sim.account();
  await sim.ask(account, 'POST', '/control/reset');
  const browser = await logIn(sim, account, { 'accept-language': 'en' });
  const fields = { title: 'Shop', default_bank_account_id: 'main', payment_methods: 'immediate_debit' };
  await browser.post('/console/agreements', fields);
  const { json } = await sim.ask(account, 'GET', '/api/v1/ext/agreements');
  const createSession = async (origin: string) =>
    browser.post('/console/simulate', {
      do: 'session',
      origin,
      amount_reference: '10',
      currency_reference: 'USD',
      identifier: 'A-1',
      description: 'two coffees',
      duration_minutes: '5',
      due_in_days: '1',
      agreement_id: json.data[0].agreement_id,
      webhook_url: `${sim.url}/console/hooks/${account.id}/captura`,
    });
  for (const origin of ['button', 'request']) await createSession(origin);
  const readPractices: () => Promise<readonly Practice[]> = async () =>
    (await sim.ask(account, 'GET', '/console/progress')).json.data.practices;
  const clickedIds = ['agreement', 'button_session', 'request_session', 'webhook_acknowledged'];
  const countDone = async () =>
    (await readPractices()).filter(({ id, done }) => done && clickedIds.includes(id)).length;
  await expect.poll(countDone).toBe(clickedIds.length);
  const wholeIds = (await readPractices()).filter(({ whole }) => whole).map(({ id }) => id);
  const openIds = practices.filter(({ byAnyone }) => byAnyone).map(({ id }) => id);
  expect(openIds).toEqual(expect.arrayContaining(wholeIds));

  const page = (await browser.get('/console/practices')).html;
  expect(page).toContain('Done with a tool; to complete it, use your own program.');
  const answer = await browser.post(CERTIFICATE, { full_name: 'Ana' });
  expect(answer.location).toBe(CERTIFICATE);
  expect((await browser.get(CERTIFICATE)).html).toContain('(done with a tool; ');
});
