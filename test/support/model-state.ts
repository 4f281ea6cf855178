/** Behavior of a session's receiver: accepts webhooks, refuses each once, or refuses all. */
export const receiverKinds = ['ok', 'flaky', 'dead'] as const;
export type ReceiverKind = (typeof receiverKinds)[number];
/** The number of the attempt that each kind of receiver accepts. */
const ATTEMPTS: Readonly<Record<ReceiverKind, number>> = { ok: 1, flaky: 2, dead: Number.POSITIVE_INFINITY };
/** The wait before each attempt (specification, Events). */
const WAITS_MS = [0, 2000, 5000] as const;

const DAY_MS = 86_400_000;
const ACCREDITATION_DELAY_MS = 5000;

export type Leg1 = 'paid' | 'failed' | 'expired';
export type Leg2 = 'accredited' | 'accreditation_to_recipient_failed';

export interface ModelSession {
  readonly id: string;
  readonly receiver: ReceiverKind | null;
  readonly expiresAt: number;
  status: 'pending' | 'paid' | 'failed' | 'expired';
  accreditation: 'none' | 'scheduled' | 'accredited' | 'failed';
  accreditationDueAt: number | null;
  /** Trace events in order, except the events of attempts, whose order varies. */
  readonly events: string[];
}

interface ModelDelivery {
  readonly session: ModelSession;
  readonly receiver: ReceiverKind;
  attempts: number;
  nextAt: number | null;
}

/** The first request with an `Idempotency-Key`, and its response. */
interface ModelKey {
  readonly request: string;
  readonly answer: string;
  readonly atMs: number;
}

/** A simple model of one account, written only from the specification. Every store must behave like it. */
export class AccountModel {
  now: number;
  sessions: ModelSession[] = [];
  #deliveries: ModelDelivery[] = [];
  #keys = new Map<string, ModelKey>();
  /** Number of trace events by type, including those that a reset deleted. */
  readonly counts = new Map<string, number>();

  constructor(now: number) {
    this.now = now;
  }

  /**
   * Returns the expected result of a creation with a key: a new session, the earlier response, or a refusal.
   */
  expectationForKey(key: string, request: string): 'new' | 'refused' | { readonly replay: string } {
    const entry = this.#keys.get(key);
    if (!entry || entry.atMs + DAY_MS <= this.now) return 'new';
    return entry.request === request ? { replay: entry.answer } : 'refused';
  }

  keep(key: string, request: string, answer: string): void {
    this.#keys.set(key, { request, answer, atMs: this.now });
  }

  create(id: string, receiver: ReceiverKind | null, durationMinutes: number): void {
    const session: ModelSession = {
      id,
      receiver,
      expiresAt: this.now + durationMinutes * 60_000,
      status: 'pending',
      accreditation: 'none',
      accreditationDueAt: null,
      events: [],
    };
    this.sessions.push(session);
    this.#note(session, 'session.created');
    this.#emit(session);
  }

  /** Forces an outcome; returns true if the transition is allowed. */
  force(session: ModelSession, outcome: Leg1 | Leg2): boolean {
    this.#note(session, 'control.outcome');
    if (outcome === 'accredited' || outcome === 'accreditation_to_recipient_failed') {
      const again = session.accreditation === 'failed' && outcome === 'accredited';
      const open = session.accreditation === 'none' || session.accreditation === 'scheduled';
      if (session.status !== 'paid' || !(open || again)) return false;
      this.#accredit(session, outcome);
      return true;
    }
    if (session.status !== 'pending') return false;
    if (outcome === 'paid') this.#pay(session);
    else this.#end(session, outcome);
    return true;
  }

  /**
   * Pays on the page; `pays` is false for an OTP that fails. Returns true if the session accepts the attempt.
   */
  payOnPage(session: ModelSession, pays: boolean): boolean {
    if (session.status !== 'pending') return false;
    if (pays) {
      session.accreditation = 'scheduled';
      session.accreditationDueAt = this.now + ACCREDITATION_DELAY_MS;
      this.#pay(session);
    } else {
      this.#note(session, 'session.payment_failed');
      this.#end(session, 'failed');
    }
    return true;
  }

  /** Expires a session; returns the expected status. */
  expire(session: ModelSession): 200 | 422 {
    if (session.status === 'paid') return 422;
    if (session.status === 'pending') this.#end(session, 'expired');
    return 200;
  }

  reset(): void {
    this.sessions = [];
    this.#deliveries = [];
    this.#keys = new Map();
    this.#count('control.reset');
  }

  /** Returns the time of the next scheduled event; undefined if there is none. */
  nextDue(): number | undefined {
    const dues = [
      ...this.sessions.filter(({ status }) => status === 'pending').map(({ expiresAt }) => expiresAt),
      ...this.sessions.map(({ accreditationDueAt }) => accreditationDueAt),
      ...this.#deliveries.map(({ nextAt }) => nextAt),
    ].filter((due) => due !== null);
    return dues.length === 0 ? undefined : Math.min(...dues);
  }

  tick(): void {
    for (const session of this.sessions) {
      if (session.status === 'pending' && session.expiresAt <= this.now) this.#end(session, 'expired');
      const due = session.accreditationDueAt;
      if (due !== null && due <= this.now) this.#accredit(session, 'accredited');
    }
    for (const delivery of this.#deliveries) {
      if (delivery.nextAt !== null && delivery.nextAt <= this.now) this.#attempt(delivery);
    }
    this.#deliveries = this.#deliveries.filter(({ nextAt }) => nextAt !== null);
  }

  #pay(session: ModelSession): void {
    session.status = 'paid';
    this.#note(session, 'session.paid');
    this.#emit(session);
  }

  #end(session: ModelSession, status: 'failed' | 'expired'): void {
    session.status = status;
    this.#note(session, `session.${status}`);
  }

  #accredit(session: ModelSession, outcome: Leg2): void {
    session.accreditation = outcome === 'accredited' ? 'accredited' : 'failed';
    session.accreditationDueAt = null;
    this.#note(session, outcome === 'accredited' ? 'session.accredited' : 'session.accreditation_failed');
    this.#emit(session);
  }

  #emit(session: ModelSession): void {
    this.#note(session, 'webhook.emitted');
    if (session.receiver === null) return;
    this.#deliveries.push({ session, receiver: session.receiver, attempts: 0, nextAt: this.now });
  }

  #attempt(delivery: ModelDelivery): void {
    delivery.attempts++;
    this.#count('webhook.attempted');
    const wait = WAITS_MS[delivery.attempts];
    if (delivery.attempts >= ATTEMPTS[delivery.receiver]) {
      delivery.nextAt = null;
      this.#count('webhook.delivered');
    } else if (wait === undefined) {
      delivery.nextAt = null;
      this.#count('webhook.gave_up');
    } else delivery.nextAt = this.now + wait;
  }

  #note(session: ModelSession, type: string): void {
    session.events.push(type);
    this.#count(type);
  }

  #count(type: string): void {
    this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
  }
}
