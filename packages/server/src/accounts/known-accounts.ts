import { chmod, rename, writeFile } from 'node:fs/promises';
import type { Log } from '@svc-simulator/machine/log.ts';

export type Credentials = Partial<
  Pick<DemoAccount, 'password' | 'token' | 'console_token' | 'webhook_secret'>
>;

/**
 * The demo and seed accounts, whose credentials the simulator shows and writes to files. If a credential is
 * replaced, updates the files.
 */
export class KnownAccounts {
  readonly #log: Log;
  readonly #accounts = new Map<string, DemoAccount>();
  readonly #files: (() => Promise<void>)[] = [];
  readonly #listeners = new Set<(account: DemoAccount) => Promise<void> | void>();
  #latestWrite: Promise<unknown> = Promise.resolve();

  constructor(log: Log) {
    this.#log = log;
  }

  add(
    accounts: readonly DemoAccount[],
    file: string | null,
    selectContent: (byId: ReadonlyMap<string, DemoAccount>) => unknown,
  ): void {
    for (const account of accounts) this.#accounts.set(account.account_id, account);
    if (file !== null) this.#files.push(() => writeCredentials(file, selectContent(this.#accounts)));
  }

  find(accountId: string): DemoAccount | undefined {
    return this.#accounts.get(accountId);
  }

  get first(): DemoAccount | undefined {
    return this.#accounts.values().next().value;
  }

  /** Calls the listener with each account whose credentials have changed, and waits for it. */
  onChange(listener: (account: DemoAccount) => Promise<void> | void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Replaces credentials. Resolves when all listeners and files have the new ones. */
  replaceCredentials(accountId: string, credentials: Credentials): Promise<void> {
    const previous = this.#accounts.get(accountId);
    if (!previous) return Promise.resolve();
    const account = { ...previous, ...credentials };
    this.#accounts.set(accountId, account);
    const write = this.#latestWrite.then(() => this.#notify(account));
    this.#latestWrite = write;
    return write;
  }

  /** Only logs failures, because the new credentials are already valid. */
  async #notify(account: DemoAccount): Promise<void> {
    const notifications = [
      ...this.#files,
      ...[...this.#listeners].map((listener) => () => listener(account)),
    ];
    for (const notify of notifications) {
      try {
        await notify();
      } catch (error) {
        this.#log('warn', `the new credentials of ${account.short_name} could not be kept`, {
          cause: String(error),
        });
      }
    }
  }
}

/** Writes credentials to a file that only its owner can read. The file is replaced atomically. */
export async function writeCredentials(file: string, credentials: unknown): Promise<void> {
  const temporaryFile = `${file}.new`;
  await writeFile(temporaryFile, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporaryFile, 0o600);
  await rename(temporaryFile, file);
}

/** A ready-to-use account of a local simulator, with all its credentials (contract section 8). */
export interface DemoAccount {
  readonly account_id: string;
  readonly short_name: string;
  readonly password: string;
  readonly token: string;
  readonly console_token: string;
  readonly webhook_secret: string;
  readonly agreement_id: string;
  readonly merchant_id: string | null;
  readonly merchant_email: string | null;
}

export function accountEnvironment(url: string, account: DemoAccount | null): Record<string, string> {
  if (account === null) return { SIM_URL: url };
  const merchant =
    account.merchant_id !== null && account.merchant_email !== null
      ? {
          SIM_MERCHANT_ID: account.merchant_id,
          SIM_MERCHANT_EMAIL: account.merchant_email,
          SIM_MERCHANT_PASSWORD: account.password,
        }
      : {};
  return {
    SIM_URL: url,
    SIM_TOKEN: account.token,
    SIM_CONSOLE_TOKEN: account.console_token,
    SIM_WEBHOOK_SECRET: account.webhook_secret,
    SIM_AGREEMENT_ID: account.agreement_id,
    SIM_ACCOUNT_ID: account.account_id,
    SIM_SHORT_NAME: account.short_name,
    SIM_PASSWORD: account.password,
    ...merchant,
  };
}
