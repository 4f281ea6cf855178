import { expect, it } from 'vitest';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';
import { startSimulator } from './support/simulator.ts';

it('waits with --auto for a simulator that went away, and ends with 3 when there was none', async () => {
  const dataDir = scratchFolder();
  const surroundings = { env: { SIM_DATA: dataDir } };
  const first = await startSimulator({ dataDir });
  expect((await runSimHere(['pos', 'pair'], surroundings)).code).toBe(0);
  const [, port = ''] = /:(\d+)$/.exec(first.url) ?? [];
  const cashier = startSimHere(['pos', 'pay', '--auto', '--delay', '0', '--mock', first.url], surroundings);
  const pay = async () => {
    const created = await runSimHere(['pos', 'create'], surroundings);
    const [order = ''] = created.stdout.split(' ');
    await cashier.lines.first((line) => line.startsWith(`${order}  paid`));
  };
  await pay();
  await first.stop();
  const nobody = await runSimHere(['pos', 'pay', '--auto', '--mock', first.url], surroundings);
  expect(nobody.code).toBe(3);
  await startSimulator({ dataDir, args: ['--port', port] });
  await pay();
  expect((await cashier.stop()).code).toBe(0);
});
