import type { Refusal } from '@svc-simulator/contract';
import { type AccountRecord, accountTime, settingOf } from '@svc-simulator/core';
import type { CountedUse, Peers } from '@svc-simulator/store/store.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../../refusals.ts';

const WINDOW_MS = 60_000;

interface Window {
  readonly startedAt: number;
  readonly limit: number;
  used: number;
}

export interface ThrottleVerdict {
  readonly refusal: Refusal | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The request throttle of each account (specification, Limits). A window of 60 s opens with the first request
 * after the limit was set (contract section 9). Instances that share a store count together.
 */
export class Throttle {
  readonly #windows = new Map<string, Window>();
  readonly #sharedWindows: Peers['windows'] | undefined;

  constructor(peers?: Peers) {
    this.#sharedWindows = peers?.windows;
  }

  /**
   * Counts a request of an account. Returns undefined if the account has no throttle.
   * @throws StoreUnavailableError
   */
  count(account: AccountRecord, machineMs: number): Promise<ThrottleVerdict> | undefined {
    const limit = settingOf(account, 'throttle_per_minute');
    if (limit !== null) return this.#countWithin(limit, account, machineMs);
    this.#windows.delete(account.id);
    return undefined;
  }

  async #countWithin(
    limit: number,
    { id, clock }: AccountRecord,
    machineMs: number,
  ): Promise<ThrottleVerdict> {
    const now = accountTime(clock, machineMs);
    const use = this.#sharedWindows
      ? await this.#sharedWindows.count(id, limit, now, WINDOW_MS)
      : this.#count(id, limit, now);
    return toVerdict(use, limit, now);
  }

  async forget(accountId: string): Promise<void> {
    this.#windows.delete(accountId);
    await this.#sharedWindows?.forget(accountId);
  }

  #count(accountId: string, limit: number, now: number): CountedUse {
    let window = this.#windows.get(accountId);
    // The difference is negative if the account's clock was set back after the window opened.
    if (!window || window.limit !== limit || Math.abs(now - window.startedAt) >= WINDOW_MS) {
      window = { startedAt: now, limit, used: 0 };
      this.#windows.set(accountId, window);
    }
    const isWithinLimit = window.used < limit;
    if (isWithinLimit) window.used++;
    return { startedAt: window.startedAt, used: window.used, isWithinLimit };
  }
}

function toVerdict(
  { startedAt, used, isWithinLimit }: CountedUse,
  limit: number,
  now: number,
): ThrottleVerdict {
  const resetMs = startedAt + WINDOW_MS - now;
  const resetSeconds = String(Math.max(1, Math.ceil(resetMs / 1000)));
  const headers: Record<string, string> = {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(limit - used),
    'x-ratelimit-reset': resetSeconds,
  };
  if (isWithinLimit) return { headers, refusal: undefined };
  headers['retry-after'] = resetSeconds;
  const why = message('problem.limit.throttle', { limit });
  return { headers, refusal: refuseWith(429, 'problem.title.too_many_requests', why, { headers }).refusal };
}
