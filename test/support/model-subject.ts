import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SimulatorOptions } from '../../packages/simulator/src/simulator.ts';
import { ManualClock } from '../../packages/test-support/src/manual-clock.ts';
import { SeededRandom } from '../../packages/test-support/src/seeded-random.ts';
import {
  agreementBody,
  buttonBody,
  type Sent,
  type TestAccount,
  TestSimulator,
} from '../../packages/test-support/src/simulator.ts';
import type { AccountModel, ReceiverKind } from './model-state.ts';
import { TestCluster } from './postgres.ts';
import { scratchFolder } from './scratch.ts';
import { until } from './until.ts';

/** A store of a simulator under test. */
interface Place {
  /** Returns the options of the store, at each start. */
  options(): SimulatorOptions;
  /** Changes the store to the state in which a killed process leaves it. */
  killed(): Promise<void>;
  remove(): Promise<unknown>;
}

/** A data directory. A kill is simulated by a copy of the directory without its lock. */
export async function embeddedPlace(): Promise<Place> {
  const folders = [scratchFolder()];
  return {
    options: () => ({ data: folders.at(-1) as string }),
    async killed() {
      const left = scratchFolder();
      cpSync(folders.at(-1) as string, left, { recursive: true });
      rmSync(join(left, 'lock'));
      folders.push(left);
    },
    async remove() {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

let renamed = 0;

/** A database. A kill is simulated by cutting all its connections. */
export async function postgresPlace(): Promise<Place> {
  const cluster = await TestCluster.shared();
  let url = await cluster.database();
  return {
    options: () => ({ database: url }),
    async killed() {
      const [name, next] = [url.slice(url.lastIndexOf('/') + 1), `renamed_${++renamed}`];
      // The database gets a new name, so that the killed process can't reconnect.
      await cluster.query(`alter database ${name} allow_connections false`);
      await cluster.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}';
         alter database ${name} rename to ${next};
         alter database ${next} allow_connections true`,
      );
      url = cluster.url(next);
      // Ends the lease of the killed instance, and unlocks its jobs.
      await cluster.query(
        `update svc_sim.instances set beat_at = now() - interval '1 minute';
         select svc_sim_jobs.force_unlock_workers(array_agg(distinct locked_by)) from svc_sim_jobs.jobs`,
        next,
      );
    },
    remove: () => cluster.drop([url]),
  };
}

export interface SubjectResponse {
  readonly status: number;
  /** The body without values that differ between equal simulators: receiver URLs and random ids. */
  readonly text: string;
}

/** One simulator with one account, and its own clock and random numbers. */
export class ModelSubject {
  readonly clock = new ManualClock();
  readonly #place: Place;
  readonly #receiver: string;
  readonly #random = new SeededRandom();
  readonly #counts = new Map<string, number>();
  #sim!: TestSimulator;
  #account!: TestAccount;
  #agreement = '';
  #wake = () => {};
  #lastId = 0;
  #requestCount = 0;

  private constructor(place: Place, receiver: string) {
    this.#place = place;
    this.#receiver = receiver;
  }

  /** `receiver` is the base URL of the webhooks; its paths are the kinds. */
  static async open(place: Place, receiver: string): Promise<ModelSubject> {
    const subject = new ModelSubject(place, receiver);
    await subject.#start();
    subject.#account = await subject.#sim.account();
    subject.#agreement = subject.#account.agreement;
    return subject;
  }

  async #start(): Promise<void> {
    const { clock } = this;
    const simulatorOptions = { publicUrl: 'http://simulator.invalid', clock, random: this.#random };
    this.#sim = await TestSimulator.start({ ...simulatorOptions, ...this.#place.options() });
    this.#sim.simulator.onEvent(() => this.#wake());
  }

  /** Starts a new process, after a close or a kill. */
  async restart(killed: boolean, pauseMs: number): Promise<void> {
    if (killed) await this.#place.killed();
    await this.#sim.close();
    await this.clock.advance(pauseMs);
    await this.#start();
  }

  async close(): Promise<void> {
    await this.#sim.close();
    await this.#place.remove();
  }

  async newAgreement(): Promise<void> {
    const { text } = await this.api('POST', '/api/v1/ext/agreements', { body: agreementBody });
    this.#agreement = JSON.parse(text).data.agreement_id;
  }

  buttonBody(receiver: ReceiverKind | null, duration_minutes: number): object {
    const webhook = receiver !== null && { webhook_url: `${this.#receiver}/${receiver}` };
    return { ...buttonBody, agreement_id: this.#agreement, duration_minutes, ...webhook };
  }

  /** Sends a request with the account's API token. */
  api(method: string, path: string, request: Sent = {}): Promise<SubjectResponse> {
    return this.send(method, path, { token: this.#account.token, ...request });
  }

  async send(method: string, path: string, request: Sent): Promise<SubjectResponse> {
    // Each request draws a random request id, and the number of trace reads varies. A new seed for each
    // request keeps all later ids the same.
    this.#random.reseed(++this.#requestCount);
    const { status, text } = await this.#sim.send(method, path, request);
    const maskedText = text
      .replaceAll(this.#receiver, 'http://receiver')
      .replace(/"urn:uuid:[^"]+"/, '"urn:uuid"')
      .replace(/"(svc_credit_id|bank_reference_id)":"[^"]+"/g, '"$1":"drawn"');
    return { status, text: maskedText };
  }

  sessions(): Promise<SubjectResponse> {
    return this.send('GET', '/console/sessions?limit=1000', { token: this.#account.console });
  }

  /** Resolves when the trace contains every event that the model expects. It can contain more events. */
  async settle({ counts }: AccountModel): Promise<void> {
    const isMissing = async () => {
      const before = await this.countEvents(counts.keys());
      return [...counts].filter(([type, count]) => (before.get(type) ?? 0) < count);
    };
    // An event can arrive before the callback is set, so the wait ends after 50 ms at the latest.
    const turn = () => Promise.race([new Promise<void>((wake) => (this.#wake = wake)), setTimeout(50)]);
    await until(async () => (await isMissing()).length === 0, turn).catch(async (cause) => {
      throw new Error(`these never came: ${JSON.stringify(await isMissing())}`, { cause });
    });
  }

  /** Returns the number of events so far, for each of these types. */
  async countEvents(types: Iterable<string>): Promise<Map<string, number>> {
    for (const { id, type } of await this.trace(this.#lastId)) {
      this.#lastId = id;
      this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    }
    return new Map([...types].map((type) => [type, this.#counts.get(type) ?? 0]));
  }

  async trace(after = 0): Promise<{ id: number; type: string; session_id?: string }[]> {
    const path = `/console/trace?limit=1000&after=${after}`;
    const { data, next_cursor } = (await this.#sim.send('GET', path, { token: this.#account.console })).json;
    return next_cursor === null ? data : [...data, ...(await this.trace(data.at(-1).id))];
  }
}
