import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSession } from './support/api.ts';
import { phone, takePicture } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { startSimulator } from './support/simulator.ts';

/** The rows of the table behind a chart, without the moments. */
async function sums(page: Page, chart: string): Promise<readonly number[]> {
  const rows = await page.locator(`#${chart}-table tbody tr`).all();
  const cells = await Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  return cells.reduce((sum, [, ...counts]) => counts.map((count, at) => (sum[at] ?? 0) + Number(count)), [
    0,
  ] as number[]);
}

it('charts what became of deliveries and sessions, on the overview and for each receiver', async () => {
  const simulator = await startSimulator();
  const { url } = simulator;
  const [good, slow] = await Promise.all([
    startReceiver((_request, response) => response.end()),
    startReceiver((_request, response) => response.end('<b>ok</b>')),
  ]);
  for (const receiver of [good, good, slow])
    await openSession(simulator, { webhook_url: `${receiver.url}/hook` });
  await Promise.all([good.received.atLeast(2), slow.received.atLeast(1)]);
  const page = await enterConsole(simulator, {
    viewport: phone,
    colorScheme: 'dark',
  });
  const open = async (path: string) => {
    await page.goto(`${url}/console${path}`);
    await page.locator('main details').evaluateAll((all) => {
      for (const element of all) element.setAttribute('open', '');
    });
  };
  await open('');
  await expect.poll(() => sums(page, 'chart-deliveries')).toEqual([3, 0, 0]);
  expect(await page.locator('#chart-sessions li').allTextContents()).toEqual([
    'pending3',
    'paid0',
    'failed0',
    'expired0',
  ]);
  const latency = page.getByRole('img', { name: 'Receiver latency' });
  expect(await latency.locator('text').allTextContents()).toEqual(['10 ms', '100 ms', '1 s', '5 s']);
  await takePicture(page, 'console-charts-overview-phone');
  await open(`/deliveries?q=${encodeURIComponent(slow.url)}`);
  await expect.poll(() => sums(page, 'chart-deliveries')).toEqual([1, 0, 0]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await open(`/deliveries?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
  expect(await page.locator('#chart-deliveries-table').count()).toBe(0);
});
