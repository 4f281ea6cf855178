import { expect, it } from 'vitest';
import { expectAccessibleInBoth, expectFits } from './support/accessibility.ts';
import { advance, openSession, statusOf } from './support/api.ts';
import { desktop, phone } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, simulatorOfFile, startSimulator } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';
import { until } from './support/until.ts';

const simulatorHere = simulatorOfFile();
const wide = { width: 1440, height: 900 };

async function openSessions(simulator: Simulator, names: readonly string[], more: object = {}) {
  const ids: string[] = [];
  for (const identifier of names) ids.push((await openSession(simulator, { identifier, ...more })).id);
  return ids;
}

it('pays selected sessions and exports them to a file, with the keyboard alone', async () => {
  const simulator = await startSimulator();
  const [first, second, third] = await openSessions(simulator, ['K-1', 'K-2', 'K-3']);
  const page = await enterConsole(simulator);
  await page.goto(`${simulator.url}/console/sessions`);
  for (const key of ['j', 'x', 'j', 'j', 'x', '.']) await page.keyboard.press(key);
  await expect.poll(() => page.locator('.of-picked').isVisible()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('2 sessions were paid.').waitFor();
  const statuses = await Promise.all([first, second, third].map((id) => statusOf(simulator, `${id}`)));
  expect(statuses).toEqual(['paid', 'pending', 'paid']);
  await page.getByLabel('Select all on this page').check();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await saving).suggestedFilename()).toBe('sessions.csv');
  // The page keeps the selection after an export.
  const again = page.waitForEvent('download');
  await page.getByRole('button', { name: 'JSON' }).click();
  expect((await again).suggestedFilename()).toBe('sessions.json');
  await expectAccessibleInBoth(page);
});

it('marks a row that arrives, and keeps the selection of the others', async () => {
  const simulator = await startSimulator();
  const [id] = await openSessions(simulator, ['S-1']);
  const page = await enterConsole(simulator);
  await page.goto(`${simulator.url}/console/sessions`);
  await page.locator(`[id="pick-${id}"]`).check();
  await openSessions(simulator, ['S-2']);
  await page.getByText('S-2').first().waitFor();
  await expect.poll(() => page.locator(`[id="pick-${id}"]`).isChecked()).toBe(true);
  await expect.poll(() => page.locator('[data-arrived] a').allTextContents()).toEqual(['S-2']);
});

it('expires a selected session and finds an action in the search, without JavaScript', async () => {
  const simulator = await simulatorHere();
  const [id] = await openSessions(simulator, ['N-1']);
  const page = await enterConsole(simulator, { javaScriptEnabled: false });
  await page.goto(`${simulator.url}/console/sessions?q=N-1`);
  await page.locator(`[id="pick-${id}"]`).check();
  await page.getByRole('button', { name: 'Expire' }).click();
  await page.getByText('1 session expired.').waitFor();
  await expect.poll(() => page.url()).toContain('q=N-1');
  expect(await statusOf(simulator, `${id}`)).toBe('expired');
  await page.locator('#seek').fill('magic');
  await page.locator('#seek').press('Enter');
  await page.getByRole('button', { name: 'Use the magic amounts' }).last().click();
  await page.getByText('The script applies').waitFor();
});

it('finds a session by its identifier and runs an action from the palette, with the keyboard alone', async () => {
  const simulator = await startSimulator();
  const [id] = await openSessions(simulator, ['PED-2041']);
  const page = await enterConsole(simulator);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ped-20');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${simulator.url}/console/sessions/${id}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('stop the clock');
  await page.locator('#palette [data-first]', { hasText: 'Stop the clock' }).waitFor();
  await expectAccessibleInBoth(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByText("The account's clock is stopped.").first().waitFor();
  await expect.poll(() => page.url()).toBe(`${simulator.url}/console/sessions/${id}`);
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor({ state: 'hidden' });
});

it('opens the palette from the search field on a phone', async () => {
  const simulator = await simulatorHere();
  const [id] = await openSessions(simulator, ['TEL-7']);
  const page = await enterConsole(simulator, { viewport: phone });
  await page.locator('#seek').click();
  await page.keyboard.type('tel-7');
  await page.locator('#palette').getByRole('link', { name: 'TEL-7' }).click();
  await expect.poll(() => page.url()).toBe(`${simulator.url}/console/sessions/${id}`);
});

it('resends the webhooks that one receiver refused, with three clicks from the overview', async () => {
  const simulator = await startSimulator();
  const receiver = await startReceiver((_, response) => response.writeHead(410).end());
  await openSessions(simulator, ['R-1', 'R-2'], { webhook_url: `${receiver.url}/hook` });
  await until(async () => {
    await advance(simulator, 10_000);
    return (await readTrace(simulator, '&type=webhook.gave_up')).length === 2;
  });
  const page = await enterConsole(simulator);
  await page.locator('main').getByText('The receiver').first().waitFor();
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByRole('button', { name: /^Resend ?: 2 webhooks/ }).click();
  const notice = page.getByRole('status').first();
  await expect.poll(() => notice.textContent()).toContain('2 webhooks were resent.');
});

it("shows a row's page next to its list on a wide screen, and keeps the list's filters when the reader goes back", async () => {
  const simulator = await startSimulator();
  const [first] = await openSessions(simulator, ['W-1', 'W-2']);
  const page = await enterConsole(simulator, { viewport: wide });
  const list = `${simulator.url}/console/sessions?status=pending`;
  await page.goto(list);
  const side = page.locator('#side');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await side.getByRole('heading', { name: 'W-2' }).waitFor();
  await page.keyboard.press('j');
  await side.getByRole('heading', { name: 'W-1' }).waitFor();
  await expect.poll(() => page.url()).toBe(list);
  await expectAccessibleInBoth(page);
  await expectFits(page, 'list with a side panel');
  await page.keyboard.press('Escape');
  await expect.poll(() => side.isHidden()).toBe(true);
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('W-1');
  await page.route(`**/console/sessions/${first}`, (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await side.getByRole('alert').getByText("The simulator didn't respond.").waitFor();
  await side.getByRole('link', { name: 'Open the page' }).click();
  await page.waitForURL(`${simulator.url}/console/sessions/${first}`);
  await page.locator('a.back').click();
  await page.waitForURL(list);
  await page.getByRole('link', { name: 'Status Pending' }).click();
  await page.waitForURL(`${simulator.url}/console/sessions`);
});

it("acts in the side panel without leaving the list, and links from a session's page to the list it was opened from", async () => {
  const simulator = await startSimulator();
  const receiver = await startReceiver((_, response) => response.end());
  const [id] = await openSessions(simulator, ['P-1'], { webhook_url: receiver.url });
  const page = await enterConsole(simulator, { viewport: wide });
  await page.goto(`${simulator.url}/console/sessions?status=pending,paid`);
  await page.getByRole('link', { name: 'P-1', exact: true }).click();
  const side = page.locator('#side');
  await side.getByRole('button', { name: 'Pay the session' }).click();
  await side.getByRole('status').getByText('paid').waitFor();
  expect(await statusOf(simulator, `${id}`)).toBe('paid');
  await expect.poll(() => page.url()).toBe(`${simulator.url}/console/sessions?status=pending,paid`);
  await page.locator('main .rows').getByText('paid').waitFor();
  await side.getByRole('button', { name: 'Accredit the money' }).click();
  await side.getByText('Money accredited').waitFor();

  const list = `${simulator.url}/console/deliveries?state=delivered`;
  await page.goto(list);
  await page.setViewportSize(desktop);
  await page.getByRole('link', { name: 'paid', exact: true }).click();
  await page.getByRole('link', { name: 'Sequence' }).click();
  await page.getByRole('link', { name: '← Deliveries' }).click();
  await page.waitForURL(list);
  await page.goto(`${simulator.url}/console`);
  await page.goto(`${simulator.url}/console/sessions/${id}`);
  await page.getByRole('link', { name: '← Sessions' }).click();
  await page.waitForURL(`${simulator.url}/console/sessions`);
});

it('opens only the delivery of a clicked row in the side panel, and none of its evidence', async () => {
  const simulator = await startSimulator();
  const receiver = await startReceiver((_, response) => response.writeHead(204).end());
  await openSessions(simulator, ['D-1'], { webhook_url: receiver.url });
  const page = await enterConsole(simulator, { viewport: wide });
  await page.goto(`${simulator.url}/console/deliveries`);
  await page.getByRole('link', { name: 'created', exact: true }).click();
  const side = page.locator('#side');
  await side.getByRole('button', { name: /^Resend/ }).waitFor();
  expect(await side.locator('.folded[open]').count()).toBe(0);
  const nextStep = side.getByRole('heading', { name: 'Force an outcome' });
  expect(await nextStep.isVisible()).toBe(false);
  await side.locator('.delivery > summary').click();
  await nextStep.waitFor();
});

it('searches the trace with Enter, and removes its filter by session in the same way', async () => {
  const simulator = await startSimulator();
  const [id] = await openSessions(simulator, ['T-1', 'T-2']);
  const page = await enterConsole(simulator, { viewport: phone });
  await page.goto(`${simulator.url}/console/trace`);
  await page.locator('#find').fill('T-1');
  await page.locator('#find').press('Enter');
  await page.waitForURL(/trace\?q=T-1$/);
  await page.goto(`${simulator.url}/console/trace?session=${id}`);
  const session = page.getByLabel('Session', { exact: true });
  await session.fill('');
  await session.press('Enter');
  await page.waitForURL(/trace\?$/);
  expect(await session.isVisible()).toBe(false);
});

it('pauses the trace, shows one line for each event, and keeps a group folded when an event arrives', async () => {
  const simulator = await startSimulator();
  await openSessions(simulator, ['T-1']);
  const page = await enterConsole(simulator, { viewport: wide });
  await page.goto(`${simulator.url}/console/trace?type=session.created`);
  const rows = page.locator('.events > li');
  await expect.poll(() => rows.count()).toBe(1);
  const heightOfRow = async () => (await rows.first().boundingBox())?.height ?? Number.POSITIVE_INFINITY;
  await expect.poll(heightOfRow).toBeLessThanOrEqual(33);
  const light = page.locator('[data-live-word]');
  await expect.poll(() => light.textContent()).toBe('Live');
  await page.getByRole('button', { name: 'Pause' }).click();
  expect(await light.textContent()).toBe('Paused');
  const running = await enterConsole(simulator);
  await openSessions(simulator, ['T-2']);
  await running.getByText('T-2').first().waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByRole('button', { name: 'Resume' }).click();
  expect(await light.textContent()).toBe('Live');
  await expect.poll(() => rows.count()).toBe(2);
  await page.goto(`${simulator.url}/console/trace?group=session`);
  const group = page.locator('.event-group', { hasText: 'T-2' });
  await group.locator('> summary').press('Enter');
  await expect.poll(() => group.locator('li').first().isVisible()).toBe(false);
  await openSessions(simulator, ['T-3']);
  await page.locator('.event-group', { hasText: 'T-3' }).waitFor();
  await expect.poll(() => group.locator('li').first().isVisible()).toBe(false);
  await expectAccessibleInBoth(page);
});
