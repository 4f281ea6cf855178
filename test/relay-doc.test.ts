import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call, connectionFlags, openSession } from './support/api.ts';
import { DocPage, pageLanguages } from './support/doc-page.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { type RunningHere, runSimHere, startSimHere } from './support/sim-here.ts';
import { startSimulator } from './support/simulator.ts';
import { followTrace } from './support/trace.ts';
import { until } from './support/until.ts';

/** Removes values that differ in every run. */
const masked = (text: string) =>
  text
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, 'SESSION')
    .replace(/acc_\w+/g, 'ACCOUNT')
    .replace(/^\d\d:\d\d:\d\d/gm, 'TIME')
    .replace(/ +\d+ ms/g, ' MS')
    .replace(/127\.0\.0\.1:\d+/g, 'HOST')
    .trim();

describe.each(pageLanguages)('relay.md: %s', (language) => {
  const page = new DocPage('relay.md', language);
  const rules = page.block('yaml', 'rules:');
  const relay = (cwd: string, words: string) =>
    startSimHere(['relay', ...words.split(' ')], { cwd, env: { SIM_LANG: language } });
  /** Returns the relay's output on both streams, once it has `lines` lines. */
  const saidBy = async ({ said }: RunningHere, lines: number) => {
    const text = () => said.map(([, part]) => part).join('');
    await until(() => text().split('\n').length > lines);
    return text();
  };

  it('shows that missed webhooks are delivered first', async () => {
    const simulator = await startSimulator({ args: ['--accreditation-delay', '600000'] });
    const { url, account } = simulator;
    const trace = await followTrace(simulator);
    const shop = await startReceiver();
    // While the clock is stopped, no attempt is repeated, however long the commands take.
    await call(url, 'PUT', '/control/clock', { token: account.token, body: { frozen: true } });
    // Nothing listens on this port: only the relay delivers webhooks to the shop.
    const webhook_url = 'http://localhost:1/webhooks';
    const { id } = await openSession(simulator, { webhook_url });
    expect((await runSimHere(['outcome', id, '--outcome', 'paid', ...connectionFlags(simulator)])).code).toBe(
      0,
    );
    await openSession(simulator, { webhook_url });
    await trace.atLeast(3, ({ type }) => type === 'webhook.attempted');
    const output = relay(
      scratchFolder(),
      `${connectionFlags(simulator).join(' ')} --port ${shop.port} --replay`,
    );
    await saidBy(output, 7);
    expect(
      (await runSimHere(['outcome', id, '--outcome', 'accredited', ...connectionFlags(simulator)])).code,
    ).toBe(0);
    expect(masked(await saidBy(output, 8))).toBe(masked(page.commandsAndOutput('--replay')[1]));
    expect((await output.stop()).code).toBe(0);
  });

  it('shows where rules send webhooks, and how faults of a rules file are reported', async () => {
    const cwd = scratchFolder();
    const nobody = '--mock http://127.0.0.1:1 --key x --rules relay.yaml --port 3000';
    writeFileSync(`${cwd}/relay.yaml`, rules.replace('accredited,', 'payd,'));
    const wrong = relay(cwd, nobody);
    expect((await wrong.exited).code).toBe(2);
    const fault = (text: string) => text.trim().split('rules[0]')[1];
    expect(fault(wrong.stderr())).toBe(fault(page.block('text', 'payd')));

    // If the rules are valid, the relay waits for a simulator.
    writeFileSync(`${cwd}/relay.yaml`, rules);
    const right = relay(cwd, nobody);
    const [first = ''] = (await saidBy(right, 1)).split('\n');
    expect(masked(first)).toBe(masked(page.commandsAndOutput('--rules')[1]));
    expect((await right.stop()).code).toBe(0);
  });
});
