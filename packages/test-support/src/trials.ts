import type { ServerResponse } from 'node:http';
import { toolAgents } from '@svc-simulator/contract';
import { type PracticeGroup, practices } from '@svc-simulator/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Received, startReceiver } from '../../../test/support/receiver.ts';
import { type Answered, paymentForm, type TestAccount, TestSimulator } from './simulator.ts';
import { type SeenEvent, SeenTrace } from './trace.ts';

export interface Trial {
  /** Completes the practice. */
  does(trainee: Trainee): Promise<unknown>;
  /** Does something similar that doesn't complete the practice. */
  nearly(trainee: Trainee): Promise<unknown>;
}

/** Defines the tests of each practice of a group. `trials` must contain every practice of the group. */
export function testPractices(group: PracticeGroup, trials: Readonly<Record<string, Trial>>): void {
  describe(`the practices of ${group}`, () => {
    let sim: TestSimulator;
    beforeAll(async () => {
      sim = await TestSimulator.start();
    });
    afterAll(() => sim.close());

    it('tries every practice of the group', () => {
      const ids = practices.filter((practice) => practice.group === group).map(({ id }) => id);
      expect(Object.keys(trials)).toEqual(ids);
    });

    for (const [id, { does, nearly }] of Object.entries(trials)) {
      const byAnyone = practices.find((practice) => practice.id === id)?.byAnyone ?? false;

      it(`marks ${id} as done with the event in the trace that proves it`, async () => {
        const trainee = await Trainee.enter(sim);
        expect(await trainee.practice(id)).toMatchObject({ done: false, completed_at: null, evidence: null });
        await does(trainee);
        const { done, completed_at, evidence, by, whole } = await trainee.practice(id);
        expect([by, whole]).toEqual([byAnyone ? null : 'program', true]);
        expect([done, Date.parse(completed_at) <= sim.clock.now()]).toEqual([true, true]);
        const [event] = (await sim.trace(trainee.account, `&after=${evidence.event_id - 1}`)) ?? [];
        expect(event?.type).toBe(evidence.type);
      });

      it(`marks ${id} as ${byAnyone ? 'completed' : 'done with a tool'} when a tool does it`, async () => {
        const trainee = await Trainee.enter(sim);
        await callAsTool(sim, () => does(trainee));
        expect(await trainee.practice(id)).toMatchObject(byTool(byAnyone));
        if (byAnyone) return;
        await does(trainee);
        await expect.poll(() => trainee.practice(id)).toMatchObject({ by: 'program', whole: true });
      });

      it(`leaves ${id} open when it is nearly done`, async () => {
        const trainee = await Trainee.enter(sim);
        await nearly(trainee);
        expect((await trainee.practice(id)).done).toBe(false);
      });
    }
  });
}

/** Runs `act`, with all requests marked as sent by a tool of the simulator. */
export async function callAsTool<T>(sim: TestSimulator, act: () => Promise<T>): Promise<T> {
  sim.headers = { 'user-agent': toolAgents.tool };
  try {
    return await act();
  } finally {
    sim.headers = {};
  }
}

/** Returns the expected state of a practice that a tool has done. */
export function byTool(byAnyone: boolean) {
  return { done: true, by: byAnyone ? null : 'tool', whole: byAnyone };
}

/** A person with an account and an integration. */
export class Trainee {
  readonly sim: TestSimulator;
  readonly account: TestAccount;
  readonly #seen: SeenTrace;

  private constructor(sim: TestSimulator, account: TestAccount) {
    this.sim = sim;
    this.account = account;
    this.#seen = new SeenTrace(sim);
  }

  /** Opens an account and resets the practices that opening it completed. */
  static async enter(sim: TestSimulator): Promise<Trainee> {
    const trainee = new Trainee(sim, await sim.account());
    await trainee.send('POST', '/control/reset');
    return trainee;
  }

  async practice(id: string) {
    const { data } = (await this.sim.ask(this.account, 'GET', '/console/progress')).json;
    return data.practices.find((practice: { id: string }) => practice.id === id);
  }

  send(method: string, path: string, body?: unknown): Promise<Answered> {
    return this.sim.send(method, path, { token: this.account.token, body });
  }

  /** Creates an agreement, and a button with this agreement. */
  async button(more: object = {}): Promise<string> {
    return this.sim.button({ ...this.account, agreement: await this.agreement() }, more);
  }

  async agreement(more: object = {}): Promise<string> {
    const body = {
      title: 'Shop',
      split: true,
      payment_methods: { mobile_payment: true },
      default_bank_account_id: 'bank-1',
      ...more,
    };
    return (await this.send('POST', '/api/v1/ext/agreements', body)).json.data.agreement_id;
  }

  /** Creates an agreement, and a request with this agreement that is due in a day. */
  async request(more: object = {}): Promise<Answered> {
    return this.send('POST', '/api/v1/ext/payment-sessions/request', {
      agreement_id: await this.agreement(),
      amount_reference: 10,
      currency_reference: 'USD',
      identifier: 'R-1',
      due_date_session: new Date(this.sim.clock.now() + 86_400_000).toISOString(),
      ...more,
    });
  }

  pay(session: string, form: Record<string, string> = {}): Promise<Answered> {
    return this.sim.send('POST', `/pay/${session}`, paymentForm(form));
  }

  force(session: string, leg: 1 | 2, outcome: string): Promise<Answered> {
    return this.send('POST', `/control/sessions/${session}/outcome`, { leg, outcome });
  }

  /** Queries the status of a session, and waits for the event of the query in the trace. */
  async status(session: string): Promise<void> {
    await this.send('GET', `/api/v1/ext/payment-sessions/status/${session}`);
    await this.#seen.of(session, 'session.status_queried');
  }

  /** Resolves with the event number `count` (default: 1) of a type about a session. */
  seen(session: string, type: string, count?: number): Promise<SeenEvent> {
    return this.#seen.of(session, type, count);
  }

  givenUp(session: string): Promise<unknown> {
    return this.#seen.givenUp([session]);
  }

  /** Creates a session whose webhooks go to a new receiver. */
  async buttonAt(answer: (request: Received, response: ServerResponse) => void): Promise<string> {
    const { url } = await startReceiver(answer);
    return this.button({ webhook_url: url });
  }

  /** Returns the URL of a built-in receiver. */
  ownReceiver(name: string): string {
    return `${this.sim.url}/console/hooks/${this.account.id}/${name}`;
  }

  /** Sends a test webhook, which can pass or fail. */
  async probe(session: string, kind: string): Promise<void> {
    const { status } = await this.send('POST', '/control/probes', { session_id: session, kind });
    expect(status).toBe(200);
  }
}
