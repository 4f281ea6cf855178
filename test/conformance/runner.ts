import { randomUUID } from 'node:crypto';
import type { Clock } from '@svc-simulator/core';
import { callsIn } from './builders.ts';
import type { Case, Need, Reason, Result, Verdict } from './case.ts';
import { exchangeBy } from './exchange.ts';
import { perform, type Stage } from './execution.ts';
import { openReceiver } from './receiver.ts';
import { relaysOf } from './relays.ts';
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
  const relays = relaysOf(options.baseUrl, receiver.port, clock);
  try {
    const target = await reached(options, { receiver, relays });
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
    await relays.close();
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
  /** Every account needs a relay of its own, or gets no webhooks. */
  readonly isRelayed: boolean;
  readonly clock: Clock;
  uuid(): string;
}

async function reached(
  options: SuiteOptions,
  { receiver, relays }: Pick<Stage, 'receiver' | 'relays'>,
): Promise<Target> {
  const { clock, credentials = {}, rate, signal, uuid = randomUUID, deadlineMs = DEADLINE_MS } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const bare: Stage = {
    baseUrl,
    receiver,
    relays,
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
  const webhookBase = options.webhookUrl ?? receiver.url;
  const isNear = /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
  const isReached = isNear || options.webhookUrl !== undefined;
  const has = await whatItHas(stage, isReached ? `${webhookBase}/${PROBE}` : undefined);
  const isRelayed = await comesByRelay(stage, options, { has, isNear });
  if (isRelayed) await relays.open(String(scope.get('token')));
  if (scope.has('webhookSecret') && (isReached || isRelayed)) has.add('receiver');
  if (isNear && !isRelayed) has.add('local');
  const lacks = await lackedBy(
    stage,
    new Set(options.cases.flatMap(({ steps }) => callsIn(steps).map((one) => one.call))),
  );
  return { stage, has, lacks, registers, webhookBase, isRelayed, clock, uuid };
}

/** What receives the webhooks of the session by which a target is looked at. */
const PROBE = 'probe';

/** How long the webhook of that session may take, in ms. */
const PROBE_MS = 5000;

/**
 * Whether webhooks come by the target's own relay: where it has one, nobody named another way, and they do not come by
 * themselves. A hosted simulator on this machine sends nothing to loopback.
 */
async function comesByRelay(
  { relays, receiver, scope }: Stage,
  { webhookUrl, cases }: SuiteOptions,
  { has, isNear }: { readonly has: Set<Need>; readonly isNear: boolean },
): Promise<boolean> {
  const wanted = cases.some(({ needs }) => needs.includes('receiver') || needs.includes('relay'));
  if (!wanted || !scope.has('token') || !(await relays.offered())) return false;
  has.add('relay');
  if (webhookUrl !== undefined || !scope.has('webhookSecret')) return false;
  return !isNear || (await receiver.await(PROBE, ([first]) => first, PROBE_MS)) === undefined;
}

async function judged(one: Case, target: Target, all: boolean): Promise<Verdict> {
  const because = whyNot(one, target, all);
  if (because) return { verdict: 'not-judged', because };
  const letsTimePass = one.steps.some((step) => 'laterMs' in step);
  const isOwn = target.registers && all && (!one.safe || letsTimePass);
  const name = target.uuid();
  const { stage } = target;
  const scope: Scope = new Map(stage.scope);
  const relays = relaysOf(stage.baseUrl, stage.receiver.port, target.clock);
  try {
    if (isOwn) for (const [key, value] of await openAccount(stage, shortOf(name))) scope.set(key, value);
  } catch (error) {
    return { verdict: 'not-judged', because: 'setup', detail: String(error) };
  }
  scope.set('unique', shortOf(name)).set('uuid', target.uuid()).set('order', target.uuid());
  scope
    .set('serial', `V-${shortOf(name)}`)
    .set('receiver', `${target.webhookBase}/${name}`)
    .set('case', name);
  scope.set('future', new Date(stage.now() + DAY_MS).toISOString());
  // A case that asks to be alone counts what there is.
  if (!isOwn && one.steps.some((step) => 'laterMs' in step && step.laterMs === 0))
    return { verdict: 'not-judged', because: 'setup' };
  const movesClock = target.has.has('clock') && (isOwn || !one.safe);
  if (letsTimePass && one.needs.includes('clock') && !movesClock)
    return { verdict: 'not-judged', because: 'clock' };
  try {
    const opensOwn = one.steps.some((step) => 'relay' in step);
    if (isOwn && target.isRelayed && !opensOwn) await relays.open(String(scope.get('token')));
    return await perform(one, { ...stage, relays, scope, name, movesClock });
  } finally {
    await relays.close();
  }
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
