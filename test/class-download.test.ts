import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { call } from './support/api.ts';
import { openBrowser } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startSimulator } from './support/simulator.ts';

it('downloads the table of a class, as a file that names its trainees', async () => {
  const simulator = await startSimulator();
  const { console_token: token } = simulator.account;
  const made = await call(simulator.url, 'POST', '/console/classes', { token, body: { title: 'March' } });
  const { class_id: id, join_code: code } = made.body.data;
  await call(simulator.url, 'POST', '/console/register', {
    body: { short_name: 'ana', password: 'correct horse', class_code: code },
  });
  const { page, complaints } = await enterConsole(await openBrowser(), simulator);
  await page.goto(`${simulator.url}/console/classes/${id}`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${id}.csv`);
  expect(await download.failure()).toBeNull();
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.split('\r\n')[1]).toContain('ana');
  expect(complaints).toEqual([]);
});

it('shows the practices to a browser that opens the path of the progress', async () => {
  const simulator = await startSimulator();
  const { page } = await enterConsole(await openBrowser(), simulator);
  await page.goto(`${simulator.url}/console/progress`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Practices');
});
