import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { version } from '../../../package.json';
import { scratchFolder } from '../../../test/support/scratch.ts';
import type { CliContext } from '../src/cli-context.ts';

/** A test's context: a temporary directory, no terminal, and recorded output. */
export interface Stage {
  readonly context: CliContext;
  readonly directory: string;
  stdout(): string;
  stderr(): string;
  signal(name: NodeJS.Signals): void;
  /** Codes passed to `exit`. */
  readonly exits: number[];
  /** URLs passed to the browser. */
  readonly openedUrls: string[];
  isHeapSmall: boolean;
  nowMs: number;
  /** Pids of ended processes; all other pids count as running. */
  readonly endedPids: Set<number>;
  /** Ends all deadlines of the context. */
  readonly deadline: AbortController;
}

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  readonly stdin?: string;
  readonly browser?: boolean;
}

export const demoAccount = {
  account_id: 'acc_1',
  short_name: 'demo',
  password: 'p',
  token: 'sim_api_demo',
  console_token: 'sim_con_demo',
  webhook_secret: 'whsec_1',
  agreement_id: 'agr_1',
  merchant_id: null,
  merchant_email: null,
};

export const jsonLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

export function createStage(
  words: readonly string[],
  { env = {}, terminal = false, stdin = '', browser = false }: StageOptions = {},
): Stage {
  const directory = scratchFolder();
  const outputTexts = { stdout: '', stderr: '' };
  const listeners = new Set<(signal: NodeJS.Signals) => void>();
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      outputTexts[name] += text;
    },
    isTerminal: terminal,
    width: undefined,
  });
  const deadline = new AbortController();
  const exits: number[] = [];
  const endedPids = new Set<number>();
  const openedUrls: string[] = [];
  const stage: Stage = {
    directory,
    stdout: () => outputTexts.stdout,
    stderr: () => outputTexts.stderr,
    signal: (name) => {
      for (const listener of listeners) listener(name);
    },
    exits,
    openedUrls,
    isHeapSmall: false,
    nowMs: Date.UTC(2026, 0, 1, 12),
    endedPids,
    deadline,
    context: {
      t: inEnglish,
      words,
      env,
      directory,
      program: 'sim',
      startedCommand: 'sim',
      isRelayPackage: false,
      pid: 4711,
      ownsProcess: false,
      stdout: output('stdout'),
      stderr: output('stderr'),
      readStdin: async () => stdin,
      ask: async (question) => {
        if (!terminal) return null;
        outputTexts.stderr += question;
        return stdin;
      },
      now: () => stage.nowMs,
      elapsed: () => stage.nowMs,
      deadline: () => deadline.signal,
      randomPassword: () => 'made-up-password',
      isAlive: (pid) => !endedPids.has(pid),
      onStopSignal: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      onReaderGone: () => () => {},
      onStrayRejection: () => () => {},
      keepHeapSmall: async () => {
        stage.isHeapSmall = true;
      },
      run: () => Promise.reject(new Error('this test starts no program')),
      pack: async () => writeFileSync(join(directory, `svc-simulator-${version}.tgz`), 'packed'),
      openInBrowser: async (url) => {
        if (browser) openedUrls.push(url);
        return browser;
      },
      exit: (code) => exits.push(code),
    },
  };
  return stage;
}
