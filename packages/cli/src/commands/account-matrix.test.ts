import { createClient } from '@svc-simulator/client';
import { createPartner } from '@svc-simulator/contract';
import { createSimulator, type DemoAccount, type Simulator } from '@svc-simulator/simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { type Case, type Needs, onTrainees, reads, writes } from '../../test/account-commands.ts';
import { AccountScene, type Surface, type Way } from '../../test/account-scene.ts';
import { Belongings } from '../../test/belongings.ts';
import { runSim } from '../run-sim.ts';

// Once accounts were written to, what they show may be alike.
describe('which account a command works as', { shuffle: false }, () => {
  let simulator: Simulator;
  let scene: AccountScene;
  let demo: DemoAccount;
  let second: DemoAccount;
  let third: DemoAccount;
  let furnishing: Promise<readonly [Belongings, Belongings]> | undefined;

  beforeAll(async () => {
    simulator = await createSimulator({ port: 0, throwaway: true, accreditationDelayMs: 3_600_000 });
    scene = new AccountScene(simulator);
    demo = (await simulator.demo) as DemoAccount;
    second = await simulator.openAccount('second');
    third = await simulator.openAccount('third');
  });
  afterAll(() => simulator.close());

  /** Both accounts with something to show, the second one with more of it. */
  function furnished(): Promise<readonly [Belongings, Belongings]> {
    furnishing ??= (async () => {
      for (const account of [demo, second]) {
        const { token, short_name } = account;
        await scene.data(account, 'class', 'create', `Class of ${short_name}`);
        const body = { name: `Partner of ${short_name}` };
        await createClient({ baseUrl: scene.url, token }).call(createPartner, { body });
        await scene.pair(account);
        await scene.data(account, 'pos', 'create', '--amount', account === demo ? '1' : '2');
      }
      await scene.data(second, 'settings', 'set', 'throttle_per_minute=99999');
      await scene.data(second, 'script', 'magic', '--set');
      await scene.data(second, 'chaos', 'set', '--seed', '2', '--duplicate', '0.0001');
      const own = [new Belongings(scene, demo), new Belongings(scene, second)] as const;
      for (const each of own) await each.delivery();
      await scene.data(second, 'session', 'pay', await own[1].session());
      return own;
    })();
    return furnishing;
  }

  /** What is said when the credentials that a way brings are not enough. */
  function refusalOf(needs: Needs, opens: Surface): string | undefined {
    return needs === 'api' && opens === 'console' ? 'pass it with --key' : undefined;
  }

  /** The cases of these commands; the others are asked by one way alone, since one function reads them all. */
  const ofCommands = (cases: readonly Case[], ...commands: readonly string[]) =>
    cases.filter(([command]) => commands.includes(command));
  const byKey = () => scene.waysOf(second, demo).slice(0, 1);

  async function shows([command, needs, words]: Case, ways: readonly Way[]): Promise<void> {
    const [own, other] = await furnished();
    const line = async (of: Belongings) => [...command.split(' '), ...(await words(of, third)), '--json'];
    expect((await scene.run(demo, await line(own))).code).toBe(0);
    const ofSecond = await scene.run(second, await line(other));
    expect(ofSecond).toMatchObject({ code: 0, stderr: '' });
    const ofDemo = await scene.run(demo, await line(other));
    expect([ofDemo.code, ofDemo.stdout]).not.toEqual([0, ofSecond.stdout]);
    for (const { how, flags, env, opens } of ways) {
      const seen = await scene.run(demo, [...(await line(other)), ...flags], env);
      const refusal = refusalOf(needs, opens);
      if (refusal === undefined) expect({ how, ...seen }).toEqual({ how, ...ofSecond });
      else {
        expect({ how, ...seen }).toMatchObject({ how, code: 2, stdout: '' });
        expect(seen.stderr).toContain(refusal);
      }
    }
  }

  async function touches([command, needs, words]: Case, ways: readonly Way[]): Promise<void> {
    await furnished();
    const as = async (account: DemoAccount, flags: readonly string[], env = {}) => {
      const after = await words(new Belongings(scene, account), third);
      const line = [...command.split(' '), ...after, ...flags, '--json'];
      let run = { code: -1, stderr: '' };
      const touched = await scene.touched([demo, second], async () => {
        run = await scene.run(demo, line, env);
      });
      return { code: run.code, touched, ...(run.code !== 0 && { stderr: run.stderr }) };
    };
    expect(await as(demo, [])).toEqual({ code: 0, touched: ['demo'] });
    for (const { how, flags, env, opens } of ways) {
      const refusal = refusalOf(needs, opens);
      const wanted =
        refusal === undefined
          ? { code: 0, touched: ['second'] }
          : { code: 2, touched: [], stderr: expect.stringContaining(refusal) };
      expect({ how, ...(await as(second, flags, env)) }).toEqual({ how, ...wanted });
    }
  }

  it.each<Case>(reads)('sim %s shows the account that is named', (...one) => shows(one, byKey()));

  it.each<Case>(ofCommands(reads, 'session show', 'trace'))('sim %s takes every way to name one', (...one) =>
    shows(one, scene.waysOf(second, demo)),
  );
  it.each<Case>(writes)('sim %s touches the account that is named', (...one) => touches(one, byKey()));

  it.each<Case>(ofCommands(writes, 'session create', 'class create', 'pos pair'))(
    'sim %s takes every way to name one',
    (...one) => touches(one, scene.waysOf(second, demo)),
  );

  it.each(onTrainees)('sim %s reaches the trainees of the account that is named', async (command) => {
    const line = async (own: Belongings) => [
      ...command.split(' '),
      await own.class(),
      await own.trainee(),
      '--yes',
    ];
    expect((await scene.run(demo, await line(new Belongings(scene, demo)))).code).toBe(0);
    const own = new Belongings(scene, second);
    expect((await scene.run(demo, await line(own))).code).toBe(1);
    const named = [...(await line(own)), '--key', second.token, ...own.password()];
    expect((await scene.run(demo, named)).code).toBe(0);
  });

  it('pays, waits for and expects no session of another account', async () => {
    const session = await new Belongings(scene, demo).session();
    const touched = await scene.touched([demo, second], async () => {
      for (const words of [
        ['session', 'pay', session],
        ['session', 'wait', session, '--for', 'paid'],
        ['wait', 'paid', '--session', session],
        ['expect', 'paid', '--session', session],
        ['trace', '--session', session],
        ['session', 'show', session],
        ['session', 'expire', session],
      ]) {
        const { code, stdout } = await scene.run(demo, [...words, '--key', second.token]);
        expect([words[0], code === 0, stdout]).toEqual([words[0], false, '']);
      }
    });
    expect(touched).toEqual([]);
  });

  it('sim clock show tells the clock of the account that is named', async () => {
    const account = await simulator.openAccount('frozen');
    const { now } = await scene.data(account, 'clock', 'set', '2040-01-01', '--freeze');
    const shown = await scene.run(demo, ['clock', 'show', '--key', account.token, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ now, frozen: true });
    expect(await scene.data(demo, 'clock', 'show')).toMatchObject({ frozen: false });
  });

  it('sim account delete deletes the account that is named', async () => {
    const named = await simulator.openAccount('short-lived');
    const line = ['account', 'delete', '--yes', '--password', named.password, '--key', named.token];
    const { code, stdout } = await scene.run(demo, line);
    expect([code, stdout]).toEqual([0, expect.stringContaining(named.account_id)]);
    const own = await simulator.openAccount('short-lived');
    expect(await scene.data(own, 'account', 'delete', '--yes')).toMatchObject({ account_id: own.account_id });
    for (const account of [demo, second]) await scene.data(account, 'session', 'list');
  });

  it('sim doctor makes its sessions in the account that is named', async () => {
    const account = await simulator.openAccount('examined');
    const receiver = `${scene.url}/console/hooks/${account.account_id}/captura`;
    // With the secret of another account it stops at the first webhook.
    const line = ['doctor', receiver, '--secret', demo.webhook_secret, '--key', account.token];
    let stderr = '';
    const touched = await scene.touched([demo, account], async () => {
      ({ stderr } = await scene.run(demo, line));
    });
    expect([touched, stderr]).toEqual([
      ['examined'],
      expect.stringContaining('signs with another webhook_secret than --secret says'),
    ]);
  });

  it('relays the webhooks of the account that is named', async () => {
    const stage = await scene.stageOf(demo, ['relay', '--key', second.token, '--json']);
    const touched = await scene.touched([demo, second], async () => {
      const running = runSim(stage.context);
      await until(() => stage.stdout() !== '');
      stage.signal('SIGINT');
      expect(await running).toBe(0);
    });
    expect(touched).toEqual(['second']);
    const console = await scene.run(demo, ['relay', '--console-token', second.console_token]);
    expect(console).toMatchObject({ code: 2, stderr: expect.stringContaining('pass it with --key') });
  });

  it('goes on after a login of the demo account, wherever that was', async () => {
    const login = ['account', 'login', 'demo', '--password', demo.password, '--console'];
    expect((await scene.run(demo, login)).code).toBe(0);
    for (const command of [['session', 'list'], ['trace'], ['progress']]) {
      expect((await scene.run(demo, command)).code, command.join(' ')).toBe(0);
    }
  });

  it('says after a 401 how to go on', async () => {
    const { code, stderr } = await scene.run(demo, ['session', 'list', '--key', 'sim_api_dead']);
    expect(code).toBe(3);
    expect(stderr).toMatch(/without a credential, .* it works as the account of sim start here/);
    expect(stderr).toMatch(/sim account login SHORT_NAME --password PASSWORD gives a token for --key/);
  });
});
