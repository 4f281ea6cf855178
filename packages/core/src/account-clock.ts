import { isOneOf } from '@svc-simulator/contract';
import { type ByKind, lookUpByKind } from './by-kind.ts';
import type { AccountClock } from './clock.ts';
import type { Kind, Records } from './records.ts';

/** Returns the account's time for a machine time, both in ms since the epoch; the same without a clock. */
export function accountTime(clock: AccountClock | undefined, machineMs: number): number {
  return clock ? (clock.frozenAt ?? machineMs + clock.offsetMs) : machineMs;
}

/** Returns the machine's time for an account's time; null if a stopped clock never reaches it. */
export function machineTime(clock: AccountClock | undefined, accountMs: number): number | null {
  if (!clock) return accountMs;
  const { offsetMs, frozenAt } = clock;
  return frozenAt !== null && accountMs > frozenAt ? null : accountMs - offsetMs;
}

export function clockShowing(accountMs: number, machineMs: number, frozen: boolean): AccountClock {
  return { offsetMs: accountMs - machineMs, frozenAt: frozen ? accountMs : null };
}

/** Kinds whose times are the account's; records for logging in keep the machine's time. */
export const kindsOnAccountTime = ['session', 'delivery', 'replay', 'transaction'] as const satisfies Kind[];

export function isOnAccountTime(kind: Kind): boolean {
  return isOneOf(kindsOnAccountTime, kind);
}

export function clockIn<K extends Kind>(kind: K, value: Records[K]): AccountClock | undefined {
  return lookUpByKind(clocks, kind, value);
}

const clocks: ByKind<AccountClock | undefined> = { account: ({ clock }) => clock };
