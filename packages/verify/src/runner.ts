import { randomUUID } from 'node:crypto';
import type { Clock } from '@svc-simulator/core';
import { callsIn } from './builders.ts';
import type { Case, Need, Reason, Result, Verdict } from './case.ts';
import { exchangeBy } from './exchange.ts';
import { perform, type Stage } from './execution.ts';
import { openReceiver } from './receiver.ts';
import type { Scope } from './scope.ts';
import { type Credentials, givenAccount, lackedBy, letsRegister, openAccount, whatItHas } from './target.ts';

export interface SuiteOptions {
  /** The target's address, without a path: `http://127.0.0.1:4010`. */
  readonly baseUrl: string;
  readonly cases: readonly Case[];
  readonly clock: Clock;
  /** Left out: an account is registered, where the target lets anybody do so. */
  readonly credentials?: Credentials;
  readonly fetch?: typeof fetch;
  /** Judges also cases that change what others may have there: settings, the clock, all of the account. */
  readonly all?: boolean;
  /** Requests a second, at most. */
  readonly rate?: number;
  /** A public address that leads to the receiver, for targets on other machines. */
  readonly webhookUrl?: string;
  /** Default: any free port. */
  readonly webhookPort?: number;
  /** How long a webhook may take beside the time that a case lets pass, in ms. Default 15 000. */
  readonly deadlineMs?: number;
  /** How many cases are judged at once. Default 8. */
  readonly concurrency?: number;
  /** Chance: UUIDs for what has to be unique. */
  readonly uuid?: () => string;
  readonly onResult?: (result: Result) => void;
  /** Ends it: what is not judged by then stays so. */
  readonly signal?: AbortSignal;
}

const DEADLINE_MS = 15_000;
const CONCURRENCY = 8;

/** Judges a target by the cases. The results are in the order of the cases. */
export async function runSuite(options: SuiteOptions): Promise<Result[]> {
  const { clock, cases, signal, onResult, concurrency = CONCURRENCY, all = false } = options;
  const receiver = await openReceiver(clock, options.webhookPort);
  try {
    const target = await reached(options, receiver);
    const results = new Map<Case, Result>();
    const judge = async (one: Case) => {
      const beganMs = clock.now();
      const verdict: Verdict = signal?.aborted
        ? { verdict: 'not-judged', because: 'ended' }
        : await judged(one, target, all);
      const result = { ...verdict, case: one, tookMs: clock.now() - beganMs };
      results.set(one, result);
      onResult?.(result);
    };
    const alone = (one: Case) => !one.safe && !target.registers;
    await inParallel(
      cases.filter((one) => !alone(one)),
      concurrency,
      judge,
    );
    // They share one account, and change it.
    await inParallel(cases.filter(alone), 1, judge);
    return cases.flatMap((one) => results.get(one) ?? []);
  } finally {
    await receiver.close();
  }
}

interface Target {
  readonly stage: Stage;
  readonly has: ReadonlySet<Need>;
  /** Operations that it does not have. */
  readonly lacks: ReadonlySet<string>;
  /** Whether anybody can register, so that a case can have an account of its own. */
  readonly registers: boolean;
  readonly webhookBase: string;
  uuid(): string;
}

async function reached(options: SuiteOptions, receiver: Stage['receiver']): Promise<Target> {
  const { clock, credentials = {}, rate, signal, uuid = randomUUID, deadlineMs = DEADLINE_MS } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const bare: Stage = {
    baseUrl,
    receiver,
    deadlineMs,
    exchange: exchangeBy(options.fetch ?? fetch, clock, { rate, signal }),
    scope: new Map(),
    name: '',
    movesClock: false,
    now: () => clock.now(),
  };
  const registers = await letsRegister(bare);
  const isGiven = credentials.token !== undefined;
  const scope =
    isGiven || !registers ? await givenAccount(bare, credentials) : await openAccount(bare, shortOf(uuid()));
  if (registers && !scope.has('other.token') && (!isGiven || options.all))
    for (const [name, value] of await openAccount(bare, shortOf(uuid()))) scope.set(`other.${name}`, value);
  const stage = { ...bare, scope };
  const has = await whatItHas(stage);
  const isNear = /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
  if (scope.has('webhookSecret') && (options.webhookUrl !== undefined || isNear)) has.add('receiver');
  const lacks = await lackedBy(
    stage,
    new Set(options.cases.flatMap(({ steps }) => callsIn(steps).map((one) => one.call))),
  );
  return { stage, has, lacks, registers, webhookBase: options.webhookUrl ?? receiver.url, uuid };
}

async function judged(one: Case, target: Target, all: boolean): Promise<Verdict> {
  const because = whyNot(one, target, all);
  if (because) return { verdict: 'not-judged', because };
  const letsTimePass = one.steps.some((step) => 'laterMs' in step);
  const isOwn = target.registers && all && (!one.safe || letsTimePass);
  const name = target.uuid();
  const { stage } = target;
  const scope: Scope = new Map(stage.scope);
  try {
    if (isOwn) for (const [key, value] of await openAccount(stage, shortOf(name))) scope.set(key, value);
  } catch (error) {
    return { verdict: 'not-judged', because: 'setup', detail: String(error) };
  }
  scope.set('unique', shortOf(name)).set('uuid', target.uuid()).set('order', target.uuid());
  scope.set('serial', `V-${shortOf(name)}`).set('receiver', `${target.webhookBase}/${name}`);
  scope.set('future', new Date(stage.now() + DAY_MS).toISOString());
  // A case that asks to be alone counts what there is.
  if (!isOwn && one.steps.some((step) => 'laterMs' in step && step.laterMs === 0))
    return { verdict: 'not-judged', because: 'setup' };
  const movesClock = target.has.has('clock') && (isOwn || !one.safe);
  if (letsTimePass && one.needs.includes('clock') && !movesClock)
    return { verdict: 'not-judged', because: 'clock' };
  return perform(one, { ...stage, scope, name, movesClock });
}

const DAY_MS = 86_400_000;

function whyNot(one: Case, { has, lacks }: Target, all: boolean): Reason | undefined {
  const missing = one.needs.find((need) => !has.has(need));
  if (missing) return missing;
  if (callsIn(one.steps).some(({ call }) => lacks.has(call))) return 'operation';
  return one.safe || all ? undefined : 'unsafe';
}

/** As much of a UUID as keeps names apart within one run. */
function shortOf(uuid: string): string {
  return uuid.slice(0, 13);
}

async function inParallel<T>(
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
