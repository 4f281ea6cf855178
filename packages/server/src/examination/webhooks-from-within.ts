import { forceOutcome, type Operation, type Refusal } from '@svc-simulator/contract';
import {
  type AccountRecord,
  type Sent,
  type SessionEnds,
  type SessionEvent,
  SimulatedWebhooks,
  settingsOf,
  type WebhookSource,
} from '@svc-simulator/core';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import type { Perform } from '../performer.ts';
import type { Runtime } from '../runtime.ts';

const LOOK_EVERY_MS = 20;
/** Longer than most servers keep a connection that rests. */
const LATE_MS = 10_000;
/** Events of one session that is examined with. */
const EVENTS = 100;

/** What the simulator would not do for the examination. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

interface Inside {
  readonly runtime: Runtime;
  readonly perform: Perform;
  readonly account: AccountRecord;
  /** Ends the waiting for answers. */
  readonly closing: AbortSignal;
}

/** Webhooks of an account of this simulator, and how its sessions end. */
export class WebhooksFromWithin extends SimulatedWebhooks implements SessionEnds {
  readonly #inside: Inside;

  constructor(inside: Inside, wanted: Pick<WebhookSource, 'agreementId' | 'url' | 'note'>) {
    const { runtime, account, perform } = inside;
    super({
      ...wanted,
      publicUrl: runtime.settings.publicUrl,
      now: () => runtime.clock.now(),
      perform: (operation: Operation, given) =>
        performed(perform, operation, { account, by: 'examination', ...given }),
      follow: (sessionId, withinMs) => events(inside, sessionId, withinMs),
    });
    this.#inside = inside;
  }

  async accreditLate(): Promise<readonly Sent[]> {
    const { runtime, closing } = this.#inside;
    const created = await this.open();
    const { sessionId } = created.emission;
    const paid = await this.force(sessionId, 'paid');
    await new Promise<void>((resolve) => {
      runtime.clock.after(LATE_MS, resolve);
      closing.addEventListener('abort', () => resolve(), { once: true });
    });
    return [created, paid, await this.force(sessionId, 'accredited')];
  }

  async expire(): Promise<Sent | undefined> {
    const { sessionId } = (await this.open()).emission;
    const body = { leg: 1, outcome: 'expired' };
    await this.source.perform(forceOutcome, { params: { session_id: sessionId }, body });
    if (!settingsOf(this.#inside.account).extra_events) return undefined;
    return this.firstAttempt(sessionId, 'payment_session.expired');
  }
}

/** Carries out an operation. @throws RefusedError */
export async function performed(perform: Perform, ...what: Parameters<Perform>) {
  const done = await perform(...what);
  if (!done.ok) throw new RefusedError(done.refusal);
  return done.value;
}

/** Looks into the trace, since in a simulator of several instances another one may make the attempt. */
async function* events(
  { runtime, account, closing }: Inside,
  sessionId: string,
  withinMs: number,
): AsyncIterable<SessionEvent> {
  const untilMs = systemClock.elapsed() + withinMs;
  let after = 0;
  while (systemClock.elapsed() < untilMs && !closing.aborted) {
    const query = { sessionId, order: 'asc', limit: EVENTS, after } as const;
    const { items } = await runtime.store.trace.page(account.id, query);
    for (const { type, json } of items) yield { type, data: JSON.parse(json).data };
    after = items.at(-1)?.id ?? after;
    await new Promise<void>((resolve) => systemClock.after(LOOK_EVERY_MS, resolve));
  }
}
