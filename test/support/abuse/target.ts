import { Agent, request } from 'node:http';
import type { SimulatorOptions } from '@svc-simulator/simulator';
import { onTestFinished } from 'vitest';
import { logIn, merchantBody } from '../../../packages/test-support/src/merchant.ts';
import { TestSimulator } from '../../../packages/test-support/src/simulator.ts';
import type { AbusiveRequest } from './abusive-requests.ts';

/** A response without the values that differ between simulators, such as ids and tokens. */
interface ComparableAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * A simulator under test. Its clock is stopped, so its responses equal those of another simulator with the
 * same history.
 */
export class Target {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #names: Readonly<Record<string, string>> = {};

  private constructor(url: string) {
    this.#url = new URL(url);
  }

  static async open(options: SimulatorOptions): Promise<Target> {
    const simulator = await TestSimulator.start(options);
    const target = new Target(simulator.url);
    onTestFinished(async () => {
      target.#agent.destroy();
      await simulator.close();
    });
    await target.#furnish(simulator);
    return target;
  }

  get address(): { readonly host: string; readonly port: number } {
    return { host: this.#url.hostname, port: Number(this.#url.port) };
  }

  /** Replaces the placeholders of a request with this simulator's values. */
  named(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => this.#names[name] ?? name);
  }

  async send({ method, path, headers, body }: AbusiveRequest): Promise<ComparableAnswer> {
    const namedHeaders = Object.entries(headers).map(([name, value]) => [name, this.named(value)]);
    const answer = await this.#exchange(
      method,
      this.named(path),
      Object.fromEntries(namedHeaders),
      body && this.named(body),
    );
    if (/^\/(?:control|__test__)\/clock/.test(path) && method !== 'GET') await this.#catchUp();
    return { ...answer, body: dependsOnTiming(path) ? '' : replaceIds(answer.body) };
  }

  /** Waits until all due timers have fired: an advance of the clock by zero responds only then. */
  async #catchUp(): Promise<void> {
    const headers = { 'content-type': 'application/json', authorization: this.named('Bearer {{token}}') };
    await this.#exchange('POST', '/control/clock/advance', headers, '{"ms":0}');
  }

  /**
   * Creates an account with an agreement, sessions, a delivery, a merchant profile, a transaction, a class
   * with a trainee, and a spare token.
   */
  async #furnish(sim: TestSimulator): Promise<void> {
    const account = await sim.account();
    const call = async (method: string, path: string, token: string, body?: unknown) => {
      const { status, text, json } = await sim.send(method, path, { token, body });
      if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
      return json.data;
    };
    const { token, console } = account;
    const [session, paid] = [
      await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/captura` }),
      await sim.button(account),
    ];
    await call('POST', `/control/sessions/${paid}/outcome`, token, { leg: 1, outcome: 'paid' });
    const profile = { ...merchantBody, email: 'till@shop.invalid' };
    const merchant = (await call('POST', '/console/merchant', console, profile)).id;
    const jwt = (await logIn(sim, profile.email)).json.accessToken;
    const order = '7f6c2c56-54a8-4f0e-9d3c-2f4c1f0c9a01';
    const transaction = { orderId: order, amountReference: 5, currencyReference: 'USD' };
    await call('POST', `/api/v1/merchants/${merchant}/transactions`, jwt, transaction);
    const [emitted] = await call('GET', '/console/trace?type=webhook.emitted', console);
    const ledClass = await call('POST', '/console/classes', console, { title: 'March' });
    const login = { short_name: account.name, password: merchantBody.password };
    const trainee = { ...login, short_name: 'trainee', class_code: ledClass.join_code };
    await call('POST', '/console/register', '', trainee);
    await call('POST', '/api/svcpagos/login', '', login);
    const tokens = await call('GET', '/console/tokens', console);
    const spare = (name: string) =>
      tokens.find(
        ({ kind, token_hint }: { kind: string; token_hint: string }) =>
          kind === name && token_hint.slice(-4) !== token.slice(-4),
      ).token_id;
    this.#names = {
      token,
      delivery: emitted.data.delivery_id,
      class: ledClass.class_id,
      trainee: 'trainee',
      spare: spare('refresh'),
      spareKey: spare('api'),
      console,
      account: account.id,
      agreement: account.agreement,
      session,
      paid,
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

/** Returns true for responses that aren't compared: they depend on when a webhook's attempt ends. */
function dependsOnTiming(path: string): boolean {
  return /^\/(?:console\/(?:trace|progress|hooks|deliveries)|(?:control|__test__)\/snapshot|metrics|ready)/.test(
    path,
  );
}

/** Replaces values that differ between simulators by a word for their kind, such as `uuid` or `picture`. */
function replaceIds(body: string): string {
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
      // Only the embedded store has a directory.
      .replace(/,"data_directory":"[^"]*"/g, '')
      .replace(/127\.0\.0\.1:\d+/g, 'host')
      .replace(
        /"(svc_transaction_id|svc_credit_id|bank_reference_id|code|activationCode|join_code)":"?[\w-]+"?/g,
        '"$1":0',
      )
  );
}
