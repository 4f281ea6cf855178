import { randomUUID } from 'node:crypto';
import type { Case, Result, Verdict } from './case.ts';
import { callsIn } from './cases-of.ts';
import type { Scope } from './judge.ts';
import { perform } from './perform.ts';
import { createExchange } from './request.ts';
import {
  allowsRegistration,
  type Credentials,
  findMissingOperations,
  hasPage,
  openAccount,
  readAccount,
  refreshTokenOf,
} from './target.ts';
import { openReceiver, relaysOf } from './webhooks.ts';

export interface SuiteOptions {
  /** The target's URL, such as `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  readonly cases: readonly Case[];
  /** Default: registers an account, if the target allows it. */
  readonly credentials?: Credentials;
  /** Also judges cases that change shared state: settings, the clock, or the whole account. */
  readonly all?: boolean;
  /** Maximum requests per second. */
  readonly rate?: number | undefined;
  /** Public URL of the receiver, for targets on other machines. */
  readonly webhookUrl?: string | undefined;
  /** Default: any free port. */
  readonly webhookPort?: number | undefined;
  /** Stops after the first case that differs. */
  readonly first?: boolean;
}

/** Timeout of a webhook, in addition to the time that the case lets pass. */
const DEADLINE_MS = 15_000;
/** Number of cases that run at the same time. */
const CONCURRENCY = 8;
const DAY_MS = 86_400_000;

/** Judges a target with the cases. Returns the results in the order of the cases. */
export async function runSuite(options: SuiteOptions): Promise<Result[]> {
  const { cases, all = false, first = false } = options;
  const target = await connectToTarget(options);
  const results = new Map<Case, Result>();
  const endPromise = new Promise<void>((end) => {
    let isOver = false;
    const judge = async (one: Case) => {
      if (isOver) return;
      const beganMs = Date.now();
      const verdict = await judgeCase(one, target, all);
      results.set(one, { ...verdict, case: one, durationMs: Date.now() - beganMs });
      if (!first || verdict.verdict !== 'differs') return;
      isOver = true;
      end();
    };
    const alone = (one: Case) => !one.safe && !target.registers;
    const parallelCases = cases.filter((one) => !alone(one));
    // The remaining cases run one after the other, because they change the same account.
    void runInParallel(parallelCases, CONCURRENCY, judge)
      .then(() => runInParallel(cases.filter(alone), 1, judge))
      .then(end);
  });
  await endPromise;
  await target.close();
  return cases.flatMap((one) => results.get(one) ?? []);
}

type Target = Awaited<ReturnType<typeof connectToTarget>>;

async function connectToTarget(options: SuiteOptions) {
  const { credentials = {}, webhookUrl, webhookPort, cases, all } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const exchange = createExchange(options.rate);
  const receiver = await openReceiver(webhookPort);
  const relays = relaysOf(baseUrl, receiver.port);
  const registers = await allowsRegistration(baseUrl, exchange);
  const isGiven = credentials.token !== undefined;
  const account =
    isGiven || !registers ? await readAccount(baseUrl, credentials) : await openAccount(baseUrl);
  const scope: Scope = new Map(Object.entries(account));
  if (registers && !scope.has('other.token') && (!isGiven || all))
    for (const [name, value] of Object.entries(await openAccount(baseUrl))) scope.set(`other.${name}`, value);
  const refreshToken =
    cases.some(({ needs }) => needs.includes('refreshToken')) && (await refreshTokenOf(baseUrl, scope));
  if (refreshToken) scope.set('refreshToken', refreshToken);
  const has = new Set<string>();
  const webhookBase = webhookUrl ?? receiver.url;
  const isNear = /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
  const lacks = await findMissingOperations(baseUrl, exchange, new Set(cases.flatMap(operationsOf)));
  if (scope.has('agreement_id') && (await hasPage(baseUrl, exchange, scope, `${webhookBase}/${PROBE}`)))
    has.add('page');
  const needsWebhooks =
    scope.has('webhookSecret') && cases.some(({ needs }) => needs.includes('webhookSecret'));
  // Only a target that supports relays reports that a token is unknown.
  if (needsWebhooks && (await relays.open('nobody')) === 'unauthorized') has.add('relay');
  // A hosted simulator on this machine sends no webhooks to loopback.
  const probeArrives = async () => (await receiver.await(PROBE, ([one]) => one, PROBE_MS)) !== undefined;
  const isRelayed = has.has('relay') && webhookUrl === undefined && (!isNear || !(await probeArrives()));
  if (isRelayed) await relays.open(scope.get('token'));
  if (isNear && !isRelayed) has.add('local');
  if (!isNear && webhookUrl === undefined && !isRelayed) scope.delete('webhookSecret');
  const close = async () => {
    await relays.close();
    receiver.close();
  };
  return { baseUrl, exchange, receiver, registers, scope, has, lacks, webhookBase, isRelayed, close };
}

/** Name of the receiver with which the suite finds out if webhooks of the target arrive. */
const PROBE = 'probe';
const PROBE_MS = 5000;

async function judgeCase(one: Case, target: Target, all: boolean): Promise<Verdict> {
  const { scope: shared, has, lacks, registers, baseUrl, receiver, exchange } = target;
  const lacking =
    one.needs.find((need) => !shared.has(need) && !has.has(need) && !OWN.includes(need)) ??
    operationsOf(one).find((id) => lacks.has(id)) ??
    (one.safe || all ? undefined : 'all');
  if (lacking) return { verdict: 'not-judged', lacks: lacking };
  const letsTimePass = one.steps.some((step) => 'laterMs' in step);
  const hasOwnAccount = registers && all && (!one.safe || letsTimePass || one.needs.includes('alone'));
  if (!hasOwnAccount && one.needs.includes('alone')) return { verdict: 'not-judged', lacks: 'alone' };
  const name = randomUUID();
  const unique = name.slice(0, 13);
  const relays = relaysOf(baseUrl, receiver.port);
  const hasMerchant = one.needs.some((need) => need.startsWith('merchant')) || /Merchant/.test(one.operation);
  const account = hasOwnAccount ? await openAccount(baseUrl, hasMerchant).catch(String) : {};
  if (typeof account === 'string') return { verdict: 'not-judged', lacks: account };
  try {
    const scope: Scope = new Map([
      ...shared,
      ...Object.entries(account),
      ...Object.entries({
        unique,
        uuid: randomUUID(),
        orderId: randomUUID(),
        serialNumber: `V-${unique}`,
        case: name,
      }),
      ['receiver', `${target.webhookBase}/${name}`],
      ['future', new Date(Date.now() + DAY_MS).toISOString()],
    ]);
    const opensRelay = one.steps.some((step) => 'relay' in step);
    if (hasOwnAccount && target.isRelayed && !opensRelay) await relays.open(scope.get('token'));
    const movesClock = hasOwnAccount && !lacks.has('advanceClock');
    const stage = { baseUrl, exchange, receiver, relays, scope, deadlineMs: DEADLINE_MS, movesClock };
    return await perform(one, stage);
  } finally {
    await relays.close();
  }
}

/** Needs that give a case its own account. */
const OWN = ['alone', 'clock'];

function operationsOf({ steps, needs }: Case): readonly string[] {
  return [...callsIn(steps).map((one) => one.call), ...(needs.includes('clock') ? ['advanceClock'] : [])];
}

async function runInParallel<T>(
  items: readonly T[],
  many: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: many }, worker));
}
