import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createClient } from '@svc-simulator/client';
import { registerMerchant } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { liveSimulator, runOn, until } from '../../test/live.ts';
import { stageFor } from '../../test/stage.ts';
import { readTerminals, terminalsFileOf } from '../pos/terminals-file.ts';
import { runSim } from '../run-sim.ts';

const live = liveSimulator();
let tills = 0;

/** Commands of one directory after the other, with a merchant and a terminal of its own. */
async function counter() {
  const email = `till+${++tills}@cafe.example`;
  const password = 'correct horse';
  const client = createClient({ baseUrl: live.url });
  const body = { legalName: 'Café Central C.A.', taxId: 'J-12345678-9', email, password };
  await client.call(registerMerchant, { body });
  const { directory } = stageFor([]);
  const stageOf = async (...words: string[]) => {
    const stage = await live.stageBeside(['pos', ...words, '--data', `${directory}/.sim`], {
      env: { SIM_MOCK: live.url },
    });
    return stage;
  };
  const login = ['--email', email, '--password', password];
  const pos = async (...words: string[]) => runOn(await stageOf(...words));
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
  const data = async (...words: string[]): Promise<any> => {
    const { code, stdout, stderr } = await pos(...words, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  };
  const create = async (...words: string[]): Promise<string> =>
    (await data('create', '--order', crypto.randomUUID(), ...words, ...login)).orderId;
  const file = terminalsFileOf(stageFor([]).surroundings, { data: `${directory}/.sim` });
  return { login, pos, data, create, file, stageOf };
}

describe('sim pos pair', () => {
  it('pairs with the merchant of the demo account with no flag at all', async () => {
    const stage = await live.stageBeside(['pos', 'pair']);
    const { code, stdout, stderr } = await runOn(stage);
    expect(code).toBe(0);
    const file = terminalsFileOf(stage.surroundings, {});
    expect(stdout).toBe(
      `terminal  VT-0001 paired\nmerchant  ${live.account.merchant_id}\nkept in   ${file}\n`,
    );
    expect(stderr).toBe('next: sim pos create --amount 12.50, and then sim pos list\n');
    const [terminal] = await readTerminals(file);
    expect(terminal).toMatchObject({ serial: 'VT-0001', batch: 1, merchant_id: live.account.merchant_id });
    expect(stdout + stderr).not.toContain(terminal?.secret_key);
  });

  it('pairs a second time only when it is told to, and goes on with the number of its batch', async () => {
    const { pos, data, login, file } = await counter();
    const first = await data('pair', 'SN-1', ...login);
    expect(first.secret_key).toMatch(/^[0-9a-f]{64}$/);
    expect((await data('settle')).batchNumber).toBe(1);
    const refused = await pos('pair', 'SN-1', ...login);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('sim pos pair SN-1 --again');
    const again = await data('pair', 'SN-1', '--again', ...login);
    expect(again.secret_key).not.toBe(first.secret_key);
    expect(await readTerminals(file)).toMatchObject([{ serial: 'SN-1', batch: 2 }]);
  });

  it('takes an access token instead of a login, and says what is missing', async () => {
    const { pos, login, data } = await counter();
    const { merchant_id } = await data('pair', 'SN-1', ...login);
    const wrong = await pos('pair', 'SN-2', '--merchant', merchant_id, '--token', 'nonsense');
    expect(wrong).toMatchObject({ code: 3, stdout: '' });
    expect(wrong.stderr).toMatch(/^error: 401 /);
    for (const words of [
      ['--merchant', merchant_id],
      ['--token', 'x'],
      ['--email', 'a@b.c'],
    ]) {
      expect(await pos('pair', ...words)).toMatchObject({ code: 2, stdout: '' });
    }
    expect((await pos('pair', '--email', 'a@b.c', '--password', 'wrong')).code).toBe(3);
    const stranger = await runOn(stageFor(['pos', 'pair', '--mock', live.url]));
    expect(stranger.code).toBe(2);
    expect(stranger.stderr).toContain('which merchant?');
    const nowhere = await runOn(stageFor(['pos', 'pair']));
    expect(nowhere.code).toBe(3);
    expect(nowhere.stderr).toContain('sim start');
  });

  it('asks for no secret that it could not keep', async () => {
    const { pos, login, file } = await counter();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{');
    expect(await pos('pair', ...login)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('a terminal that is paired', () => {
  it('lists, pays, voids and settles', async () => {
    const { pos, data, create, login } = await counter();
    await data('pair', 'SN-1', ...login);
    expect((await pos('list')).stderr).toContain('nothing is PENDING here');
    const order = await create('--amount', '20');
    const listed = await pos('list');
    expect(listed.stdout).toMatch(new RegExp(`^${order}  PENDING  20\\.00 USD  .*any terminal\\n$`));
    expect(listed.stderr).toBe(`next: sim pos pay ${order}\n`);

    const paid = await data(
      'pay',
      order,
      '--card',
      'credit',
      '--franchise',
      'AMEX',
      '--authorization',
      'A-7',
    );
    expect(paid).toMatchObject({
      status: 'PAID',
      confirmData: {
        authorizationCode: 'A-7',
        cardTypeForRpt: 'C',
        visOrMccCard: 'AMEX',
        terminalNumber: 'SN-1',
        batchNumber: 1,
      },
    });
    expect((await pos('pay', order)).stderr).toMatch(/^error: 409 /);
    expect((await pos('void', order)).code).toBe(1);

    const cancelled = await pos('cancel', order, ...login);
    expect(cancelled.stdout).toContain('VOID_PENDING');
    expect(cancelled.stderr).toBe(`next: sim pos void ${order}\n`);
    expect(await data('void', '--all')).toMatchObject([{ orderId: order, status: 'VOIDED' }]);
    const closed = await pos('settle');
    expect(closed).toMatchObject({ code: 0, stdout: 'batch 1 closed  1 payment  SN-1\n' });
    expect(await data('settle')).toMatchObject({ batchNumber: 2, transactionCount: 0 });
    expect(await data('list', '--status', 'voided')).toHaveLength(1);
  });

  it('pays the same again when it did not hear the answer', async () => {
    const { data, create, login } = await counter();
    await data('pair', 'SN-1', ...login);
    const order = await create();
    expect(await data('pay', order)).toEqual(await data('pay', order));
  });

  it('takes another amount only where the transaction allows it, and goes on after a refusal', async () => {
    const { pos, data, create, login } = await counter();
    await data('pair', 'SN-1', ...login);
    const [fixed, free] = [await create(), await create('--allow-amount-change')];
    const all = await pos('pay', '--all', '--amount', '11');
    expect(all.code).toBe(1);
    expect(all.stdout).toMatch(new RegExp(`^${free}  PAID  11\\.00 USD  authorization \\d{6}\\n$`));
    expect(all.stderr).toMatch(/^ {2}\/amountReference {2}\S/m);
    expect(await data('list')).toMatchObject([{ orderId: fixed }]);
  });

  it('counts in its closing what it took itself', async () => {
    const { data, create, login } = await counter();
    for (const serial of ['SN-1', 'SN-2']) await data('pair', serial, ...login);
    const [one, other] = [await create(), await create()];
    await data('pay', one, '--terminal', 'SN-1');
    await data('pay', other);
    expect(await data('settle', '--terminal', 'SN-1')).toMatchObject({
      serialNumber: 'SN-1',
      transactionCount: 1,
    });
  });

  it('says what to do when its secret is dead', async () => {
    const { pos, data, login, file } = await counter();
    await data('pair', 'SN-1', ...login);
    const [terminal] = await readTerminals(file);
    writeFileSync(file, JSON.stringify({ terminals: [{ ...terminal, secret_key: '0'.repeat(64) }] }));
    const { code, stderr } = await pos('list');
    expect(code).toBe(3);
    expect(stderr).toContain('sim pos pair SN-1 --again');
  });

  it.each([
    [['pay'], 'pay what?'],
    [['pay', 'x', '--all'], 'pay what?'],
    [['pay', '--all', '--auto'], 'pay what?'],
    [['pay', '--all', '--seed', 'x'], 'go with --auto'],
    [['void'], 'void what?'],
    [['void', 'x', '--all'], 'void what?'],
    [['pay', '--auto', '--decline-rate', '2'], 'from 0 to 1'],
    [['list', '--status', 'payed'], 'some of PENDING'],
    [['list'], 'pos pair'],
  ])('refuses the usage %j', async (words, text) => {
    const { pos } = await counter();
    const { code, stdout, stderr } = await pos(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });
});

describe('sim pos pay --auto', () => {
  it('pays and declines what comes in until it is stopped, the same with the same seed', async () => {
    const runs: string[][] = [];
    for (const seed of ['lunch', 'lunch']) {
      const { data, create, login, stageOf } = await counter();
      await data('pair', 'SN-1', ...login);
      const words = ['pay', '--auto', '--delay', '0', '--decline-rate', '0.5', '--seed', seed, '--json'];
      const stage = await stageOf(...words);
      // Calls get their time; the pauses of 500 ms between two questions are cut short.
      const deadline = (ms: number) => AbortSignal.timeout(ms === 500 ? 5 : ms);
      const running = runSim({ ...stage.surroundings, deadline });
      const orders: string[] = [];
      const results = () =>
        stage
          .stdout()
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line));
      for (let n = 1; n <= 4; n++) {
        orders.push(await create());
        await until(() => results().length === n);
      }
      stage.signal('SIGINT');
      expect(await running).toBe(0);
      expect(results().map(({ order_id }) => order_id)).toEqual(orders);
      runs.push(results().map(({ result }) => result));
      const declined = results().filter(({ result }) => result === 'declined');
      expect(await data('list')).toHaveLength(declined.length);
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(new Set(runs[0])).toEqual(new Set(['paid', 'declined']));
  });

  it('tells people how it goes, with the seed to repeat it', async () => {
    const { data, create, login, stageOf } = await counter();
    await data('pair', 'SN-1', ...login);
    const order = await create();
    const stage = await stageOf('pay', '--auto', '--delay', '0', '--decline-rate', '1');
    const running = runSim(stage.surroundings);
    await until(() => stage.stdout() !== '');
    stage.signal('SIGTERM');
    expect(await running).toBe(0);
    expect(stage.stderr()).toContain('(--seed made-up-password)');
    expect(stage.stdout()).toBe(`${order}  declined  left PENDING\n`);
    expect(stage.stderr()).toMatch(/0 paid, 1 declined, 0 refused\n$/);
  });
});
