import { describe, expect, it } from 'vitest';
import { call } from './support/api.ts';
import { type Program, root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { runSimHere, startSimHere } from './support/sim-here.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

describe('examples/till/till.js', () => {
  it('charges a card at the virtual terminal, and refunds it', async () => {
    const { sim, till, terminal } = await shop();
    const cashier = terminal('pay', '--auto', '--delay', '0', '--json');
    const charging = till('charge', '12.50');
    expect(await charging.exited, charging.stderr()).toEqual({ code: 0, signal: null });
    const [order] = /[0-9a-f-]{36}/.exec(charging.stdout()) ?? [];
    expect(charging.stdout()).toMatch(/^PAID 12\.50 USD, authorization \d{6}$/m);
    const line = await cashier.lines.first((text) => text.startsWith('{'));
    expect(JSON.parse(line)).toMatchObject({ result: 'paid', order_id: order });
    expect((await cashier.stop()).code).toBe(0);

    const cancelling = till('cancel', order as string);
    await cancelling.lines.first((text) => text.startsWith('VOID_PENDING'));
    expect((await sim('pos', 'void', order as string)).code).toBe(0);
    expect(await cancelling.exited, cancelling.stderr()).toEqual({ code: 0, signal: null });
    expect(cancelling.stdout()).toMatch(/^VOIDED$/m);
  });

  it("cancels an unpaid transaction in time, and reports that it wasn't paid", async () => {
    const { sim, till, terminal } = await shop({ TILL_PATIENCE_MS: '1' });
    const cashier = terminal('pay', '--auto', '--delay', '0', '--decline-rate', '1');
    const charging = till('charge', '5');
    expect((await charging.exited).code, charging.stderr()).toBe(1);
    expect(charging.stdout()).toMatch(/^CANCELED$/m);
    await cashier.stop();
    const { stdout } = await sim('pos', 'list', '--status', 'all', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ status: 'CANCELED', amountReference: 5 }]);
  });

  it('explains its failures: wrong usage, wrong password, a wrong amount, an unknown order', async () => {
    const { till } = await shop();
    for (const words of [[], ['charge'], ['charge', 'much'], ['cancel']]) {
      const program = till(...words);
      expect((await program.exited).code).toBe(2);
      expect(program.stderr()).toContain('usage:');
    }
    const refusals: [Program, string][] = [
      [till('charge', '1.005'), '/amountReference must have at most 2 decimals'],
      [till('cancel', 'unknown'), '404 '],
      [(await shop({ MERCHANT_PASSWORD: 'wrong' })).till('charge', '1'), '401 '],
    ];
    for (const [program, text] of refusals) {
      expect((await program.exited).code).toBe(1);
      expect(program.stderr()).toContain(text);
    }
  });
});

/** Starts a simulator with a merchant's POS app and a paired terminal. */
async function shop(env: Readonly<Record<string, string>> = {}) {
  const dataDir = scratchFolder();
  const simulator: Simulator = await startSimulator({ dataDir });
  const [email, password] = ['owner@cafe.example', 'correct horse'];
  const registered = await call(simulator.url, 'POST', '/api/v1/merchants', {
    body: { legalName: 'Café Central C.A.', taxId: 'J-12345678-9', email, password },
  });
  expect(registered.status).toBe(201);
  const surroundings = { env: { SIM_DATA: dataDir } };
  const sim = (...words: string[]) => runSimHere(words, surroundings);
  const paired = await sim('pos', 'pair', '--email', email, '--password', password);
  expect(paired.code, paired.stderr).toBe(0);
  return {
    sim,
    terminal: (...words: string[]) => startSimHere(['pos', ...words], surroundings),
    till: (...words: string[]) =>
      startProgram(process.execPath, [`${root}examples/till/till.js`, ...words], {
        env: { PROVIDER_URL: simulator.url, MERCHANT_EMAIL: email, MERCHANT_PASSWORD: password, ...env },
      }),
  };
}
