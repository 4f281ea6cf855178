import {
  createAgreement,
  forceOutcome,
  isUrl,
  membersOf,
  type Operation,
  type Refusal,
} from '@svc-simulator/contract';
import { type AccountRecord, isMasked, settingsOf, sleep } from '@svc-simulator/core';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import type { RawWebhookSender, ReceiverAnswer, Webhook } from '@svc-simulator/outbound';
import { RawSender } from '@svc-simulator/outbound';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Execute } from '../execute.ts';
import { createInternalInput, type InternalRequest } from '../input.ts';
import { dataOf } from '../route.ts';
import type { Runtime } from '../runtime.ts';
import { checks, type SessionEnds, sessionEndChecks } from './checks.ts';
import { type CheckResult, runChecks, type Scenario } from './doctor-report.ts';
import type { CheckId } from './finding.ts';
import {
  type AttemptedWebhook,
  type OnExchange,
  RelayedError,
  type SessionEvent,
  SimulatedWebhooks,
  type WebhookSource,
} from './simulated-webhooks.ts';
import { TestedReceiver } from './tested-receiver.ts';

export interface DoctorExchange extends Pick<ReceiverAnswer, 'status' | 'error'> {
  readonly label: string;
}

export interface CheckReport extends CheckResult {
  readonly exchanges: readonly DoctorExchange[];
}

type TestRun =
  | { readonly reports: readonly CheckReport[] }
  | { readonly refused: 'url' | 'busy' | 'chaos' | 'clock' | 'relay' }
  | { readonly refused: 'call'; readonly refusal: Refusal };

interface TestRunRequest {
  readonly account: AccountRecord;
  readonly url: string;
  readonly scenario: Scenario;
  readonly lang: Language;
}

/**
 * Tests receivers with the checks of `sim doctor`. Refuses accounts with chaos or a virtual clock, because
 * their effects would look like faults of the receiver.
 */
export class Doctor {
  readonly #runtime: Runtime;
  readonly #execute: Execute;
  readonly #closing: AbortSignal;
  /** Ids of accounts with a running test. A second test of an account at the same time is refused. */
  readonly #busyIds = new Set<string>();

  constructor(runtime: Runtime, execute: Execute, closing: AbortSignal) {
    this.#runtime = runtime;
    this.#execute = execute;
    this.#closing = closing;
  }

  reasonToRefuse({ id, chaos, clock }: AccountRecord): 'chaos' | 'clock' | 'busy' | undefined {
    if (chaos) return 'chaos';
    if (clock) return 'clock';
    return this.#busyIds.has(id) ? 'busy' : undefined;
  }

  async run(request: TestRunRequest): Promise<TestRun> {
    const { account, url } = request;
    if (!isUrl(url) || !/^https?:/i.test(url) || isMasked(url)) return { refused: 'url' };
    const reason = this.reasonToRefuse(account);
    if (reason) return { refused: reason };
    this.#busyIds.add(account.id);
    try {
      return { reports: await this.#runChecks(request) };
    } catch (error) {
      if (error instanceof RelayedError) return { refused: 'relay' };
      if (error instanceof RefusedError) return { refused: 'call', refusal: error.refusal };
      throw error;
    } finally {
      this.#busyIds.delete(account.id);
    }
  }

  async #runChecks({ account, url, scenario, lang }: TestRunRequest): Promise<readonly CheckReport[]> {
    const { clock, random } = this.#runtime;
    const exchangesByCheck = new Map<CheckId, DoctorExchange[]>();
    let exchanges: DoctorExchange[] = [];
    const recordExchange: OnExchange = (label, { status, error }) => {
      exchanges.push({ label, status, error });
    };
    const context = { runtime: this.#runtime, execute: this.#execute, account, lang, closing: this.#closing };
    const agreementId = await this.#findOrCreateAgreement(context);
    const webhooks = new InternalWebhooks(context, { agreementId, url, onExchange: recordExchange });
    const receiver = new TestedReceiver({
      genuine: webhooks,
      sender: recordingSender(new RawSender(systemClock, url, await this.#addressGuard()), recordExchange),
      secret: account.webhookSecret,
      now: () => clock.now(),
      newId: () => random.uuid(),
      createSecretError: () => new Error('the account signs with a secret that is not its own'),
    });
    const selection = [...checks, ...sessionEndChecks(webhooks)]
      .filter(({ id }) => scenario.checkIds.includes(id))
      .map((check) => ({
        ...check,
        run: (receiverUnderTest: TestedReceiver) => {
          exchanges = [];
          exchangesByCheck.set(check.id, exchanges);
          return check.run(receiverUnderTest);
        },
      }));
    const results = await runChecks(systemClock, receiver, selection);
    return results.map((result) => ({ ...result, exchanges: exchangesByCheck.get(result.id) ?? [] }));
  }

  async #findOrCreateAgreement(context: InternalContext): Promise<string> {
    const { account } = context;
    const { items } = await this.#runtime.store.list('agreement', account.id, { limit: 1 });
    if (items[0]) return items[0].id;
    const body = {
      title: 'sim doctor',
      payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
      default_bank_account_id: 'sim-doctor',
    };
    return String((await executeInternally(context, createAgreement, { body })).agreement_id);
  }

  /**
   * Returns the function that refuses private addresses in a hosted simulator; undefined in a local
   * simulator.
   */
  async #addressGuard() {
    if (!this.#runtime.settings.hosted) return undefined;
    return (await import('../webhooks/address-guard.ts')).isForbiddenAddress;
  }
}

function recordingSender(sender: RawWebhookSender, recordExchange: OnExchange): RawWebhookSender {
  return {
    async send(webhook) {
      const answer = await sender.send(webhook);
      recordExchange(findEventName(webhook), answer);
      return answer;
    },
    async sendInPieces(webhooks, splitAt, between) {
      const answers = await sender.sendInPieces(webhooks, splitAt, between);
      for (const [index, webhook] of webhooks.entries()) {
        const answer = answers[index];
        if (answer) recordExchange(findEventName(webhook), answer);
      }
      return answers;
    },
    cutOff: (webhook, between) => sender.cutOff(webhook, between),
    findsTls: () => sender.findsTls(),
  };
}

/** Finds the event with a regular expression, because the body may be incomplete JSON. */
function findEventName({ body }: Webhook): string {
  return /"event":\s*"([^"]*)"/.exec(body.toString('utf8'))?.[1] ?? '';
}

const TRACE_POLL_MS = 20;
/**
 * Longer than most servers keep an idle connection open, so the accreditation's webhook meets a closed
 * connection.
 */
const LATE_ACCREDITATION_MS = 10_000;
const EVENTS_PER_POLL = 100;

class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

interface InternalContext {
  readonly runtime: Runtime;
  readonly execute: Execute;
  readonly account: AccountRecord;
  readonly lang: Language;
  readonly closing: AbortSignal;
}

/** Creates webhooks and ends sessions of the account in this process, without requests over the network. */
class InternalWebhooks extends SimulatedWebhooks implements SessionEnds {
  readonly #context: InternalContext;

  constructor(context: InternalContext, target: Pick<WebhookSource, 'agreementId' | 'url' | 'onExchange'>) {
    const { runtime } = context;
    super({
      ...target,
      publicUrl: runtime.settings.publicUrl,
      now: () => runtime.clock.now(),
      perform: (operation: Operation, input) => executeInternally(context, operation, input),
      follow: (sessionId, withinMs) => followEvents(context, sessionId, withinMs),
    });
    this.#context = context;
  }

  async accreditLate(): Promise<readonly AttemptedWebhook[]> {
    const { runtime, closing } = this.#context;
    const creation = await this.openSession();
    const { sessionId } = creation.emission;
    const payment = await this.force(sessionId, 'paid');
    await new Promise<void>((resolve) => {
      runtime.clock.after(LATE_ACCREDITATION_MS, resolve);
      closing.addEventListener('abort', () => resolve(), { once: true });
    });
    return [creation, payment, await this.force(sessionId, 'accredited')];
  }

  async expire(): Promise<AttemptedWebhook | undefined> {
    const { sessionId } = (await this.openSession()).emission;
    const body = { leg: 1, outcome: 'expired' };
    await this.source.perform(forceOutcome, { params: { session_id: sessionId }, body });
    if (!settingsOf(this.#context.account).extra_events) return undefined;
    return this.firstAttempt(sessionId, 'payment_session.expired');
  }
}

/**
 * Executes an operation and returns its data.
 * @throws RefusedError
 */
async function executeInternally(
  { execute, account, lang }: InternalContext,
  operation: Operation,
  input: InternalRequest = {},
) {
  const outcome = await execute(
    operation,
    createInternalInput('page', { ...input, lang, by: 'examination' }),
    { account },
  );
  if (outcome instanceof Response) throw new Error(`${operation.id} answers no data`);
  if (!outcome.ok) throw new RefusedError(outcome.refusal);
  return membersOf(dataOf(outcome.value));
}

/** Yields a session's events from the trace, because another instance could make the attempts. */
async function* followEvents(
  { runtime, account, closing }: InternalContext,
  sessionId: string,
  withinMs: number,
): AsyncIterable<SessionEvent> {
  const untilMs = systemClock.elapsed() + withinMs;
  let after = 0;
  while (systemClock.elapsed() < untilMs && !closing.aborted) {
    const query = { sessionId, order: 'asc', limit: EVENTS_PER_POLL, after } as const;
    const { items } = await runtime.store.trace.page(account.id, query);
    for (const { type, json } of items) yield { type, data: JSON.parse(json).data };
    after = items.at(-1)?.id ?? after;
    await sleep(systemClock, TRACE_POLL_MS);
  }
}
