import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@svc-simulator/client';
import { exchangeToken, getTrace } from '@svc-simulator/contract';
import { createSimulator, type DemoAccount, type Simulator } from '@svc-simulator/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { type Stage, stageFor } from '../../test/stage.ts';
import { commandTree } from '../command-tree.ts';
import { writeRunFile } from '../run-file.ts';
import { runSim } from '../run-sim.ts';

/** What a command works with, of the account that it is about. */
interface Own {
  readonly account: DemoAccount;
  readonly session: string;
  readonly delivery: string;
}

/** What a command needs: with a console token alone, those of the API can only be refused. */
type Surface = 'api' | 'console';
type Case = readonly [command: string, surface: Surface, words: (own: Own) => readonly string[]];
const alone = () => [];

const SNAPSHOT = 'snapshot.json';

const reads: readonly Case[] = [
  ['session list', 'console', alone],
  ['session show', 'api', ({ session }) => [session]],
  ['session wait', 'console', ({ session }) => [session, '--for', 'session.created']],
  ['wait', 'console', ({ session }) => ['session.created', '--session', session]],
  ['expect', 'console', ({ session }) => ['session.created', '--session', session]],
  ['trace', 'console', ({ session }) => ['--session', session]],
  ['progress', 'console', alone],
  ['agreement list', 'api', alone],
  ['class list', 'console', alone],
  ['class progress', 'console', alone],
  ['script show', 'api', alone],
  ['chaos show', 'api', alone],
  ['pos list', 'console', alone],
  ['keys list', 'console', alone],
];

const writes: readonly Case[] = [
  ['session create', 'api', alone],
  ['session pay', 'console', ({ session }) => [session]],
  ['session expire', 'api', ({ session }) => [session]],
  ['outcome', 'api', ({ session }) => [session, '--outcome', 'paid']],
  ['resend', 'api', ({ delivery }) => [delivery]],
  ['probe', 'api', ({ session }) => [session, '--kind', 'duplicate']],
  ['script magic', 'api', () => ['--set']],
  ['script clear', 'api', alone],
  ['clock freeze', 'api', alone],
  ['clock unfreeze', 'api', alone],
  ['clock advance', 'api', () => ['1s']],
  ['clock reset', 'api', alone],
  ['chaos set', 'api', () => ['--seed', '3', '--duplicate', '0.0001']],
  ['class create', 'console', () => ['A class']],
  ['keys webhook-secret', 'console', () => ['--rotate']],
  ['snapshot load', 'api', () => [SNAPSHOT]],
  ['reset', 'api', () => ['--yes']],
];

/** No credential says anything to them, they go the way of a command above, or have their test below or beside them. */
const elsewhere = [
  [
    'start',
    'exec',
    'replay',
    'health',
    'openapi',
    'completion',
    'version',
    'account create',
    'account login',
  ],
  [
    'relay',
    'doctor',
    'class join',
    'class leave',
    'class rename',
    'class close',
    'class new-code',
    'class remove',
    'class reset-password',
    'account password',
    'account delete',
    'keys revoke',
    'script set',
    'clock set',
    'clock show',
    'snapshot save',
    'chaos off',
  ],
  [
    'snapshot diff',
    'partner list',
    'pos terminals',
    'pos pair',
    'pos create',
    'pos pay',
    'pos cancel',
    'pos void',
    'pos settle',
  ],
].flat();

it('has every command in its tables, or a reason', () => {
  const all = commandTree.flatMap((entry) =>
    'commands' in entry ? entry.commands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
  );
  const named = [...reads, ...writes].map(([command]) => command);
  expect(all.filter((command) => !named.includes(command) && !elsewhere.includes(command))).toEqual([]);
});

describe('which account a command works as', () => {
  let simulator: Simulator;
  let demo: DemoAccount;
  let second: DemoAccount;
  const terminals: { readonly merchant_id: string | null }[] = [];
  let furnishing: Promise<readonly [Own, Own]> | undefined;

  beforeAll(async () => {
    simulator = await createSimulator({ port: 0, throwaway: true, accreditationDelayMs: 3_600_000 });
    demo = (await simulator.demo) as DemoAccount;
    second = await simulator.openAccount('second');
  });
  afterAll(() => simulator.close());

  /** A command in a folder whose run file names `found`, with terminals of both and a snapshot of whom it is about. */
  async function stageOf(found: DemoAccount, words: readonly string[], env = {}): Promise<Stage> {
    const stage = stageFor(words, { env });
    stage.nowMs = Date.now();
    const data = join(stage.directory, '.sim');
    await writeRunFile(data, { url: simulator.url, pid: process.pid, account: found });
    writeFileSync(join(data, 'terminals.json'), JSON.stringify({ terminals: terminalsOf(found) }));
    return stage;
  }

  /** Those of the account that needs no flag come last, which is what a command takes when nothing else is said. */
  function terminalsOf({ merchant_id }: DemoAccount) {
    const isOwn = (terminal: (typeof terminals)[number]) => terminal.merchant_id === merchant_id;
    return [...terminals.filter((each) => !isOwn(each)), ...terminals.filter(isOwn)];
  }

  async function runOn(stage: Stage) {
    const code = await runSim(stage.surroundings);
    return { code, stdout: stage.stdout(), stderr: stage.stderr() };
  }

  async function data(found: DemoAccount, ...words: readonly string[]) {
    const { code, stdout, stderr } = await runOn(await stageOf(found, [...words, '--json']));
    expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
    return JSON.parse(stdout);
  }

  async function fresh(account: DemoAccount): Promise<Own> {
    const hooks = `${simulator.url}/console/hooks/${account.account_id}/captura`;
    const { id } = await data(account, 'session', 'create', '--webhook-url', hooks);
    const delivered = await data(account, 'wait', 'webhook.delivered', '--session', id);
    return { account, session: id, delivery: delivered.data.delivery_id };
  }

  /** Both accounts with something to show, the second one with more of it. */
  function furnished(): Promise<readonly [Own, Own]> {
    furnishing ??= (async () => {
      for (const account of [demo, second]) {
        await data(account, 'class', 'create', `Class of ${account.short_name}`);
        const { merchant_id, ...terminal } = await data(account, 'pos', 'pair', `VT-${account.short_name}`);
        terminals.push({ ...terminal, merchant_id, batch: 1 });
        await data(account, 'pos', 'create', '--amount', account === demo ? '1' : '2');
      }
      await data(second, 'script', 'magic', '--set');
      await data(second, 'chaos', 'set', '--seed', '2', '--duplicate', '0.0001');
      const own = [await fresh(demo), await fresh(second)] as const;
      await data(second, 'session', 'pay', own[1].session);
      return own;
    })();
    return furnishing;
  }

  /** The id of the last thing that happened in each account. */
  async function latest(): Promise<readonly number[]> {
    return Promise.all(
      [demo, second].map(async ({ token }) => {
        const exchanged = await createClient({ baseUrl: simulator.url, token }).call(exchangeToken);
        const client = createClient({ baseUrl: simulator.url, token: exchanged.data.console_token });
        return (await client.call(getTrace, { query: { order: 'desc', limit: 1 } })).data[0]?.id ?? 0;
      }),
    );
  }

  const asSecond = (): readonly (readonly [string, readonly string[], object, Surface])[] => [
    ['--key', ['--key', second.token], {}, 'api'],
    ['SIM_KEY', [], { SIM_KEY: second.token }, 'api'],
    ['SIM_TOKEN', [], { SIM_TOKEN: second.token }, 'api'],
    [
      '--key beside what sim exec sets',
      ['--key', second.token],
      { SIM_CONSOLE_TOKEN: demo.console_token },
      'api',
    ],
    ['--console-token', ['--console-token', second.console_token], {}, 'console'],
    [
      '--console-token beside SIM_TOKEN',
      ['--console-token', second.console_token],
      { SIM_TOKEN: demo.token },
      'console',
    ],
  ];

  it.each<Case>(reads)('sim %s shows the account that is named', async (command, surface, words) => {
    const [own, other] = await furnished();
    const line = (which: Own) => [...command.split(' '), ...words(which), '--json'];
    const ofDemo = await runOn(await stageOf(demo, line(own)));
    const ofSecond = await runOn(await stageOf(second, line(other)));
    expect([ofDemo.code, ofSecond.code, ofDemo.stderr + ofSecond.stderr]).toEqual([0, 0, '']);
    expect(ofDemo.stdout).not.toBe(ofSecond.stdout);
    for (const [how, flags, env, opens] of asSecond()) {
      const seen = await runOn(await stageOf(demo, [...line(other), ...flags], env));
      if (opens === 'console' && surface === 'api') {
        expect({ how, ...seen }).toMatchObject({ how, code: 2, stdout: '' });
        expect(seen.stderr).toContain('pass it with --key');
      } else expect({ how, ...seen }).toEqual({ how, ...ofSecond });
    }
  });

  it.each<Case>(writes)('sim %s touches the account that is named', async (command, surface, words) => {
    await furnished();
    const as = async (account: DemoAccount, flags: readonly string[], env = {}) => {
      const own = await fresh(account);
      const stage = await stageOf(demo, [...command.split(' '), ...words(own), ...flags, '--json'], env);
      const file = join(stage.directory, SNAPSHOT);
      await data(account, 'snapshot', 'save', file);
      const before = await latest();
      const { code, stderr } = await runOn(stage);
      const after = await latest();
      return { code, stderr, touched: [demo, second].filter((_, at) => after[at] !== before[at]) };
    };
    const names = ({ code, stderr, touched }: Awaited<ReturnType<typeof as>>) => ({
      code,
      touched: touched.map(({ short_name }) => short_name),
      ...(code !== 0 && { stderr }),
    });
    expect(names(await as(demo, []))).toEqual({ code: 0, touched: ['demo'] });
    for (const [how, flags, env, opens] of asSecond()) {
      const seen = names(await as(second, flags, env));
      const refused = { code: 2, touched: [], stderr: expect.stringContaining('pass it with --key') };
      expect({ how, ...seen }).toEqual({
        how,
        ...(opens === 'console' && surface === 'api' ? refused : { code: 0, touched: ['second'] }),
      });
    }
  });

  it('pays, waits for and expects no session of another account', async () => {
    const own = await fresh(demo);
    const before = await latest();
    const named = ['--key', second.token];
    for (const words of [
      ['session', 'pay', own.session],
      ['session', 'wait', own.session, '--for', 'paid'],
      ['wait', 'paid', '--session', own.session],
      ['expect', 'paid', '--session', own.session],
      ['trace', '--session', own.session],
      ['session', 'show', own.session],
      ['session', 'expire', own.session],
    ]) {
      const { code, stdout } = await runOn(await stageOf(demo, [...words, ...named]));
      expect([words[0], code === 0, stdout]).toEqual([words[0], false, '']);
    }
    expect(await latest()).toEqual(before);
  });

  it('relays the webhooks of the account that is named', async () => {
    const stage = await stageOf(demo, ['relay', '--key', second.token, '--json']);
    const before = await latest();
    const running = runSim(stage.surroundings);
    await until(() => stage.stdout() !== '');
    stage.signal('SIGINT');
    expect(await running).toBe(0);
    expect((await latest()).map((id, at) => id === before[at])).toEqual([true, false]);
    const console = await runOn(await stageOf(demo, ['relay', '--console-token', second.console_token]));
    expect(console).toMatchObject({ code: 2, stderr: expect.stringContaining('pass it with --key') });
  });

  it('goes on after a login of the demo account, wherever that was', async () => {
    const login = ['account', 'login', 'demo', '--password', demo.password, '--console'];
    expect((await runOn(await stageOf(demo, login))).code).toBe(0);
    for (const command of [['session', 'list'], ['trace'], ['progress']]) {
      expect((await runOn(await stageOf(demo, command))).code, command.join(' ')).toBe(0);
    }
  });

  it('says after a 401 how to go on', async () => {
    const { code, stderr } = await runOn(await stageOf(demo, ['session', 'list', '--key', 'sim_api_dead']));
    expect(code).toBe(3);
    expect(stderr).toMatch(/without --key, .* it works as the account of sim start here/);
    expect(stderr).toMatch(/sim account login SHORT_NAME --password PASSWORD gives a token for --key/);
  });
});
