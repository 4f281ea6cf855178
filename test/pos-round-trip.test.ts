import { statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runSim, startSim } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { startSimulator } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';

it('takes a newcomer through pairing, paying, voiding and closing, with no flag and across a restart', async () => {
  const dataDir = scratchFolder();
  const surroundings = { env: { SIM_DATA: dataDir } };
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runSim(['pos', ...words], surroundings);
    expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
    return stdout;
  };
  const first = await startSimulator({ dataDir });
  expect(await run('pair')).toContain('VT-0001 linked');
  expect(statSync(`${dataDir}/terminals.json`).mode & 0o777).toBe(0o600);
  const [order = ''] = (await run('create', '--amount', '12.50')).split(' ');
  expect(await run('list')).toContain(`${order}  PENDING  12.50 USD`);
  expect((await first.stop()).code).toBe(0);

  // Another port, the same data: the terminal is the same one.
  const second = await startSimulator({ dataDir });
  expect(await run('pay', order)).toContain(`${order}  PAID  12.50 USD`);
  expect(await run('cancel', order)).toContain('VOID_PENDING');
  expect(await run('void', '--all')).toContain('VOIDED');

  const cashier = startSim(['pos', 'pay', '--auto', '--delay', '1', '--card', 'credit'], surroundings);
  const [other = ''] = (await run('create', '--amount', '3')).split(' ');
  await cashier.lines.first((line) => line.startsWith(`${other}  PAID  3.00 USD`));
  cashier.signal('SIGINT');
  expect((await cashier.exited).code).toBe(0);
  expect(cashier.stderr()).toContain('1 paid, 0 declined, 0 refused');

  expect(await run('settle')).toBe('batch 1 closed  2 payments  VT-0001\n');
  expect(await run('settle')).toBe('batch 2 closed  0 payments  VT-0001\n');
  const types = (await readTrace(second.url, second.account.console_token)).map(({ type }) => type);
  for (const [type, count] of [
    ['pos.paired', 1],
    ['pos.transaction_created', 2],
    ['pos.committed', 2],
    ['pos.cancel_requested', 1],
    ['pos.voided', 1],
    ['pos.settled', 2],
  ] as const) {
    expect(
      types.filter((each) => each === type),
      type,
    ).toHaveLength(count);
  }
});

it('waits with --auto for a simulator that went away, and ends with 3 when there was none', async () => {
  const dataDir = scratchFolder();
  const surroundings = { env: { SIM_DATA: dataDir } };
  const first = await startSimulator({ dataDir });
  expect((await runSim(['pos', 'pair'], surroundings)).code).toBe(0);
  const [, port = ''] = /:(\d+)$/.exec(first.url) ?? [];
  const cashier = startSim(['pos', 'pay', '--auto', '--delay', '0', '--mock', first.url], surroundings);
  const pay = async () => {
    const created = await runSim(['pos', 'create'], surroundings);
    const [order = ''] = created.stdout.split(' ');
    await cashier.lines.first((line) => line.startsWith(`${order}  PAID`));
  };
  await pay();
  await first.stop();
  const nobody = await runSim(['pos', 'pay', '--auto', '--mock', first.url], surroundings);
  expect(nobody.code).toBe(3);
  await startSimulator({ dataDir, args: ['--port', port] });
  await pay();
  expect((await cashier.stop()).code).toBe(0);
});
