import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, runSim, startSim } from './support/program.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';

/** Starts a simulator like `sim start` in a directory where other commands find it. */
async function startIn(cwd: string, ...words: string[]) {
  const program = startSimHere(
    ['start', '--port', '0', '--ephemeral', '--json', '--accreditation-delay', '0', ...words],
    { cwd },
  );
  const ready = JSON.parse(await program.lines.first(() => true, 'ready'));
  const sim = (...command: string[]) => runSimHere(command, { cwd });
  const simJson = async (...command: string[]) => {
    const { code, stdout, stderr } = await sim(...command, '--json');
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  return { program, ready, sim, simJson };
}

describe('sim snapshot', () => {
  it('saves a snapshot and restores it after changes', async () => {
    const cwd = scratchFolder();
    const { ready, sim, simJson } = await startIn(cwd);
    const { id } = await simJson('session', 'create');
    const snapshotText = await sim('snapshot', 'save', 'fixtures/shop.json');
    expect(snapshotText).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^saved fixtures\/shop\.json, \d+ bytes\n {2}demo {2}1 agreement, 1 session/,
      ),
    });
    const text = readFileSync(join(cwd, 'fixtures/shop.json'), 'utf8');
    for (const secret of [ready.account.token, ready.account.password, ready.account.webhook_secret])
      expect(text).not.toContain(secret);
    expect((await sim('snapshot', 'save', 'fixtures/shop.json')).stdout).toContain('is already up to date');
    expect(readFileSync(join(cwd, 'fixtures/shop.json'), 'utf8')).toBe(text);

    await sim('outcome', id, '--outcome', 'paid');
    expect((await simJson('session', 'show', id)).status).toBe('paid');

    const load = await sim('snapshot', 'load', 'fixtures/shop.json', '--yes');
    expect(load).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^loaded \(saved /) });
    expect((await sim('snapshot', 'save', 'fixtures/shop.json')).stdout).toContain('is already up to date');
    expect((await simJson('session', 'show', id)).status).toBe('pending');
  });

  it('starts a simulator with the same ids, with new credentials, and with webhooks that continue', async () => {
    const cwd = scratchFolder();
    const receiver = await startReceiver();
    const first = await startIn(cwd);
    const { id } = await first.simJson('session', 'create', '--webhook-url', receiver.url);
    await receiver.received.first(({ event }) => event === 'payment_session.created', 'the first webhook');
    await first.sim('wait', 'webhook.delivered', '--session', id);
    await first.sim('snapshot', 'save', 'shop.json');
    await first.program.stop();

    const second = await startIn(cwd, '--seed', 'shop.json');
    const { account, accounts } = second.ready;
    expect(accounts).toEqual([account]);
    expect(account).toMatchObject({
      account_id: first.ready.account.account_id,
      agreement_id: first.ready.account.agreement_id,
      merchant_id: first.ready.account.merchant_id,
    });
    expect(account.token).not.toBe(first.ready.account.token);
    expect((await second.sim('snapshot', 'save', 'shop.json')).stdout).toContain('is already up to date');
    await second.sim('session', 'pay', id);
    for (const event of ['payment_session.paid', 'payment_session.accredited'])
      await receiver.received.first((request) => request.event === event && request.sessionId === id, event);
    await second.program.stop();

    const words = ['exec', '--seed', 'shop.json', '--', process.execPath, `${root}bin/sim.js`];
    const output = await runSim([...words, 'session', 'show', id, '--json'], { cwd });
    expect(JSON.parse(output.stdout)).toMatchObject({ id, status: 'pending' });
  });

  it('keeps a loaded snapshot when the process is killed afterwards, and never overwrites an account with a seed', async () => {
    const cwd = scratchFolder();
    const start = async (...words: string[]) => {
      const program = startSim(['start', '--port', '0', '--json', ...words], { cwd });
      return { program, ready: JSON.parse(await program.lines.first(() => true, 'ready')) };
    };
    const sim = (...words: string[]) => runSimHere(words, { cwd });
    const first = await start();
    // Default return URLs contain the simulator's port, which changes at the restart.
    const urls = ['--success-url', 'https://shop.invalid/ok', '--failure-url', 'https://shop.invalid/ko'];
    for (let count = 0; count < 3; count++) await sim('session', 'create', ...urls);
    await sim('snapshot', 'save', 'shop.json');
    await sim('session', 'create');
    expect((await sim('snapshot', 'load', 'shop.json', '--yes')).code).toBe(0);
    first.program.signal('SIGKILL');
    await first.program.exited;
    const second = await start('--seed', 'shop.json');
    expect(second.ready.account).toEqual(first.ready.account);
    expect(second.program.stderr()).toContain(
      "the seed's account demo wasn't loaded, because it already exists",
    );
    const overwrite = await sim('snapshot', 'save', 'shop.json');
    expect(overwrite.stdout).toContain('is already up to date');
  });

  it('keeps several accounts apart in one file', async () => {
    const cwd = scratchFolder();
    const { sim, simJson } = await startIn(cwd);
    const ana = await simJson('account', 'create', 'ana', '--password', 'correct horse');
    const token = ana.key.token;
    await sim('snapshot', 'save', 'both.json', '--also', token);
    expect(JSON.parse(readFileSync(join(cwd, 'both.json'), 'utf8')).accounts).toHaveLength(2);
    const seeded = await startIn(scratchFolder(), '--seed', join(cwd, 'both.json'));
    expect(seeded.ready.accounts.map(({ short_name }: { short_name: string }) => short_name)).toEqual([
      'demo',
      'ana',
    ]);
    const all = await seeded.simJson('snapshot', 'save', 'all.json', '--all');
    expect(all.accounts).toHaveLength(2);
  });
});
