import { THROWAWAY_COST } from '../../packages/server/src/passwords/password.ts';
import {
  createSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../packages/simulator/src/simulator.ts';
import { ManualClock } from '../../packages/test-support/src/manual-clock.ts';
import { SeededRandom } from '../../packages/test-support/src/seeded-random.ts';
import { buttonBody } from './api.ts';
import type { AccountModel, ReceiverKind } from './model-state.ts';

/** Where a simulator keeps its data. */
export interface Place {
  readonly name: string;
  /** The options that choose it; asked for at each start. */
  options(): SimulatorOptions;
  /** Makes it look as if the process that runs now had died: called while it still runs. Without it, it is only closed. */
  killed?(): Promise<void>;
  /** Nobody needs it any more. */
  remove(): Promise<unknown>;
}

export interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: string;
}

export interface Told {
  readonly status: number;
  /** Without what differs between two simulators that do the same: where their receivers listen, and ids of what nobody asked for. */
  readonly text: string;
}

export interface TraceRow {
  readonly id: number;
  readonly type: string;
  readonly session_id?: string;
}

/** How long something that has to happen may take; short, since a counterexample is made smaller by trying. */
const PATIENCE_MS = 10_000;
const CREDENTIALS = { short_name: 'team-1', password: 'correct horse' };

/** One simulator with one account, on a clock and with random numbers that it shares with nobody. */
export class ModelSubject {
  readonly #place: Place;
  readonly #receiver: string;
  readonly clock = new ManualClock();
  readonly #random = new SeededRandom();
  readonly #counts = new Map<string, number>();
  #simulator!: Simulator;
  #wake: () => void = () => {};
  #lastId = 0;
  #token = '';
  #console = '';
  #agreement = '';
  #asked = 0;

  private constructor(place: Place, receiver: string) {
    this.#place = place;
    this.#receiver = receiver;
  }

  /** `receiver`: where webhooks go, below which the kinds are paths. */
  static async open(place: Place, receiver: string): Promise<ModelSubject> {
    const subject = new ModelSubject(place, receiver);
    await subject.#start();
    await subject.#register();
    return subject;
  }

  async #register(): Promise<void> {
    const made = await this.json('POST', '/console/register', { body: CREDENTIALS });
    this.#token = made.key.token;
    this.#console = made.console_token;
    await this.newAgreement();
  }

  async #start(): Promise<void> {
    this.#simulator = await createSimulator({
      port: 0,
      demo: false,
      publicUrl: 'http://simulator.invalid',
      clock: this.clock,
      random: this.#random,
      passwordCost: THROWAWAY_COST,
      ...this.#place.options(),
    });
    this.#simulator.onEvent(() => this.#wake());
  }

  /** Another process takes over, after a close or, where the place can do that, after a death. */
  async restart(killed: boolean, pauseMs: number): Promise<void> {
    if (killed) await this.#place.killed?.();
    await this.#simulator.close();
    await this.clock.advance(pauseMs);
    await this.#start();
  }

  close(): Promise<void> {
    return this.#simulator.close();
  }

  async newAgreement(): Promise<void> {
    const body = {
      title: 'Shop',
      description: 'Coffee',
      split: false,
      payment_methods: { mobile_payment: true },
      default_bank_account_id: 'bank-1',
    };
    const { data } = await this.json('POST', '/api/v1/ext/agreements', { token: this.#token, body });
    this.#agreement = data.agreement_id;
  }

  buttonBody(receiver: ReceiverKind | null, durationMinutes: number): object {
    const webhook = receiver === null ? {} : { webhook_url: `${this.#receiver}/${receiver}` };
    return buttonBody(this.#agreement, { duration_minutes: durationMinutes, ...webhook });
  }

  /** A request with the account's API token. */
  api(method: string, path: string, asked: Asked = {}): Promise<Told> {
    return this.send(method, path, { token: this.#token, ...asked });
  }

  console(method: string, path: string, asked: Asked = {}): Promise<Told> {
    return this.send(method, path, { token: this.#console, ...asked });
  }

  async send(method: string, path: string, asked: Asked = {}): Promise<Told> {
    // How often a trace had to be looked at differs, and each look draws a request id.
    this.#random.reseed(++this.#asked);
    return this.#exchange(method, path, asked);
  }

  async #exchange(method: string, path: string, { token, body, headers, form }: Asked): Promise<Told> {
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const sent = form ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await fetch(this.#simulator.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = (await answer.text())
      .replaceAll(this.#receiver, 'http://receiver')
      .replace(/"urn:uuid:[^"]+"/, '"urn:uuid"')
      .replace(/"(svc_credit_id|bank_reference_id)":"[^"]+"/g, '"$1":"drawn"');
    return { status: answer.status, text };
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes, and assert on what they find
  async json(method: string, path: string, asked: Asked = {}): Promise<any> {
    const { status, text } = await this.send(method, path, asked);
    if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
    return JSON.parse(text);
  }

  /** Resolves when everything stands in the trace that the model counts; more may come, which `counted` tells. */
  async settle({ counts }: AccountModel): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await this.#readOn();
      const missing = [...counts].filter(([type, count]) => (this.#counts.get(type) ?? 0) < count);
      if (missing.length === 0) return;
      if (Date.now() > until) {
        throw new Error(`${this.#place.name}: these never came: ${JSON.stringify(missing)}`);
      }
      // Events of the moment before the wake was set come with the next look.
      await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
  }

  /** How many events of these types came. */
  async counted(types: Iterable<string>): Promise<Map<string, number>> {
    await this.#readOn();
    return new Map([...types].map((type) => [type, this.#counts.get(type) ?? 0]));
  }

  /** The whole trace, oldest first. */
  async trace(after = 0): Promise<TraceRow[]> {
    const path = `/console/trace?limit=1000&after=${after}`;
    const { text } = await this.#exchange('GET', path, { token: this.#console });
    const { data, next_cursor } = JSON.parse(text);
    return next_cursor === null ? data : [...data, ...(await this.trace(data.at(-1).id))];
  }

  async #readOn(): Promise<void> {
    for (const { id, type } of await this.trace(this.#lastId)) {
      this.#lastId = id;
      this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    }
  }
}
