import { Agent, request } from 'node:http';
import machine from 'texts:machine';
import testing from 'texts:testing';
import { fetchTrusting, fetchWith } from '@svc-simulator/client';
import { toolAgents } from '@svc-simulator/contract';
import { getOrCreate } from '@svc-simulator/core';
import { createClock, createSimulator, type DemoAccount } from '@svc-simulator/simulator';
import { languageOf, localeIn, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { accountHandle } from './account/account-handle.ts';
import { readSnapshotText } from './account/account-snapshots.ts';
import { fakeTimerNames, realTime } from './real-time.ts';
import type { TestSimulator, TestSimulatorOptions } from './testing-api.ts';
import { EventLog } from './trace/event-log.ts';
import { defaultWaitMs } from './wait.ts';

/** In some test sandboxes, `Symbol.asyncDispose` is missing although Node has it. */
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose');

const testingTexts = textsByLanguage(testing, machine);

/**
 * Starts a simulator in this process: a free port, everything in memory, ready in some tens of milliseconds.
 */
export async function startSimulator(options: TestSimulatorOptions = {}): Promise<TestSimulator> {
  const t = testingTexts(languageOf(options.lang ?? process.env.SIM_LANG) ?? localeIn(process.env).code);
  const { port = 0, tls = false, accreditationDelayMs = 0, rates, timeoutMs, log } = options;
  const fakes = fakeTimerNames();
  if (fakes.length > 0) throw new Error(t('testing.simulator.fake_timers', { names: fakes.join(', ') }));
  const startedAtMs = realTime.performance.now();
  const waitMs = () => timeoutMs ?? defaultWaitMs(realTime.performance.now() - startedAtMs);
  const seed = options.seed === undefined ? null : await readSnapshotText(t, options.seed);
  const simulator = await createSimulator({
    port,
    tls,
    accreditationDelayMs,
    throwaway: true,
    demo: false,
    clock: createClock(realTime),
    ...(seed !== null && { seed }),
    ...(rates && { rates: JSON.stringify(rates) }),
    ...(log && { log }),
  });
  const logs = new Map<string, EventLog>();
  const logOf = (accountId: string) =>
    getOrCreate(logs, accountId, () => new EventLog(t, simulator.attemptsUnderWay));
  simulator.onEvent(({ accountId, json }) => logOf(accountId).add(JSON.parse(json)));
  const { url, caCertificate } = simulator;
  const connection = {
    at: {
      baseUrl: url,
      language: t.lang,
      agent: toolAgents.tool,
      // Not the global `fetch`, because a test can replace it for the program under test.
      fetch: caCertificate
        ? fetchTrusting(caCertificate.pem)
        : fetchWith(async () => new Agent({ keepAlive: true }), request),
    },
    env: caCertificate ? { SIM_CA_FILE: caCertificate.file, NODE_EXTRA_CA_CERTS: caCertificate.file } : {},
  };
  const handleOf = (account: DemoAccount) =>
    accountHandle(connection, account, logOf(account.account_id), waitMs);
  const seeded = (await simulator.seededAccounts).map(handleOf);
  // New accounts are called `test-1`, `test-2` and so on. A snapshot that a test saved already contains some
  // of these names.
  const usedNames = new Set(seeded.map(({ shortName }) => shortName));
  let lastAccountNumber = 0;
  const account = async () => {
    do lastAccountNumber++;
    while (usedNames.has(`test-${lastAccountNumber}`));
    return handleOf(await simulator.openAccount(`test-${lastAccountNumber}`));
  };
  const close = async () => {
    for (const eventLog of logs.values()) eventLog.end(t('testing.simulator.closed'));
    await simulator.close();
  };
  const ca = caCertificate?.pem ?? null;
  return { ...(seeded[0] ?? (await account())), seeded, ca, account, close, [asyncDispose]: close };
}
