import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { call } from './support/api.ts';
import { phone } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startSimulator } from './support/simulator.ts';

it('uses every simulation without JavaScript on a phone', async () => {
  const simulator = await startSimulator();
  const { url, account } = simulator;
  const page = await enterConsole(simulator, { javaScriptEnabled: false, viewport: phone });
  await page.getByRole('navigation').getByRole('button', { name: 'Payments' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Simulate' }).click();
  await page.getByRole('link', { name: 'Expires in 5 minutes' }).click();
  await page.getByLabel('Identifier', { exact: true }).fill('PANEL-1');
  await page.getByRole('button', { name: 'Create the session' }).click();
  await page.getByRole('img', { name: 'Scan the code to pay on a phone' }).waitFor();
  // The payer's page follows the account's clock.
  const payUrl = await page.getByRole('link', { name: 'Open the payment page' }).getAttribute('href');
  await page.getByRole('link', { name: 'Snapshots', exact: true }).click();
  const [save] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save', exact: true }).click(),
  ]);
  const file = await save.path();
  expect(JSON.parse(await readFile(file, 'utf8')).accounts[0].sessions[0].fields.identifier).toBe('PANEL-1');

  await page.getByRole('link', { name: 'Time', exact: true }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).last().click();
  await page.goto(`${url}${payUrl}?lang=en`);
  await page.getByText("this session won't expire until the clock is resumed").waitFor();
  await page.goto(`${url}/console/keys`);
  await page.getByText("This account's clock is stopped at").waitFor();
  await page.getByRole('link', { name: /clock is stopped/ }).click();
  await page.waitForURL(`${url}/console/simulate/time#clock`);
  // The simulation controls are on every page.
  await page.goto(`${url}/console/trace`);
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  await page.getByRole('region', { name: 'Simulate' }).getByRole('button', { name: '+5 min' }).click();
  await page.waitForURL(`${url}/console/trace?done=clock_advanced`);
  await page.goto(`${url}${payUrl}?lang=en`);
  await expect.poll(() => page.locator('form').count()).toBe(0);

  // Each active simulation can be turned off where the page shows it, and the browser stays on the page.
  await page.goto(`${url}/console/simulate/faults`);
  await page.getByLabel('Seed').fill('42');
  await page.getByLabel('Maximum webhook delay (ms)').fill('10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.goto(`${url}/console/simulate/next`);
  await page.getByRole('button', { name: 'Use the magic amounts' }).last().click();
  await page.goto(`${url}/console/sessions?status=expired`);
  await page.getByText('Chaos on, seed 42').waitFor();
  for (const undo of ['Back to real time', 'Turn chaos off', 'Remove the script']) {
    await page.getByRole('button', { name: undo }).click();
    await page.waitForURL(`${url}/console/sessions?status=expired&done=*`);
  }
  await expect.poll(() => page.locator('.simulating').count()).toBe(0);
  const { token } = account;
  expect((await call(url, 'GET', '/control/clock', { token })).body.data.offset_ms).toBe(0);
  expect((await call(url, 'GET', '/control/chaos', { token })).body.data.active).toBe(false);

  await page.goto(`${url}/console/simulate/snapshots`);
  await page.getByLabel('Snapshot file').setInputFiles(file);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText('The snapshot was loaded into the account.').waitFor();
  await page.getByLabel("I understand that I can't undo this").check();
  await page.getByRole('button', { name: 'Reset the account' }).click();
  await page.getByText('The account was reset.').waitFor();
});

it('shows the value of each slider next to the slider', async () => {
  const simulator = await startSimulator();
  const page = await enterConsole(simulator);
  await page.goto(`${simulator.url}/console/simulate/faults`);
  await page.getByLabel('Duplicate').fill('35');
  await expect.poll(() => page.getByText('35%').isVisible()).toBe(true);
});
