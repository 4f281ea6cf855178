import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buttonBody, call, openAccount, openAgreement } from '../../support/api.ts';
import { rssMb } from './workers.ts';

/** The bench runs in the root of the repository, as npm starts it. */
export const simBinary = resolve('bin/sim.js');

/** Everything that the bench stores; goes when the bench ends. */
const scratch = mkdtempSync(join(tmpdir(), 'svc-simulator-bench-'));
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(scratch, { recursive: true, force: true });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

let folders = 0;
export function newFolder(): string {
  return join(scratch, String(++folders));
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts `sim …args`, silent, outside this repository; it ends with the bench at the latest. */
export function spawnSim(args: readonly string[]): ChildProcess {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SIM_')));
  const child = spawn(process.execPath, [simBinary, ...args], { stdio: 'ignore', env, cwd: scratch });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** SIGTERM, and waits for the end. */
export async function terminate(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Resolves at the first 200 of `/health`, asked again every millisecond. */
export async function healthy(url: string, child: ChildProcess): Promise<void> {
  while ((await statusOf(`${url}/health`)) !== 200) {
    if (child.exitCode !== null) throw new Error(`sim start ended with exit code ${child.exitCode}`);
    await pause(1);
  }
}

/** 0 when nobody listens yet. */
function statusOf(url: string): Promise<number | undefined> {
  return new Promise((settle) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => settle(response.statusCode));
    }).once('error', () => settle(0));
  });
}

/** A running simulator, durable as `sim start` is by default, with an account and an agreement of the bench's own. */
export class Simulator {
  readonly url: string;
  readonly child: ChildProcess;
  token = '';
  consoleToken = '';
  webhookSecret = '';
  accountId = '';
  agreementId = '';

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.child = child;
  }

  /** One that runs already, in a process that is somebody else's to stop. */
  static async at(url: string): Promise<Simulator> {
    const simulator = new Simulator(url, process as unknown as ChildProcess);
    await simulator.#openAccount();
    return simulator;
  }

  static start(folder = newFolder()): Promise<Simulator> {
    return Simulator.#start('--data', folder);
  }

  /** An instance beside others on one database (`postgres://…`). */
  static on(database: string, args: readonly string[] = []): Promise<Simulator> {
    return Simulator.#start('--database', database, ...args);
  }

  static async #start(...store: readonly string[]): Promise<Simulator> {
    const port = await freePort();
    const child = spawnSim(['start', '--port', String(port), ...store, '--quiet']);
    const simulator = new Simulator(`http://127.0.0.1:${port}`, child);
    await healthy(simulator.url, child);
    await simulator.#openAccount();
    return simulator;
  }

  get pid(): number {
    return this.child.pid as number;
  }

  get rssMb(): number {
    return rssMb(this.pid);
  }

  stop(): Promise<void> {
    return terminate(this.child);
  }

  get(path: string) {
    return this.#call('GET', path, path.startsWith('/console') ? this.consoleToken : this.token);
  }

  post(path: string, body: unknown) {
    return this.#call('POST', path, this.token, body);
  }

  /** The JSON text of a button session. */
  buttonBody(more?: { readonly webhook_url: string }): string {
    return JSON.stringify(buttonBody(this.agreementId, more));
  }

  /** Makes sessions in batches of 200 (the most that a batch takes), two batches at a time. */
  async createSessions(count: number, webhookUrl?: string): Promise<void> {
    const item = {
      amount_reference: 25.5,
      currency_reference: 'USD',
      identifier: 'A-1001',
      agreement_id: this.agreementId,
      due_date_session: new Date(Date.now() + 86_400_000).toISOString(),
      ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
    };
    let left = count;
    const makeBatches = async () => {
      while (left > 0) {
        const items = Array.from({ length: Math.min(200, left) }, () => item);
        left -= items.length;
        await this.post('/api/v1/ext/payment-sessions/request/batch', { items });
      }
    };
    await Promise.all([makeBatches(), makeBatches()]);
  }

  /** The account as it was new: one agreement, no session. */
  async reset(): Promise<void> {
    await this.post('/control/reset', {});
    this.agreementId = await openAgreement(this.url, this.token);
  }

  async #call(method: string, path: string, token: string, body?: unknown) {
    const answer = await call(this.url, method, path, { token, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async #openAccount(): Promise<void> {
    Object.assign(this, await openAccount(this.url));
  }
}
