import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { agreementBody, buttonBody } from '../../packages/test-support/src/simulator.ts';
import { root, startProgram } from './program.ts';
import type { SimulatorProcess } from './simulator.ts';

/** An account of a hosted simulator, as its programs know it. */
export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly password: string;
  readonly token: string;
  readonly consoleToken: string;
  readonly agreement: string;
}

/** What was seen of instances for a while; milliseconds and MiB. */
export interface Watched {
  /** Of requests of a tenant that does one thing after the other. */
  readonly requests: readonly number[];
  readonly health: readonly number[];
  readonly memory: number;
  /** Milliseconds in which the first instance had something to do and no processor: then the machine was slow, not the instance. */
  readonly waited: number;
}

/** Hosted instances with one store, behind a balancer that tells their clients apart. */
export class Tenants {
  readonly #instances: readonly SimulatorProcess[];
  readonly #agent = new Agent({ keepAlive: true });

  constructor(...instances: readonly SimulatorProcess[]) {
    this.#instances = instances;
    onTestFinished(() => this.#agent.destroy());
    // Whoever measures is of the session that the tests were started from, which others go on using.
    onTestFinished(putFirst(process.pid));
    for (const { pid } of instances) putFirst(pid);
  }

  /** Ends the instances. */
  async end(): Promise<void> {
    await Promise.all(this.#instances.map(({ stop }) => stop()));
  }

  async open(name: string): Promise<Tenant> {
    const password = 'correct horse';
    const made = JSON.parse(
      await this.#send('POST', '/console/register', '', { short_name: name, password }),
    );
    const { token } = made.key;
    const agreement = JSON.parse(await this.#send('POST', '/api/v1/ext/agreements', token, agreementBody));
    return {
      id: made.account_id,
      name,
      password,
      token,
      consoleToken: made.console_token,
      agreement: agreement.data.agreement_id,
    };
  }

  async createSession({ token, agreement }: Tenant): Promise<void> {
    await this.#send('POST', '/api/v1/ext/payment-sessions/buttons', token, {
      ...buttonBody,
      agreement_id: agreement,
    });
  }

  /** Sends so many bodies to a receiver that take six times their size to store. */
  async fill({ id }: Tenant, count: number): Promise<void> {
    for (let sent = 0; sent < count; sent++)
      await this.#send('POST', `/console/hooks/${id}/captura`, '', '\u0001'.repeat(65_536));
  }

  /** Watches for so long what a tenant, and a balancer, see of the first instance, and how much memory all take. */
  async watch(tenant: Tenant, seconds: number): Promise<Watched> {
    const until = performance.now() + seconds * 1000;
    const [{ pid }] = this.#instances as [SimulatorProcess];
    const waitedBefore = waitedMs(pid);
    const requests: number[] = [];
    const health: number[] = [];
    let memory = 0;
    const timed = async (times: number[], act: () => Promise<unknown>) => {
      const begun = performance.now();
      await act();
      times.push(performance.now() - begun);
    };
    const works = async () => {
      while (performance.now() < until) {
        await timed(requests, () => this.createSession(tenant));
        await timed(requests, () => this.#send('GET', '/console/sessions?limit=20', tenant.consoleToken));
        await timed(requests, () =>
          this.#send('GET', '/console/trace?limit=20&order=desc', tenant.consoleToken),
        );
        await pause(3);
      }
    };
    const looks = async () => {
      while (performance.now() < until) {
        await timed(health, () => this.#send('GET', '/health', ''));
        memory = Math.max(memory, ...this.#instances.map(({ pid }) => residentMib(pid)));
        await pause(20);
      }
    };
    await Promise.all([works(), looks()]);
    return { requests, health, memory, waited: waitedMs(pid) - waitedBefore };
  }

  /**
   * Begins an attack and waits for its first answer; `stop` ends it at once, and answers the statuses that it had got a moment before. It is not asked to end:
   * beside other programs it may not be heard of for minutes.
   */
  async attack(attack: string, account: Tenant, seed: number): Promise<{ stop(): Promise<string> }> {
    const urls = this.#instances.map(({ url }) => url);
    const order = JSON.stringify({ attack, urls, seed, account });
    const program = startProgram(process.execPath, [`${root}test/support/tenant-attacker.js`, order]);
    let hasEnded = false;
    program.exited.then(() => {
      hasEnded = true;
    });
    await program.lines.first((line) => line === 'begun', 'begun');
    return {
      stop: async () => {
        if (hasEnded) throw new Error(`${attack} ended by itself: ${program.stderr()}`);
        program.signal('SIGKILL');
        await program.exited;
        return program.stdout().trim().split('\n').at(-1) || program.stderr();
      },
    };
  }

  async #send(method: string, path: string, token: string, body?: unknown): Promise<string> {
    const { hostname, port } = new URL((this.#instances[0] as SimulatorProcess).url);
    const asked = request({
      agent: this.#agent,
      hostname,
      port,
      method,
      path,
      headers: {
        'x-forwarded-for': '192.0.2.1',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
    });
    asked.end(typeof body === 'object' ? JSON.stringify(body) : body);
    const [answer] = await once(asked, 'response');
    let text = '';
    for await (const part of answer.setEncoding('utf8')) text += part;
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return text;
  }
}

/**
 * Lets a process's session have processors before other programs of the machine, the attackers among them, who elsewhere have their own: what is
 * measured here is how those within it share them. Each session is a group to Linux, within which alone priorities count. Where nobody may say so,
 * other programs slow it down. What it answers puts it back.
 */
export function putFirst(pid: number): () => void {
  const group = `/proc/${pid}/autogroup`;
  try {
    const before = readFileSync(group, 'utf8').split(' ').at(-1) ?? '0';
    writeFileSync(group, '-10');
    return () => writeFileSync(group, before);
  } catch {
    // No Linux, or no right to.
    return () => {};
  }
}

/** How long a process's main thread has waited for a processor so far, in milliseconds; 0 where the system does not tell. */
export function waitedMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

function residentMib(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
