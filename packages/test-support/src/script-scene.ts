import { afterAll, beforeAll, expect } from 'vitest';
import { paymentForm, type TestAccount, TestSimulator } from './simulator.ts';

const EXT = '/api/v1/ext/payment-sessions';

/** A simulator for all tests of a file. Each call of `set` opens a new account. */
export class ScriptScene {
  sim!: TestSimulator;
  account!: TestAccount;

  constructor() {
    beforeAll(async () => {
      this.sim = await TestSimulator.start();
    });
    afterAll(() => this.sim.close());
  }

  readonly control = (method: string, body?: unknown, path = '/control/script') =>
    this.sim.send(method, path, { token: this.account.token, body });

  /** Opens a new account, sets its script, and returns the script. */
  readonly set = async (...rules: object[]) => {
    this.account = await this.sim.account();
    const answer = await this.control('PUT', { rules });
    expect(answer.status).toBe(200);
    return answer.json.data;
  };

  readonly status = async (id: string) =>
    (await this.sim.send('GET', `${EXT}/status/${id}`, { token: this.account.token })).json.data;

  readonly button = (more: object = {}) => this.sim.button(this.account, more);

  readonly pay = (id: string, fields = {}) => this.sim.send('POST', `/pay/${id}`, paymentForm(fields));
}
