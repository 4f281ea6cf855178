import { isOneOf } from '@svc-simulator/contract';
import { type ByKind, lookUpByKind } from './by-kind.ts';
import type { AccountClock } from './clock.ts';
import type { Kind, Records } from './records.ts';

/** Converts the machine's time to the account's, both in milliseconds since the epoch. */
export function accountTime(clock: AccountClock | undefined, machineMs: number): number {
  return clock ? (clock.frozenAt ?? machineMs + clock.offsetMs) : machineMs;
}

/** Converts an account's time to the machine's; null if the account's clock is frozen before that time. */
export function machineTime(clock: AccountClock | undefined, accountMs: number): number | null {
  if (!clock) return accountMs;
  const { offsetMs, frozenAt } = clock;
  return frozenAt !== null && accountMs > frozenAt ? null : accountMs - offsetMs;
}

export function clockShowing(accountMs: number, machineMs: number, frozen: boolean): AccountClock {
  return { offsetMs: accountMs - machineMs, frozenAt: frozen ? accountMs : null };
}

/**
 * Kinds of records whose times follow the account's clock. Other records, such as tokens, use machine time.
 */
export const kindsOnAccountTime = ['session', 'delivery', 'replay', 'transaction'] as const satisfies Kind[];

export function isOnAccountTime(kind: Kind): boolean {
  return isOneOf(kindsOnAccountTime, kind);
}

export function clockIn<K extends Kind>(kind: K, value: Records[K]): AccountClock | undefined {
  return lookUpByKind(clocks, kind, value);
}

const clocks: ByKind<AccountClock | undefined> = { account: ({ clock }) => clock };
