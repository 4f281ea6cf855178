import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoAccount } from '@svc-simulator/simulator';
import { scratchFolder } from '../../../test/support/scratch.ts';
import type { AccountScene } from './account-scene.ts';

/** Things of an account that commands are about, each made when it is first asked for. */
export class Belongings {
  readonly account: DemoAccount;
  readonly #scene: AccountScene;
  readonly #made = new Map<string, Promise<string>>();

  constructor(scene: AccountScene, account: DemoAccount) {
    this.#scene = scene;
    this.account = account;
  }

  /** A session whose first webhook has been delivered. */
  session(): Promise<string> {
    return this.#once('session', async () => {
      const hooks = `${this.#scene.url}/console/hooks/${this.account.account_id}/captura`;
      return (await this.#data('session', 'create', '--webhook-url', hooks)).id;
    });
  }

  delivery(): Promise<string> {
    return this.#once('delivery', async () => {
      const session = await this.session();
      return (await this.#data('wait', 'webhook.delivered', '--session', session)).data.delivery_id;
    });
  }

  /** A file with what the account has. */
  snapshot(): Promise<string> {
    return this.#once('snapshot', async () => {
      const file = join(scratchFolder(), 'snapshot.json');
      await this.#data('snapshot', 'save', file);
      return file;
    });
  }

  script(): string {
    const file = join(scratchFolder(), 'script.json');
    writeFileSync(file, JSON.stringify({ ready: 'magic_amounts' }));
    return file;
  }

  async chaos(): Promise<void> {
    await this.#data('chaos', 'set', '--seed', '3', '--duplicate', '0.0001');
  }

  /** A class that the account leads. */
  class(): Promise<string> {
    return this.#once('class', async () => (await this.#data('class', 'create', 'A class')).class_id);
  }

  /** The name of somebody in that class. */
  trainee(): Promise<string> {
    return this.#once('trainee', async () => {
      const id = await this.class();
      const classes: { class_id: string; join_code: string }[] = await this.#data('class', 'list');
      const code = classes.find(({ class_id }) => class_id === id)?.join_code as string;
      const name = `trainee-${id.slice(-8)}`;
      await this.#data('account', 'create', name, '--class-code', code);
      return name;
    });
  }

  /** The code of a class that somebody else leads. */
  async foreignCode(trainer: DemoAccount): Promise<string> {
    return (await this.#scene.data(trainer, 'class', 'create', 'A course')).join_code;
  }

  async member(trainer: DemoAccount): Promise<void> {
    await this.#data('class', 'join', await this.foreignCode(trainer));
  }

  /** An API token that nobody works with. */
  spareToken(): Promise<string> {
    return this.#once('token', async () => {
      const { short_name, password } = this.account;
      const { token } = await this.#data('account', 'login', short_name, '--password', password);
      const tokens: { token_id: string; token_hint: string }[] = await this.#data('keys', 'list');
      const own = tokens.find(({ token_hint }) => token_hint.slice(-4) === token.slice(-4));
      return own?.token_id as string;
    });
  }

  /** What a key alone may not do wants it. */
  password(): readonly string[] {
    return ['--password', this.account.password];
  }

  /** What the account has until it changes it. */
  passwords(): readonly string[] {
    const { password } = this.account;
    return ['--password', password, '--new-password', password, '--keep-others'];
  }

  /** A terminal that has closed no batch. */
  async terminal(): Promise<void> {
    await this.#scene.pair(this.account);
  }

  order(): Promise<string> {
    return this.#once(
      'order',
      async () => (await this.#data('pos', 'create', '--order', randomUUID())).orderId,
    );
  }

  /** A paid transaction that the till wants voided. */
  async voidable(): Promise<string> {
    const order = await this.order();
    await this.#data('pos', 'pay', order);
    await this.#data('pos', 'cancel', order);
    return order;
  }

  #once(name: string, make: () => Promise<string>): Promise<string> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made;
  }

  #data(...words: readonly string[]) {
    return this.#scene.data(this.account, ...words);
  }
}
