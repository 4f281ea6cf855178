import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import type { DemoAccount } from './known-accounts.ts';

describe('credentials of the demo account', () => {
  let data: string;
  beforeEach(() => {
    data = scratchFolder();
  });
  const file = () => join(data, 'demo.json');
  const readFile = (): DemoAccount => JSON.parse(readFileSync(file(), 'utf8'));
  const startWith = async () => {
    const sim = await TestSimulator.start({ demo: true, data, throwaway: false });
    return { sim, demo: (await sim.simulator.demo) as DemoAccount };
  };
  const acceptsToken = async (sim: TestSimulator, { console_token: token }: DemoAccount) =>
    (await sim.send('GET', '/console/keys', { token })).status === 200;
  const logIn = async (sim: TestSimulator, { short_name, password }: DemoAccount): Promise<string> =>
    (await sim.send('POST', '/console/login', { body: { short_name, password } })).json.console_token;

  it('updates the file and listeners after a login, and keeps the credentials after a restart', async () => {
    const first = await startWith();
    const notified: DemoAccount[] = [];
    first.sim.simulator.onCredentials((account) => void notified.push(account));
    const token = await logIn(first.sim, first.demo);
    expect(readFile()).toEqual({ ...first.demo, console_token: token });
    expect(notified).toEqual([readFile()]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    await first.sim.close();
    const second = await startWith();
    expect(second.demo.console_token).toBe(token);
    expect(await acceptsToken(second.sim, second.demo)).toBe(true);
    await second.sim.close();
  });

  it('includes the current webhook secret even if the file still has the previous one', async () => {
    const first = await startWith();
    const before = readFileSync(file(), 'utf8');
    const { console_token: token } = first.demo;
    const replacement = await first.sim.send('POST', '/console/keys/webhook-secret', { token });
    const { webhook_secret: secret } = replacement.json.data;
    expect(readFile()).toEqual({ ...first.demo, webhook_secret: secret });
    await first.sim.close();
    writeFileSync(file(), before);
    const second = await startWith();
    expect([second.demo.webhook_secret, readFile().webhook_secret]).toEqual([secret, secret]);
    await second.sim.close();
  });

  it('replaces invalid credentials at the next start if the file missed a login', async () => {
    const first = await startWith();
    const before = readFileSync(file(), 'utf8');
    await logIn(first.sim, first.demo);
    await first.sim.close();
    writeFileSync(file(), before);
    const second = await startWith();
    expect(second.demo.console_token).not.toBe(first.demo.console_token);
    expect(await acceptsToken(second.sim, second.demo)).toBe(true);
    expect(readFile()).toEqual(second.demo);
    await second.sim.close();
  });

  it('stays unchanged when another account logs in', async () => {
    const { sim, demo } = await startWith();
    const { name } = await sim.account();
    await sim.send('POST', '/console/login', { body: { short_name: name, password: 'correct horse' } });
    expect(readFile()).toEqual(demo);
    await sim.close();
  });

  it('allows logins even if the file can’t be written', async () => {
    const warnings: string[] = [];
    const sim = await TestSimulator.start({
      demo: true,
      data,
      log: (_level, message) => void warnings.push(message),
    });
    const demo = (await sim.simulator.demo) as DemoAccount;
    sim.simulator.onCredentials(() => Promise.reject(new Error('disk full')));
    expect(await logIn(sim, demo)).toMatch(/^sim_con_/);
    expect(warnings).toContain('the new credentials of demo could not be kept');
    await sim.close();
  });
});
