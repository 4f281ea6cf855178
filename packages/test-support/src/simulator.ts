import { THROWAWAY_COST } from '@svc-simulator/server/passwords/password.ts';
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '@svc-simulator/simulator/simulator.ts';
import { ManualClock } from './manual-clock.ts';
import { type Received, sendRequest } from './request.ts';
import { SeededRandom } from './seeded-random.ts';

/** A request of a test; `body` is sent as JSON unless it is text or bytes. */
export interface Sent {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A response with its parsed body, untyped for tests. */
export interface Answered extends Received {
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the answer holds, and fail where it doesn't.
  readonly json: any;
}

export interface TestAccount {
  readonly id: string;
  /** Its `short_name`; the password is `correct horse`. */
  readonly name: string;
  readonly token: string;
  readonly console: string;
  readonly secret: string;
  readonly agreement: string;
}

type Credentials = Pick<TestAccount, 'token' | 'console'>;

/** A simulator in memory on a free port, with a manual clock. */
export class TestSimulator {
  readonly clock = new ManualClock();
  headers: Readonly<Record<string, string>> = {};
  #simulator!: Simulator;
  #accounts = 0;

  static async start(options: SimulatorOptions = {}): Promise<TestSimulator> {
    const test = new TestSimulator();
    test.#simulator = await createSimulator({
      port: 0,
      demo: false,
      clock: test.clock,
      random: new SeededRandom(1),
      passwordCost: THROWAWAY_COST,
      ...options,
    });
    return test;
  }

  get url(): string {
    return this.#simulator.url;
  }

  get simulator(): Simulator {
    return this.#simulator;
  }

  async send(method: string, path: string, { token, body, headers = {} }: Sent = {}): Promise<Answered> {
    const answer = await sendRequest(this.url + path, {
      method,
      headers: {
        ...this.headers,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const isJson = answer.headers.get('content-type')?.includes('json');
    return { ...answer, json: isJson ? JSON.parse(answer.text) : undefined };
  }

  /** Sends a request with the account's console token for paths below `/console`, else with its API token. */
  ask(account: Credentials, method: string, path: string, body?: unknown): Promise<Answered> {
    const isOfConsole = path.startsWith('/console') && path !== '/console/token';
    return this.send(method, path, { token: isOfConsole ? account.console : account.token, body });
  }

  /** Creates an account with an agreement that allows everything. */
  async account(): Promise<TestAccount> {
    const name = `team-${++this.#accounts}`;
    const registration = await this.send('POST', '/console/register', {
      body: { short_name: name, password: 'correct horse' },
    });
    const token: string = registration.json.key.token;
    const agreement = await this.send('POST', '/api/v1/ext/agreements', { token, body: agreementBody });
    return {
      id: registration.json.account_id,
      name,
      token,
      console: registration.json.console_token,
      secret: registration.json.key.webhook_secret,
      agreement: agreement.json.data.agreement_id,
    };
  }

  async button(account: TestAccount, more: object = {}): Promise<string> {
    const creation = await this.send('POST', '/api/v1/ext/payment-sessions/buttons', {
      token: account.token,
      body: { ...buttonBody, agreement_id: account.agreement, ...more },
    });
    return creation.json.data.id;
  }

  async trace(
    account: TestAccount,
    query = '',
  ): Promise<{ type: string; session_id?: string; data: Record<string, unknown> }[]> {
    return (await this.send('GET', `/console/trace?limit=1000${query}`, { token: account.console })).json
      .data;
  }

  close(): Promise<void> {
    return this.#simulator.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

export const agreementBody = {
  title: 'Shop',
  split: true,
  payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
  default_bank_account_id: 'bank-1',
};

export const buttonBody = {
  amount_reference: 10,
  currency_reference: 'USD',
  identifier_label: 'Order',
  identifier: 'A-1',
  description: 'Coffee',
  success_url: 'https://shop.invalid/ok',
  failure_url: 'https://shop.invalid/ko',
};

/** Returns a submission of the payment page's form. Default: a mobile payment that succeeds. */
export function paymentForm(fields: Record<string, string> = {}): {
  body: string;
  headers: Record<string, string>;
} {
  const form = {
    metodo: 'mobile_payment',
    tipo: 'V',
    cedula: '12345678',
    telefono: '04141234567',
    banco: '0102',
    otp: '000000',
  };
  return {
    body: new URLSearchParams({ ...form, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
}
