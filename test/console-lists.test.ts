import { expect, it } from 'vitest';
import { expectFits } from './support/accessibility.ts';
import { advance, openSession } from './support/api.ts';
import { phone } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { startSimulator } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';
import { until } from './support/until.ts';

/** On a wider screen, a row would open next to its list. */
const desk = { width: 1400, height: 900 };
const lists = ['sessions', 'deliveries', 'calls'];

/** Opens the console of an account with `count` sessions, whose ids come newest first. */
async function visit(viewport: typeof desk, count: number) {
  const simulator = await startSimulator();
  const { url } = simulator;
  const receiver = await startReceiver((_request, response) => response.end());
  const ids: string[] = [];
  for (let order = 0; order < count; order++) {
    const more = { identifier: `A-${order}`, webhook_url: `${receiver.url}/hook` };
    ids.unshift((await openSession(simulator, more)).id);
  }
  await receiver.received.atLeast(count);
  const page = await enterConsole(simulator, { viewport });
  return { page, ids, simulator, to: (path: string) => page.goto(`${url}/console${path}`) };
}

it('shows 15 one-line rows on a screen, and opens a row by a click anywhere in it, by keys, and after a filter', async () => {
  const { page, ids, simulator, to } = await visit(desk, 18);
  const rows = page.locator('main .rows tbody tr');
  for (const list of lists) {
    await to(`/${list}`);
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(18);
    const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
    expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(44);
    expect(boxes.filter(({ bottom }) => bottom <= desk.height).length).toBeGreaterThanOrEqual(15);
  }

  await to('/deliveries');
  const cells = rows.first().locator('td');
  await expect.poll(() => cells.nth(1).textContent()).toBe('A-17');
  expect(await cells.nth(2).textContent()).toMatch(/^127\.0\.0\.1:\d+\/hook$/);
  await to('/sessions');
  const amount = await rows.first().locator('td.amount').boundingBox();
  await page.mouse.click((amount?.x ?? 0) + 4, (amount?.y ?? 0) + 4);
  await page.waitForURL(`**/console/sessions/${ids[0]}`);
  await to('/sessions');
  for (const key of ['j', 'j', 'k', 'j', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(`**/console/sessions/${ids[1]}`);
  await to('/sessions');
  await page.keyboard.press('/');
  await page.keyboard.type('A-7');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console/sessions?q=A-7');
  await expect.poll(() => page.locator('main .rows tbody a').allTextContents()).toEqual(['A-7']);

  await to('/sessions');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('paid');
  await page.waitForURL('**/console/sessions?status=paid');
  await page.getByRole('link', { name: 'Clear the filters' }).click();
  await page.waitForURL('**/console/sessions');

  // The account's clock is three days ahead now.
  await advance(simulator, 3 * 86_400_000);
  await to('/sessions');
  await expect.poll(() => rows.first().locator('time').textContent()).toBe('3d ago');
});

it("begins each list near the top of a phone's screen, with a bar that links to every area", async () => {
  const { page, to } = await visit(phone, 3);
  for (const list of lists) {
    await to(`/${list}`);
    const first = page.locator('main .rows tbody tr').first();
    const { y = 0, height = 0 } = (await first.boundingBox()) ?? {};
    expect(y).toBeLessThan(200);
    // Each row has at most two lines, also a call with a long path.
    expect(height).toBeLessThan(64);
    const name = first.locator('td').first();
    const state = first.locator('.toned, .tag').first();
    expect((await state.boundingBox())?.y).toBeGreaterThan((await name.boundingBox())?.y ?? 0);
    if (list === 'calls')
      await expect
        .poll(() => name.evaluate((cell) => cell.scrollWidth - cell.clientWidth))
        .toBeLessThanOrEqual(0);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      .toBeLessThanOrEqual(0);
  }

  for (const [part, isVisible] of [
    ['.short', true],
    ['.long', false],
    ['kbd', false],
  ] as const)
    expect([part, await page.locator(`.seek ${part}`).isVisible()]).toEqual([part, isVisible]);
  const bar = page.getByRole('navigation', { name: 'Console pages' });
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.height);
  await bar.getByRole('button', { name: 'Debug' }).click();
  await bar.getByRole('link', { name: 'Deliveries' }).click();
  await page.waitForURL('**/console/deliveries');
  await bar.getByRole('button', { name: 'More' }).click();
  await bar.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { level: 1, name: 'Entregas' }).waitFor();
  const more = page.getByRole('navigation', { name: 'Páginas de la consola' });
  await more.getByRole('button', { name: 'Más' }).click();
  await more.getByRole('button', { name: 'Salir' }).click();
  await page.waitForURL('**/console/login**');
});

it('shows failing receivers before the list, a preset filter, and the exports of a selection, on a phone', async () => {
  const simulator = await startSimulator();
  const receiver = await startReceiver((_request, response) => response.writeHead(410).end());
  for (const path of ['/first', '/second'])
    await openSession(simulator, { webhook_url: `${receiver.url}${path}` });
  await until(async () => {
    await advance(simulator, 10_000);
    return (await readTrace(simulator, '&type=webhook.gave_up')).length === 2;
  });
  const page = await enterConsole(simulator, { viewport: phone, hasTouch: true });
  await page.goto(`${simulator.url}/console/deliveries`);
  await expect.poll(() => page.locator('.receiver-strip > .bad').count()).toBe(2);
  await expectFits(page, 'two failing receivers');
  await page.getByRole('combobox', { name: 'By' }).waitFor();
  const pick = await page.locator('label.pick').first().boundingBox();
  expect(Math.min(pick?.width ?? 0, pick?.height ?? 0)).toBeGreaterThanOrEqual(24);
  for (const link of await page.locator('.receiver-strip a').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await page.locator('.pick input').first().check();
  for (const name of ['Resend webhooks', 'JSON', 'CSV'])
    expect(await page.getByRole('button', { name, exact: true }).isVisible()).toBe(true);
  await expectFits(page, 'a selection');
});
