import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@svc-simulator/client';
import { exchangeToken, getTrace } from '@svc-simulator/contract';
import type { DemoAccount, Simulator } from '@svc-simulator/simulator';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { expect } from 'vitest';
import { writeRunFile } from '../src/connection/run-file.ts';
import { runOn } from './live.ts';
import { type Stage, stageFor } from './stage.ts';

/** The credentials that a way of naming an account brings: with a console token alone, what needs the API's is refused. */
export type Surface = 'api' | 'console';

/** A way to say on the command line or in the environment which account a command is to work as. */
export interface Way {
  readonly how: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly opens: Surface;
}

/** Accounts of one simulator, and commands in folders whose run file names one of them. */
export class AccountScene {
  readonly #simulator: Simulator;
  readonly #terminals: { readonly merchant_id: string | null }[] = [];

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
  }

  get url(): string {
    return this.#simulator.url;
  }

  /** Every way to name an account, beside the credentials of `other`, whom a run file or `sim exec` names. */
  waysOf({ token, console_token }: DemoAccount, other: DemoAccount): readonly Way[] {
    const console = ['--console-token', console_token];
    const besideExec = { SIM_CONSOLE_TOKEN: other.console_token };
    return [
      { how: '--key', flags: ['--key', token], env: {}, opens: 'api' },
      { how: 'SIM_KEY', flags: [], env: { SIM_KEY: token }, opens: 'api' },
      { how: 'SIM_TOKEN of a file', flags: [], env: { SIM_TOKEN: `\ufeff${token}\r\n` }, opens: 'api' },
      { how: '--key beside what sim exec sets', flags: ['--key', token], env: besideExec, opens: 'api' },
      { how: '--console-token', flags: console, env: {}, opens: 'console' },
      {
        how: '--console-token beside SIM_TOKEN',
        flags: console,
        env: { SIM_TOKEN: other.token },
        opens: 'console',
      },
    ];
  }

  /** A command in a folder whose run file names `found`, with the terminals of all. */
  async stageOf(found: DemoAccount, words: readonly string[], env = {}): Promise<Stage> {
    const stage = stageFor(words, { env });
    stage.nowMs = Date.now();
    const data = join(stage.directory, '.sim');
    await writeRunFile(inEnglish, data, { url: this.url, pid: process.pid, account: found });
    writeFileSync(join(data, 'terminals.json'), JSON.stringify({ terminals: this.#terminalsOf(found) }));
    return stage;
  }

  async run(found: DemoAccount, words: readonly string[], env = {}) {
    return runOn(await this.stageOf(found, words, env));
  }

  /** What a command says of the account that the run file names, which must do well. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
  async data(found: DemoAccount, ...words: readonly string[]): Promise<any> {
    const { code, stdout, stderr } = await this.run(found, [...words, '--json']);
    expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
    return JSON.parse(stdout);
  }

  /** Pairs a terminal, which every later command finds. */
  async pair(account: DemoAccount): Promise<void> {
    const serial = `VT-${this.#terminals.length}`;
    this.#terminals.push({ ...(await this.data(account, 'pos', 'pair', serial)), batch: 1 });
  }

  /** The id of the last thing that happened in an account. */
  async latest({ token }: DemoAccount): Promise<number> {
    const exchanged = await createClient({ baseUrl: this.url, token }).call(exchangeToken, { body: {} });
    const client = createClient({ baseUrl: this.url, token: exchanged.data.console_token });
    return (await client.call(getTrace, { query: { order: 'desc', limit: 1 } })).data[0]?.id ?? 0;
  }

  /** The names of those of `accounts` in which something happens during `work`. */
  async touched(accounts: readonly DemoAccount[], work: () => Promise<unknown>): Promise<readonly string[]> {
    const all = () => Promise.all(accounts.map((account) => this.latest(account)));
    const before = await all();
    await work();
    const after = await all();
    return accounts.filter((_, at) => after[at] !== before[at]).map(({ short_name }) => short_name);
  }

  /** Those of the account that needs no flag come last, which is what a command takes when nothing else is said. */
  #terminalsOf({ merchant_id }: DemoAccount) {
    const isOwn = (terminal: { readonly merchant_id: string | null }) => terminal.merchant_id === merchant_id;
    return [...this.#terminals.filter((each) => !isOwn(each)), ...this.#terminals.filter(isOwn)];
  }
}
