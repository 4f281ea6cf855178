import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { buttonBody, call, paymentForm, submitPayment } from './api.ts';
import { FailingReceiver } from './failing-receiver.ts';
import type { DemoAccount, Simulator } from './simulator.ts';
import { readTrace } from './trace.ts';

/** A plan of repeated kills and restarts. */
export interface KillPlan {
  readonly cycles: number;
  readonly instances: number;
  /** Starts an instance, initially or after a kill. Its accreditation delay must be longer than a cycle. */
  start(instance: number): Promise<Simulator>;
  /** Returns the instances that are killed in a cycle. Cycles count from 1. */
  victims(cycle: number): readonly number[];
}

export interface KillFigures {
  readonly kills: number;
  readonly sessions: number;
  readonly payments: number;
  /** Requests without a response, sent again with the same `Idempotency-Key`. */
  readonly repeated: number;
  readonly deliveries: number;
  /** Deliveries that arrived more than once. */
  readonly duplicates: number;
}

const CLIENTS = 8;

/** A request for a session. Every repetition has the same `Idempotency-Key`. */
interface Order {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Clients create and pay sessions as fast as they can, while the simulators are killed repeatedly and the
 * receiver sometimes fails. After each start, all acknowledged sessions and payments must exist. Each webhook
 * must arrive, and duplicates must have the same key and bytes.
 */
export class KillCycles {
  readonly #plan: KillPlan;
  readonly #receiver: FailingReceiver;
  readonly #instances: Simulator[] = [];
  readonly #createdIds = new Set<string>();
  /** Ids of the created sessions, by `Idempotency-Key`. */
  readonly #ids = new Map<string, string>();
  readonly #paidIds = new Set<string>();
  /** Ids of the sessions created since the last check. */
  #uncheckedIds = new Set<string>();
  #unansweredOrders: Order[] = [];
  #account!: DemoAccount;
  #kills = 0;
  #repeated = 0;
  #isKilled = false;

  private constructor(plan: KillPlan, receiver: FailingReceiver) {
    this.#plan = plan;
    this.#receiver = receiver;
  }

  /** Runs all cycles; leaves the instances running. */
  static async run(plan: KillPlan): Promise<{ figures: KillFigures; instances: readonly Simulator[] }> {
    const cycles = new KillCycles(plan, await FailingReceiver.start());
    for (let instance = 0; instance < plan.instances; instance++) await cycles.#start(instance);
    for (let cycle = 1; cycle <= plan.cycles; cycle++) await cycles.#cycle(cycle);
    return { figures: await cycles.#checkResults(), instances: cycles.#instances };
  }

  async #start(instance: number): Promise<void> {
    const simulator = await this.#plan.start(instance);
    this.#instances[instance] = simulator;
    // With a database, only the start that finds it empty prints the credentials.
    this.#account ??= simulator.account;
    if (simulator.account)
      expect(simulator.account, 'the credentials outlive the process').toEqual(this.#account);
  }

  async #cycle(cycle: number): Promise<void> {
    const victims = this.#plan.victims(cycle).map((instance) => this.#instances[instance] as Simulator);
    // A different number in each cycle, so that kills happen at different points of a request.
    let acknowledgementsLeft = 20 + ((cycle * 7) % 23);
    const onAcknowledged = () => {
      acknowledgementsLeft--;
      if (acknowledgementsLeft !== 0) return;
      this.#isKilled = true;
      for (const victim of victims) victim.signal('SIGKILL');
    };
    this.#isKilled = false;
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => this.#orderAndPay(client, onAcknowledged)),
    );
    for (const { exited } of victims) expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
    this.#kills += victims.length;
    for (const instance of this.#plan.victims(cycle)) await this.#start(instance);
    await this.#repeat();
    await this.#expectStored(this.#uncheckedIds);
    this.#uncheckedIds = new Set();
  }

  /**
   * Sends one client's requests until its simulator is killed. A request without a response is repeated
   * later.
   */
  async #orderAndPay(client: number, onAcknowledged: () => void): Promise<void> {
    const { url } = this.#instances[client % this.#instances.length] as Simulator;
    while (!this.#isKilled) {
      const order = { key: randomUUID(), body: { webhook_url: this.#receiver.url } };
      try {
        const id = await this.#order(url, order);
        onAcknowledged();
        const answer = await submitPayment(url, id, paymentForm('000000'));
        if (answer.status !== 303) continue;
        this.#paidIds.add(id);
        onAcknowledged();
      } catch {
        this.#unansweredOrders.push(order);
        return;
      }
    }
  }

  async #order(url: string, { key, body }: Order): Promise<string> {
    const { token, agreement_id } = this.#account;
    const answer = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
      token,
      body: buttonBody(agreement_id, body),
      headers: { 'idempotency-key': key },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { id } = answer.body.data;
    expect(this.#ids.get(key) ?? id, 'one key makes one session').toBe(id);
    this.#ids.set(key, id);
    this.#createdIds.add(id);
    this.#uncheckedIds.add(id);
    return id;
  }

  /** Repeats the requests without a response; a repetition must not create a second session. */
  async #repeat(): Promise<void> {
    const { url } = this.#instances.at(-1) as Simulator;
    const orders = this.#unansweredOrders;
    this.#unansweredOrders = [];
    this.#repeated += orders.length;
    await Promise.all(orders.map((order) => this.#order(url, order)));
  }

  async #expectStored(ids: Iterable<string>): Promise<void> {
    const lostIds: string[] = [];
    const { token } = this.#account;
    const urls = this.#instances.map(({ url }) => url);
    await Promise.all(
      [...ids].map(async (id, at) => {
        const path = `/api/v1/ext/payment-sessions/status/${id}`;
        const { status, body } = await call(urls[at % urls.length] as string, 'GET', path, { token });
        if (status !== 200) lostIds.push(`session ${id}: ${status}`);
        else if (this.#paidIds.has(id) && body.data.status !== 'paid')
          lostIds.push(`payment of ${id}: ${body.data.status}`);
      }),
    );
    expect(lostIds).toEqual([]);
  }

  /** Compares the stored sessions with the acknowledged ones, and with the webhooks that arrived. */
  async #checkResults(): Promise<KillFigures> {
    const { url } = this.#instances[0] as Simulator;
    const statuses = await this.#storedStatuses(url);
    expect([...this.#createdIds].filter((id) => !statuses.has(id))).toEqual([]);
    expect(
      [...statuses.keys()].filter((id) => !this.#createdIds.has(id)),
      'sessions that no client created',
    ).toEqual([]);
    expect([...this.#paidIds].filter((id) => statuses.get(id) !== 'paid')).toEqual([]);
    const paidIds = [...statuses].filter(([, status]) => status === 'paid').map(([id]) => id);
    const emissions = [
      ...[...statuses.keys()].map((id) => `payment_session.created ${id}`),
      ...paidIds.flatMap((id) => [`payment_session.paid ${id}`, `payment_session.accredited ${id}`]),
    ];
    await this.#receiver.waitUntilAccepted(emissions).catch(async (error) => {
      throw new Error(`${error.message}\n${await this.#historyOf(emissions)}`);
    });
    expect(this.#receiver.changed(), 'webhooks repeated with another key or other bytes').toEqual([]);
    const trace = await readTrace({ url, account: this.#account });
    expect(
      trace.findIndex(({ id }, at) => id !== at + 1),
      'a gap in the trace',
    ).toBe(-1);
    return {
      kills: this.#kills,
      sessions: statuses.size,
      payments: paidIds.length,
      repeated: this.#repeated,
      deliveries: emissions.length,
      duplicates: this.#receiver.duplicateCount(),
    };
  }

  /** Returns the trace of the sessions whose webhooks didn't arrive. */
  async #historyOf(emissions: readonly string[]): Promise<string> {
    const { url } = this.#instances[0] as Simulator;
    const ids = new Set(this.#receiver.missing(emissions).map((emission) => emission.split(' ')[1]));
    const histories = [...ids].slice(0, 5).map(async (id) => {
      const events = await readTrace({ url, account: this.#account }, `&session_id=${id}`);
      return events.map(({ at, type, data }) => `  ${at} ${type} ${JSON.stringify(data).slice(0, 300)}`);
    });
    return (await Promise.all(histories)).map((lines) => lines.join('\n')).join('\n\n');
  }

  async #storedStatuses(url: string): Promise<Map<string, string>> {
    const statuses = new Map<string, string>();
    for (let cursor = ''; ; ) {
      const answer = await call(url, 'GET', `/console/sessions?limit=1000${cursor}`, {
        token: this.#account.console_token,
      });
      for (const { id, status } of answer.body.data) statuses.set(id, status);
      const next = answer.body.next_cursor;
      if (!next) return statuses;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
  }
}
