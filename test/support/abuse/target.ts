import { Agent, request } from 'node:http';
import { createSimulator, type SimulatorOptions } from '@svc-simulator/simulator';
import { onTestFinished } from 'vitest';
import { THROWAWAY_COST } from '../../../packages/server/src/passwords/password.ts';
import { ManualClock } from '../../../packages/test-support/src/manual-clock.ts';
import { SeededRandom } from '../../../packages/test-support/src/seeded-random.ts';
import type { AbusiveRequest } from './abusive-requests.ts';

/** What a simulator answered, with everything that is its own to choose (ids, tokens) made equal. */
interface ComparableAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A simulator under abuse: its clock stands still, so that its answers are those of any other with the same history. */
export class Target {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #names: Readonly<Record<string, string>> = {};

  private constructor(url: string) {
    this.#url = new URL(url);
  }

  static async open(options: SimulatorOptions): Promise<Target> {
    const simulator = await createSimulator({
      port: 0,
      demo: false,
      clock: new ManualClock(),
      random: new SeededRandom(7),
      passwordCost: THROWAWAY_COST,
      ...options,
    });
    const target = new Target(simulator.url);
    onTestFinished(async () => {
      target.#agent.destroy();
      await simulator.close();
    });
    await target.#furnish();
    return target;
  }

  get address(): { readonly host: string; readonly port: number } {
    return { host: this.#url.hostname, port: Number(this.#url.port) };
  }

  /** The request with this simulator's names in it. */
  named(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.#names[name] ?? name);
  }

  async send({ method, path, headers, body }: AbusiveRequest): Promise<ComparableAnswer> {
    const named = Object.entries(headers).map(([name, value]) => [name, this.named(value)]);
    const answer = await this.#exchange(
      method,
      this.named(path),
      Object.fromEntries(named),
      body && this.named(body),
    );
    if (/^\/(?:control|__test__)\/clock/.test(path) && method !== 'GET') await this.#catchUp();
    return { ...answer, body: dependsOnTiming(path) ? '' : alike(answer.body) };
  }

  /** What an account's clock has made due happens by and by; an advance by nothing is answered when it has happened. */
  async #catchUp(): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: this.named('Bearer {{token}}') };
    await this.#exchange('POST', '/control/clock/advance', headers, '{"ms":0}');
  }

  /** An account with an agreement, sessions, a delivery, a merchant profile, a transaction, a class with a trainee, a spare token. */
  async #furnish(): Promise<void> {
    const call = async (method: string, path: string, token: string, body: unknown) => {
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const answer = await this.#exchange(
        method,
        path,
        headers,
        body === undefined ? null : JSON.stringify(body),
      );
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`);
      return JSON.parse(answer.body);
    };
    const made = await call('POST', '/console/register', '', {
      short_name: 'abused',
      password: 'correct horse',
    });
    const { token } = made.key;
    const agreement = await call('POST', '/api/v1/ext/agreements', token, {
      title: 'Shop',
      payment_methods: { immediate_debit: true },
      default_bank_account_id: 'main',
    });
    const button = {
      agreement_id: agreement.data.agreement_id,
      amount_reference: 10,
      currency_reference: 'USD',
      identifier_label: 'Order',
      identifier: 'A-1',
      description: 'Coffee',
      success_url: 'https://shop.invalid/ok',
      failure_url: 'https://shop.invalid/ko',
    };
    const session = await call('POST', '/api/v1/ext/payment-sessions/buttons', token, {
      ...button,
      webhook_url: `${this.#url.origin}/console/hooks/${made.account_id}/captura`,
    });
    const paid = await call('POST', '/api/v1/ext/payment-sessions/buttons', token, button);
    await call('POST', `/control/sessions/${paid.data.id}/outcome`, token, { leg: 1, outcome: 'paid' });
    const credentials = { email: 'till@shop.invalid', password: 'correct horse' };
    const profile = await call('POST', '/console/merchant', made.console_token, {
      legalName: 'Shop',
      taxId: 'J-1',
      ...credentials,
    });
    const login = await call('POST', '/api/v1/merchants/auth/login', '', credentials);
    const merchant = profile.data.id;
    const jwt = login.data.accessToken;
    const order = '7f6c2c56-54a8-4f0e-9d3c-2f4c1f0c9a01';
    await call('POST', `/api/v1/merchants/${merchant}/transactions`, jwt, {
      orderId: order,
      amountReference: 5,
      currencyReference: 'USD',
    });
    const emitted = await call('GET', '/console/trace?type=webhook.emitted', made.console_token, undefined);
    const led = await call('POST', '/console/classes', made.console_token, { title: 'March' });
    await call('POST', '/console/register', '', {
      short_name: 'trainee',
      password: 'correct horse',
      class_code: led.data.join_code,
    });
    await call('POST', '/api/svcpagos/login', '', { short_name: 'abused', password: 'correct horse' });
    const tokens = await call('GET', '/console/tokens', made.console_token, undefined);
    const spare = (wanted: string) =>
      tokens.data.find(
        ({ kind, token_hint }: { kind: string; token_hint: string }) =>
          kind === wanted && token_hint.slice(-4) !== token.slice(-4),
      ).token_id;
    this.#names = {
      token,
      delivery: emitted.data[0].data.delivery_id,
      class: led.data.class_id,
      trainee: 'trainee',
      spare: spare('refresh'),
      spareKey: spare('api'),
      console: made.console_token,
      account: made.account_id,
      agreement: agreement.data.agreement_id,
      session: session.data.id,
      paid: paid.data.id,
      merchant,
      jwt,
      order,
    };
  }

  #exchange(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<ComparableAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent: this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: { ...headers, ...(body !== null && { 'content-length': Buffer.byteLength(body) }) },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk) => chunks.push(chunk));
          answer.once('error', reject);
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              contentType: answer.headers['content-type'] ?? '',
              body: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body ?? undefined);
    });
  }
}

/** When an attempt at a webhook ends beside the requests is nobody's to promise, so what tells of it is not compared. */
function dependsOnTiming(path: string): boolean {
  return /^\/(?:console\/(?:trace|progress|hooks|deliveries)|(?:control|__test__)\/snapshot|metrics|ready)/.test(
    path,
  );
}

/** Ids, tokens, pictures and addresses differ from one simulator to the next; each kind becomes one word. */
function alike(body: string): string {
  return (
    body
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, 'uuid')
      .replace(/data:image\/png;base64,[\w+/=]+/g, 'picture')
      .replace(/\b(?:acc|agr|cls|tok)_[0-9a-f]{16}\b/g, 'id')
      .replace(/\b(?:sim_\w{3}|whsec)_[\w-]{32}/g, 'token')
      .replace(/…[\w-]{4}/g, 'hint')
      .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, 'jwt')
      .replace(/"next_cursor":"[^"]+"/g, '"next_cursor":"more"')
      .replace(/\b[0-9a-f]{64}\b/g, 'digest')
      // Only one of the stores has a directory.
      .replace(/,"data_directory":"[^"]*"/g, '')
      .replace(/127\.0\.0\.1:\d+/g, 'host')
      .replace(
        /"(svc_transaction_id|svc_credit_id|bank_reference_id|code|activationCode|join_code)":"?[\w-]+"?/g,
        '"$1":0',
      )
  );
}
