import { expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { simulatorOfFile, startSimulator } from './support/simulator.ts';

const simulatorHere = simulatorOfFile();

it('sends an edited webhook again, with the keyboard alone', async () => {
  const simulator = await startSimulator();
  const receiver = await startReceiver();
  const { id } = await openSession(simulator, { identifier: 'E-1', webhook_url: `${receiver.url}/hook` });
  await receiver.received.atLeast(1);
  const page = await enterConsole(simulator);
  await page.goto(`${simulator.url}/console/sessions/${id}`);
  await page.locator('.delivery > summary').first().press('Enter');
  await page.getByText('Edit and send again').press('Enter');
  await page.getByRole('textbox', { name: 'Body' }).press('Control+a');
  await page.keyboard.type('{"event":"payment_session.created","edited_by":"me"}');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const edited = (await receiver.received.atLeast(2)).at(-1);
  expect(JSON.parse(`${edited?.rawBody}`)).toEqual({ event: 'payment_session.created', edited_by: 'me' });
  await page.locator('.delivery > summary', { hasText: 'edited' }).waitFor();
});

it('sends an edited webhook again, without JavaScript', async () => {
  const simulator = await simulatorHere();
  const receiver = await startReceiver();
  const { id } = await openSession(simulator, { identifier: 'E-2', webhook_url: `${receiver.url}/hook` });
  await receiver.received.atLeast(1);
  const page = await enterConsole(simulator, { javaScriptEnabled: false });
  await page.goto(`${simulator.url}/console/sessions/${id}`);
  await page.locator('.delivery > summary').first().click();
  await page.getByText('Edit and send again').click();
  await page.getByRole('textbox', { name: 'Body' }).fill('not JSON');
  await page.getByRole('button', { name: 'Send the edited webhook' }).click();
  const edited = (await receiver.received.atLeast(2)).at(-1);
  expect(`${edited?.rawBody}`).toBe('not JSON');
});

it('sorts rows by a heading, and keeps the order with a filter, without JavaScript', async () => {
  const simulator = await startSimulator();
  await openSession(simulator, { identifier: 'O-1', amount_reference: 10 });
  await openSession(simulator, { identifier: 'X-2', amount_reference: 20 });
  await openSession(simulator, { identifier: 'O-3', amount_reference: 5 });
  const page = await enterConsole(simulator, { javaScriptEnabled: false });
  await page.goto(`${simulator.url}/console/sessions`);
  const names = () => page.locator('main .rows tbody a').allTextContents();
  const amount = page.getByRole('columnheader').getByRole('link', { name: 'Amount' });
  await amount.click();
  await expect.poll(names).toEqual(['O-3', 'O-1', 'X-2']);
  await amount.click();
  await expect.poll(names).toEqual(['X-2', 'O-1', 'O-3']);
  const search = page.locator('main input[name="q"]');
  await search.fill('O-');
  await search.press('Enter');
  await expect.poll(names).toEqual(['O-1', 'O-3']);
});

it('creates sessions whose identifiers count on, from the list of sessions, without JavaScript', async () => {
  const simulator = await startSimulator();
  await openSession(simulator, { identifier: 'PED-41' });
  const page = await enterConsole(simulator, { javaScriptEnabled: false });
  await page.goto(`${simulator.url}/console/sessions`);
  await page.getByRole('link', { name: 'New session' }).click();
  expect(await page.getByLabel(/Identifier/).inputValue()).toBe('PED-42');
  await page
    .getByRole('button', { name: /Create/ })
    .first()
    .click();
  await page.goto(`${simulator.url}/console/sessions`);
  await page.getByText('PED-42').first().waitFor();
});

it('turns chaos off and advances the clock from the palette, with the keyboard alone', async () => {
  const simulator = await startSimulator();
  const control = async (method: string, part: string, body?: object) => {
    const answer = await call(simulator.url, method, `/control/${part}`, {
      token: simulator.account.token,
      ...(body && { body }),
    });
    return answer.body.data;
  };
  const offsetMs = async () => (await control('GET', 'clock')).offset_ms;
  await control('PUT', 'chaos', { drop: 0.5 });
  const page = await enterConsole(simulator);
  const run = async (words: string, action: string, notice: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(words);
    await page.locator('#palette [data-first]', { hasText: action }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(notice).waitFor();
  };
  await run('chaos off', 'Turn chaos off', 'Chaos is off');
  await expect.poll(async () => (await control('GET', 'chaos')).active).toBe(false);
  await run('one day', 'Advance the clock one day', 'The clock');
  await expect.poll(offsetMs).toBe(86_400_000);
});

it('filters the trace by several types and a text, without JavaScript', async () => {
  const simulator = await startSimulator();
  const { id } = await openSession(simulator, { identifier: 'F-1' });
  await openSession(simulator, { identifier: 'F-2' });
  await call(simulator.url, 'GET', `/api/v1/ext/payment-sessions/${id}`, { token: simulator.account.token });
  const page = await enterConsole(simulator, { javaScriptEnabled: false });
  await page.goto(`${simulator.url}/console/trace`);
  const events = page.locator('.events .event-text');
  const filterBy = async (type: string) => {
    await page.getByLabel('Type', { exact: true }).selectOption(type);
    await page.getByRole('button', { name: 'Filter' }).click();
  };
  const types = async () =>
    (await events.evaluateAll((all) => all.map((row) => row.getAttribute('title')))).sort();
  await filterBy('session.created');
  await expect.poll(types).toEqual(['session.created', 'session.created']);
  await filterBy('session.status_queried');
  await expect.poll(types).toEqual(['session.created', 'session.created', 'session.status_queried']);
  const search = page.locator('main input[name="q"]');
  await search.fill('F-2');
  await search.press('Enter');
  await expect.poll(() => events.allTextContents()).toEqual([expect.stringContaining('F-2')]);
});
