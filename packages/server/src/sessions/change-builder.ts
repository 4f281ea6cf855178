import {
  type AccountRecord,
  type SessionDecision,
  type SessionRecord,
  settingOf,
  type TraceDraft,
  withExtraEvents,
} from '@svc-simulator/core';
import { type DecisionView, type Put, put } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';
import { ChaosEmissions } from '../webhooks/chaos-emissions.ts';
import { emit } from '../webhooks/emission.ts';

/**
 * Collects the puts and events of one change. The number of events so far determines the trace id of the next
 * webhook.
 */
export class ChangeBuilder {
  readonly puts: Put[] = [];
  readonly events: TraceDraft[] = [];
  readonly #runtime: Runtime;
  readonly #account: AccountRecord;
  readonly #view: DecisionView;
  readonly #chaos: ChaosEmissions | null;
  /**
   * Index of the account's put in `puts`. Each emission replaces that put, because the account counts the
   * webhooks for chaos.
   */
  #accountIndex: number | null = null;

  /** `isLocked` means that the scope locks the account, and that `account` was read under this lock. */
  constructor(runtime: Runtime, account: AccountRecord, view: DecisionView, isLocked: boolean) {
    this.#runtime = runtime;
    this.#account = account;
    this.#view = view;
    this.#chaos = isLocked && account.chaos ? new ChaosEmissions(account, account.chaos) : null;
  }

  add(decision: SessionDecision, before: SessionRecord | null, now: number, isFromSnapshot = false): void {
    const { session, effects } = decision;
    const emissions = settingOf(this.#account, 'extra_events')
      ? withExtraEvents(before, decision)
      : effects.emissions;
    if (session !== before) this.puts.push(put('session', session.id, session));
    this.events.push(...(isFromSnapshot ? effects.events.map(markFromSnapshot) : effects.events));
    for (const event of emissions) {
      const request = {
        event,
        session,
        account: this.#account,
        now,
        random: this.#runtime.random,
        nextEventId: this.#view.nextEventId + this.events.length,
        settings: this.#runtime.settings,
      };
      const emission = this.#chaos ? this.#chaos.emit(request) : emit(request);
      this.puts.push(...(isFromSnapshot ? emission.puts.map(markDeliveryFromSnapshot) : emission.puts));
      this.events.push(...emission.events);
    }
    if (this.#chaos && emissions.length > 0) this.#putAccount(this.#chaos.accountPut);
  }

  #putAccount(account: Put): void {
    if (this.#accountIndex === null) this.#accountIndex = this.puts.push(account) - 1;
    else this.puts[this.#accountIndex] = account;
  }
}

function markFromSnapshot(event: TraceDraft): TraceDraft {
  return { ...event, data: { ...event.data, from_file: true } };
}

function markDeliveryFromSnapshot(change: Put): Put {
  return change.kind === 'delivery'
    ? put('delivery', change.id, { ...change.value, fromFile: true })
    : change;
}
