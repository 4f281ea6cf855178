import type { AttemptVia, CancelTimer } from '@svc-simulator/core';
import type { StoredEvent } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../runtime.ts';

/** An attempt's 5 s, twice, for a receiver that is busy with other webhooks of the session. */
const PATIENCE_MS = 12_000;

/** Hears the verdicts on an account's probes from its trace, from the moment that it is made. */
export class Verdicts {
  readonly #heard = new Map<string, ProbeVerdict>();
  readonly #unsubscribe: () => void;
  readonly #cancelTimer: CancelTimer;
  readonly #closing: AbortSignal;
  #ended = false;
  #changed: () => void = () => {};

  constructor({ store, clock }: Runtime, accountId: string, closing: AbortSignal) {
    this.#closing = closing;
    this.#ended = closing.aborted;
    this.#unsubscribe = store.trace.subscribe(accountId, this.#hear);
    this.#cancelTimer = clock.after(PATIENCE_MS, this.#end);
    closing.addEventListener('abort', this.#end);
  }

  /** The verdict on a probe; null when it does not come in time, or the simulator stops, or the account was reset. */
  async of(deliveryId: string): Promise<ProbeVerdict | null> {
    for (;;) {
      const verdict = this.#heard.get(deliveryId);
      if (verdict || this.#ended) return verdict ?? null;
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  close(): void {
    this.#unsubscribe();
    this.#cancelTimer();
    this.#closing.removeEventListener('abort', this.#end);
  }

  readonly #hear = ({ type, data, json }: StoredEvent): void => {
    if (type === 'control.reset' || type === 'control.snapshot') this.#end();
    if (type !== 'webhook.probed') return;
    const verdict = data ?? JSON.parse(json).data;
    this.#heard.set(verdict.delivery_id, verdict);
    this.#changed();
  };

  readonly #end = (): void => {
    this.#ended = true;
    this.#changed();
  };
}

/** How a probe ended: the data of its `webhook.probed`. */
export interface ProbeVerdict {
  readonly passed: boolean;
  readonly via: AttemptVia;
  readonly status: number | null;
  readonly error: string | null;
  readonly duration_ms: number;
  readonly simulator_duration_ms?: number;
}
