import type { AccountRecord } from '@svc-simulator/core';

const WINDOW_MS = 60_000;

interface Window {
  readonly startedAt: number;
  readonly limit: number;
  used: number;
}

/** What the throttle says of one request: the three headers, and whether it may pass. */
export interface Verdict {
  readonly passed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The per-account request throttle (specification, Limits): a window of 60 s that opens with the first counted request
 * after the limit was set (contract section 9).
 */
export class Throttle {
  readonly #windows = new Map<string, Window>();

  /** Counts one request of an account; undefined when its throttle is off. */
  count(account: AccountRecord, now: number): Verdict | undefined {
    const limit = account.settings.throttle_per_minute;
    if (limit === null) {
      this.#windows.delete(account.id);
      return undefined;
    }
    let window = this.#windows.get(account.id);
    if (!window || window.limit !== limit || now >= window.startedAt + WINDOW_MS) {
      window = { startedAt: now, limit, used: 0 };
      this.#windows.set(account.id, window);
    }
    const passed = window.used < limit;
    if (passed) window.used++;
    const resetMs = window.startedAt + WINDOW_MS - now;
    const resetSeconds = String(Math.max(1, Math.ceil(resetMs / 1000)));
    const headers: Record<string, string> = {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(limit - window.used),
      'x-ratelimit-reset': resetSeconds,
    };
    if (!passed) headers['retry-after'] = resetSeconds;
    return { passed, headers };
  }

  /** Forgets an account's window, after a reset or when its limit was set anew. */
  forget(accountId: string): void {
    this.#windows.delete(accountId);
  }
}
