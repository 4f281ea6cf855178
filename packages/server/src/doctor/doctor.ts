import {
  createAgreement,
  forceOutcome,
  isUrl,
  membersOf,
  type Operation,
  type Refusal,
} from '@svc-simulator/contract';
import { type AccountRecord, isMasked, settingsOf } from '@svc-simulator/core';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import type { RawWebhookSender, ReceiverAnswer, Webhook } from '@svc-simulator/outbound';
import { RawSender } from '@svc-simulator/outbound';
import type { Execute } from '../execute.ts';
import { type InternalRequest, inputWithin } from '../input.ts';
import { dataOf } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { checks, endChecks, type SessionEnds } from './checks.ts';
import { type CheckResult, runChecks, type Scenario } from './doctor-report.ts';
import type { CheckId } from './finding.ts';
import {
  type Note,
  RelayedError,
  type SessionEvent,
  SimulatedWebhooks,
  type WebhookSource,
} from './simulated-webhooks.ts';
import { type Sent, TestedReceiver } from './tested-receiver.ts';

export interface Exchange extends Pick<ReceiverAnswer, 'status' | 'error'> {
  /** The body's `event`, or the kind of the test webhook. */
  readonly what: string;
}

export interface CheckReport extends CheckResult {
  readonly exchanges: readonly Exchange[];
}

type TestRun =
  | { readonly reports: readonly CheckReport[] }
  | { readonly refused: 'url' | 'busy' | 'chaos' | 'clock' | 'relay' }
  | { readonly refused: 'call'; readonly refusal: Refusal };

interface TestRunRequest {
  readonly account: AccountRecord;
  readonly url: string;
  readonly scenario: Scenario;
}

/**
 * Tests receivers with the checks of `sim doctor`. It refuses accounts with chaos or a virtual clock, whose
 * effects would look like faults of the receiver.
 */
export class Doctor {
  readonly #runtime: Runtime;
  readonly #execute: Execute;
  readonly #closing: AbortSignal;
  /** Accounts with a running test; one at a time each. */
  readonly #busy = new Set<string>();

  constructor(runtime: Runtime, execute: Execute, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#execute = execute;
    this.#closing = closing;
  }

  refusedNow({ id, chaos, clock }: AccountRecord): 'chaos' | 'clock' | 'busy' | undefined {
    if (chaos) return 'chaos';
    if (clock) return 'clock';
    return this.#busy.has(id) ? 'busy' : undefined;
  }

  async run({ account, url, scenario }: TestRunRequest): Promise<TestRun> {
    if (!isUrl(url) || !/^https?:/i.test(url) || isMasked(url)) return { refused: 'url' };
    const reason = this.refusedNow(account);
    if (reason) return { refused: reason };
    this.#busy.add(account.id);
    try {
      return { reports: await this.#runChecks({ account, url, scenario }) };
    } catch (error) {
      if (error instanceof RelayedError) return { refused: 'relay' };
      if (error instanceof RefusedError) return { refused: 'call', refusal: error.refusal };
      throw error;
    } finally {
      this.#busy.delete(account.id);
    }
  }

  async #runChecks({ account, url, scenario }: TestRunRequest): Promise<readonly CheckReport[]> {
    const { clock, random } = this.#runtime;
    const notes = new Map<CheckId, Exchange[]>();
    let exchanges: Exchange[] = [];
    const note: Note = (what, { status, error }) => {
      exchanges.push({ what, status, error });
    };
    const inside = { runtime: this.#runtime, execute: this.#execute, account, closing: this.#closing };
    const agreementId = await this.#agreementOf(inside);
    const genuine = new WebhooksFromWithin(inside, { agreementId, url, note });
    const receiver = new TestedReceiver({
      genuine,
      sender: notedSender(new RawSender(systemClock, url, await this.#guard()), note),
      secret: account.webhookSecret,
      now: () => clock.now(),
      newId: () => random.uuid(),
      foreignSecret: () => new Error('the account signs with a secret that is not its own'),
    });
    const selection = [...checks, ...endChecks(genuine)]
      .filter(({ id }) => scenario.checkIds.includes(id))
      .map((check) => ({
        ...check,
        run: (under: TestedReceiver) => {
          exchanges = [];
          notes.set(check.id, exchanges);
          return check.run(under);
        },
      }));
    const results = await runChecks(systemClock, receiver, selection);
    return results.map((each) => ({ ...each, exchanges: notes.get(each.id) ?? [] }));
  }

  async #agreementOf(inside: Inside): Promise<string> {
    const { account } = inside;
    const { items } = await this.#runtime.store.list('agreement', account.id, { limit: 1 });
    if (items[0]) return items[0].id;
    const body = {
      title: 'sim doctor',
      payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
      default_bank_account_id: 'sim-doctor',
    };
    return String((await perform(inside, createAgreement, { body })).agreement_id);
  }

  /** A hosted simulator sends tests only to addresses allowed for webhooks. */
  async #guard() {
    if (!this.#runtime.settings.hosted) return undefined;
    return (await import('../webhooks/address-guard.ts')).isForbiddenAddress;
  }
}

function notedSender(sender: RawWebhookSender, note: Note): RawWebhookSender {
  return {
    async send(webhook) {
      const answer = await sender.send(webhook);
      note(eventIn(webhook), answer);
      return answer;
    },
    async sendInPieces(webhooks, splitAt, between) {
      const answers = await sender.sendInPieces(webhooks, splitAt, between);
      for (const [at, webhook] of webhooks.entries()) {
        const answer = answers[at];
        if (answer) note(eventIn(webhook), answer);
      }
      return answers;
    },
    cutOff: (webhook, between) => sender.cutOff(webhook, between),
  };
}

/** Returns the event that a body names, even if the body is cut. */
function eventIn({ body }: Webhook): string {
  return /"event":\s*"([^"]*)"/.exec(body.toString('utf8'))?.[1] ?? '';
}

const LOOK_EVERY_MS = 20;
/** Longer than most servers keep an idle connection. */
const LATE_MS = 10_000;
const EXAMINED_EVENTS = 100;

class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

interface Inside {
  readonly runtime: Runtime;
  readonly execute: Execute;
  readonly account: AccountRecord;
  readonly closing: AbortSignal;
}

/** The account's webhooks, and the ways to end its sessions, from within the simulator. */
class WebhooksFromWithin extends SimulatedWebhooks implements SessionEnds {
  readonly #inside: Inside;

  constructor(inside: Inside, target: Pick<WebhookSource, 'agreementId' | 'url' | 'note'>) {
    const { runtime } = inside;
    super({
      ...target,
      publicUrl: runtime.settings.publicUrl,
      now: () => runtime.clock.now(),
      perform: (operation: Operation, input) => perform(inside, operation, input),
      follow: (sessionId, withinMs) => events(inside, sessionId, withinMs),
    });
    this.#inside = inside;
  }

  async accreditLate(): Promise<readonly Sent[]> {
    const { runtime, closing } = this.#inside;
    const creation = await this.open();
    const { sessionId } = creation.emission;
    const payment = await this.force(sessionId, 'paid');
    await new Promise<void>((resolve) => {
      runtime.clock.after(LATE_MS, resolve);
      closing.addEventListener('abort', () => resolve(), { once: true });
    });
    return [creation, payment, await this.force(sessionId, 'accredited')];
  }

  async expire(): Promise<Sent | undefined> {
    const { sessionId } = (await this.open()).emission;
    const body = { leg: 1, outcome: 'expired' };
    await this.source.perform(forceOutcome, { params: { session_id: sessionId }, body });
    if (!settingsOf(this.#inside.account).extra_events) return undefined;
    return this.firstAttempt(sessionId, 'payment_session.expired');
  }
}

/** Executes an operation and returns its data. @throws RefusedError */
async function perform({ execute, account }: Inside, operation: Operation, input: InternalRequest = {}) {
  const executed = await execute(operation, inputWithin('page', { ...input, by: 'examination' }), {
    account,
  });
  if (executed instanceof Response) throw new Error(`${operation.id} answers no data`);
  if (!executed.ok) throw new RefusedError(executed.refusal);
  return membersOf(dataOf(executed.value));
}

/** Reads the trace, because another instance may send the attempt. */
async function* events(
  { runtime, account, closing }: Inside,
  sessionId: string,
  withinMs: number,
): AsyncIterable<SessionEvent> {
  const untilMs = systemClock.elapsed() + withinMs;
  let after = 0;
  while (systemClock.elapsed() < untilMs && !closing.aborted) {
    const query = { sessionId, order: 'asc', limit: EXAMINED_EVENTS, after } as const;
    const { items } = await runtime.store.trace.page(account.id, query);
    for (const { type, json } of items) yield { type, data: JSON.parse(json).data };
    after = items.at(-1)?.id ?? after;
    await new Promise<void>((resolve) => systemClock.after(LOOK_EVERY_MS, resolve));
  }
}
