import { join } from 'node:path';
import { createSimulator, type DemoAccount, type Simulator } from '@svc-simulator/simulator';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { afterAll, beforeAll, expect } from 'vitest';
import { writeRunFile } from '../src/connection/run-file.ts';
import { runSim } from '../src/run-sim.ts';
import { createStage, type Stage, type StageOptions } from './stage.ts';

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An in-memory simulator for the tests of a file. Its functions run commands that find it by its run file. */
export interface Live {
  readonly url: string;
  readonly account: DemoAccount;
  /** Creates an account that the run file doesn't contain. */
  openAccount(shortName: string): Promise<DemoAccount>;
  /** Creates a command's context in a directory with the run file of the simulator. */
  createLiveStage(words: readonly string[], options?: StageOptions): Promise<Stage>;
  sim(...words: readonly string[]): Promise<Run>;
  /** Runs a command that must succeed without other output, and returns its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which tests look into
  runForData(...words: readonly string[]): Promise<any>;
  newSession(...words: readonly string[]): Promise<string>;
}

export async function runStage(stage: Stage): Promise<Run> {
  const code = await runSim(stage.context);
  return { code, stdout: stage.stdout(), stderr: stage.stderr() };
}

export function liveSimulator(): Live {
  let simulator: Simulator;
  let account: DemoAccount;
  beforeAll(async () => {
    simulator = await createSimulator({ port: 0, accreditationDelayMs: 0, throwaway: true });
    account = (await simulator.demo) as DemoAccount;
  });
  afterAll(() => simulator.close());

  const live: Live = {
    get url() {
      return simulator.url;
    },
    get account() {
      return account;
    },
    openAccount: (shortName) => simulator.openAccount(shortName),
    async createLiveStage(words, options) {
      const stage = createStage(words, options);
      stage.nowMs = Date.now();
      await writeRunFile(inEnglish, join(stage.directory, '.sim'), {
        url: simulator.url,
        pid: process.pid,
        account,
      });
      return stage;
    },
    sim: async (...words) => runStage(await live.createLiveStage(words)),
    async runForData(...words) {
      const { code, stdout, stderr } = await live.sim(...words, '--json');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n')).toHaveLength(2);
      return JSON.parse(stdout);
    },
    newSession: async (...words) => (await live.runForData('session', 'create', ...words)).id,
  };
  return live;
}
