import type { AccountRecord, SessionDecision, SessionRecord, TraceDraft } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';
import { type Put, put, type View } from '../store/store.ts';
import { emit } from '../webhooks/emission.ts';

/** Puts and events of one change, gathered while it is decided, so that emissions know their trace ids. */
export class ChangeBuilder {
  readonly puts: Put[] = [];
  readonly events: TraceDraft[] = [];
  readonly #runtime: Runtime;
  readonly #account: AccountRecord;
  readonly #view: View;

  constructor(runtime: Runtime, account: AccountRecord, view: View) {
    this.#runtime = runtime;
    this.#account = account;
    this.#view = view;
  }

  /** Adds what a decision about a session brings about: the record if it changed, its trace events, its signed webhooks. */
  add({ session, effects }: SessionDecision, before: SessionRecord | null, now: number): void {
    if (session !== before) this.puts.push(put('session', session.id, session));
    this.events.push(...effects.events);
    for (const event of effects.emissions) {
      const emitted = emit({
        event,
        session,
        account: this.#account,
        now,
        random: this.#runtime.random,
        nextEventId: this.#view.nextEventId + this.events.length,
        settings: this.#runtime.settings,
      });
      this.puts.push(...emitted.puts);
      this.events.push(...emitted.events);
    }
  }
}
