import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '@svc-simulator/simulator/simulator.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashPassword, THROWAWAY_COST, verifyPassword } from '../passwords/password.ts';
import { StartError } from '../start-error.ts';

async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const simulator = await createSimulator({ port: 0, demo: false, ...options });
  onTestFinished(() => simulator.close());
  return simulator;
}

describe('a throwaway simulator', () => {
  it('hashes with scrypt N=16 only at THROWAWAY_COST', async () => {
    const cheap = await hashPassword('correct horse', THROWAWAY_COST);
    expect(cheap).toMatch(/^scrypt\$16\$/);
    expect(await verifyPassword('correct horse', cheap)).toBe(true);
    expect(await verifyPassword('another', cheap)).toBe(false);
    expect(await hashPassword('correct horse')).toMatch(/^scrypt\$32768\$/);
  });

  it.each<SimulatorOptions>([
    { data: '/nowhere' },
    { database: 'postgres://nowhere.invalid/' },
    { hosted: true },
  ])('is refused together with %j', async (options) => {
    const starting = createSimulator({ port: 0, throwaway: true, ...options });
    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toMatchObject({ code: 'BAD_OPTION' });
  });
});

it('creates the demo account with the configured webhook secret', async () => {
  const simulator = await startSimulator({
    throwaway: true,
    demo: true,
    webhookSecret: 'whsec_of_a_receiver',
  });
  expect((await simulator.demo)?.webhook_secret).toBe('whsec_of_a_receiver');
  expect((await simulator.openAccount('other')).webhook_secret).toMatch(/^whsec_.{32}$/);
});

describe('openAccount', () => {
  it('has an agreement that a reset restores, and a merchant that can log in', async () => {
    const sim = await TestSimulator.start({ throwaway: true });
    onTestFinished(() => sim.close());
    const account = await sim.simulator.openAccount('Team-A');
    expect((await sim.send('POST', '/control/reset', { token: account.token })).status).toBe(200);
    const id = await sim.button({
      id: account.account_id,
      name: 'Team-A',
      token: account.token,
      console: '',
      secret: '',
      agreement: account.agreement_id,
    });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const login = await sim.send('POST', '/api/v1/merchants/auth/login', {
      body: { email: account.merchant_email, password: account.password },
    });
    expect(login.status).toBe(200);
  });

  it('is refused when its name is taken', async () => {
    const simulator = await startSimulator({ throwaway: true });
    await simulator.openAccount('twice');
    await expect(simulator.openAccount('TWICE')).rejects.toThrow('TWICE is already taken');
  });
});
