import { isOneOf } from '@svc-simulator/contract';
import { type ByKind, saidOf } from './by-kind.ts';
import type { AccountClock } from './clock.ts';
import type { Kind, Records } from './records.ts';

/** The account's time when the machine's is `machineMs`; both in ms since the epoch. No clock: the same. */
export function accountTime(clock: AccountClock | undefined, machineMs: number): number {
  return clock ? (clock.frozenAt ?? machineMs + clock.offsetMs) : machineMs;
}

/** The machine's time when the account's is, or was, `accountMs`; null: never while its clock stands as it does. */
export function machineTime(clock: AccountClock | undefined, accountMs: number): number | null {
  if (!clock) return accountMs;
  const { offsetMs, frozenAt } = clock;
  return frozenAt !== null && accountMs > frozenAt ? null : accountMs - offsetMs;
}

/** A clock that shows `accountMs` when the machine's time is `machineMs`, and stands still there or goes on. */
export function clockShowing(accountMs: number, machineMs: number, frozen: boolean): AccountClock {
  return { offsetMs: accountMs - machineMs, frozenAt: frozen ? accountMs : null };
}

/** Kinds whose times are the account's; what has to do with logging in keeps the machine's. */
export const kindsOnAccountTime = ['session', 'delivery', 'replay', 'transaction'] as const satisfies Kind[];

/** The timers of such records are due when the account's clock says so. */
export function isOnAccountTime(kind: Kind): boolean {
  return isOneOf(kindsOnAccountTime, kind);
}

/** The clock that a record sets, if it is an account's. */
export function clockIn<K extends Kind>(kind: K, value: Records[K]): AccountClock | undefined {
  return saidOf(clocks, kind, value);
}

const clocks: ByKind<AccountClock | undefined> = { account: ({ clock }) => clock };
