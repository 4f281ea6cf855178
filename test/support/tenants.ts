import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Account, call, openSession } from './api.ts';
import { root, startProgram } from './program.ts';
import type { SimulatorProcess } from './simulator.ts';
import { followTrace } from './trace.ts';

/** Hosted instances that share a store. */
export type Instances = readonly [SimulatorProcess, ...SimulatorProcess[]];

/** Measurements of instances over time, in milliseconds and MiB. */
export interface Watched {
  /** Durations of requests that a tenant sends one after the other. */
  readonly requests: readonly number[];
  readonly health: readonly number[];
  readonly ready: readonly number[];
  /** Time from a tenant's request for a session until its receiver has the webhook. */
  readonly webhooks: readonly number[];
  readonly memory: number;
  /**
   * Milliseconds in which the first instance waited for a processor. They show that the machine is slow, not
   * the instance.
   */
  readonly waited: number;
}

/**
 * Pause between webhooks, so that the account's receiver stays far below its quota of requests per minute.
 */
const WEBHOOK_PAUSE_MS = 250;

/**
 * Measures the response times of the first instance, for a tenant and for a balancer, and the memory of all
 * instances.
 */
export async function watch(instances: Instances, account: Account, seconds: number): Promise<Watched> {
  const until = performance.now() + seconds * 1000;
  const [{ url, pid }] = instances;
  const waitedBefore = waitedMs(pid);
  const requests: number[] = [];
  const [health, ready, webhooks]: [number[], number[], number[]] = [[], [], []];
  let memory = 0;
  const timed = async (times: number[], act: () => Promise<unknown>) => {
    const startMs = performance.now();
    await act();
    times.push(performance.now() - startMs);
  };
  const get = async (path: string) => {
    const { status, body } = await call(url, 'GET', path, { token: account.console_token });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const work = async () => {
    while (performance.now() < until) {
      await timed(requests, () => openSession({ url, account }));
      for (const path of ['/console/sessions?limit=20', '/console/trace?limit=20&order=desc'])
        await timed(requests, () => get(path));
      await pause(3);
    }
  };
  const poll = async () => {
    while (performance.now() < until) {
      await timed(health, () => get('/health'));
      await timed(ready, () => get('/ready'));
      memory = Math.max(memory, ...instances.map(({ pid }) => residentMib(pid)));
      await pause(20);
    }
  };
  const trace = await followTrace({ url, account });
  const webhook_url = `${url}/console/hooks/${account.account_id}/paid`;
  const receive = async () => {
    while (performance.now() < until) {
      await timed(webhooks, async () => {
        const { id } = await openSession({ url, account }, { webhook_url });
        await trace.first(({ type, session_id }) => type === 'webhook.received' && session_id === id);
      });
      await pause(WEBHOOK_PAUSE_MS);
    }
  };
  await Promise.all([work(), poll(), receive()]);
  return { requests, health, ready, webhooks, memory, waited: waitedMs(pid) - waitedBefore };
}

/**
 * Starts an attack and waits for its first response. `stop` kills it and returns its latest counts by status.
 * It uses SIGKILL, because under load another signal might have no effect for minutes.
 */
export async function startAttack(
  attack: string,
  instances: Instances,
  account: Account,
  seed: number,
): Promise<{ stop(): Promise<string> }> {
  const order = JSON.stringify({ attack, urls: instances.map(({ url }) => url), seed, account });
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

/**
 * Gives a process priority over the attackers, which in production run on other machines. Sets the priority
 * of the whole session, because Linux compares processes only within a session. Without permission, nothing
 * changes. Returns a function that restores the priority.
 */
export function raisePriority(pid: number): () => void {
  const group = `/proc/${pid}/autogroup`;
  try {
    const before = readFileSync(group, 'utf8').split(' ').at(-1) ?? '0';
    writeFileSync(group, '-10');
    return () => writeFileSync(group, before);
  } catch {
    // Not Linux, or no permission.
    return () => {};
  }
}

/**
 * Returns the milliseconds that a process's main thread has waited for a processor; 0 if the system doesn't
 * report it.
 */
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
