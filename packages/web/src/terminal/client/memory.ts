import type { Confirmation, Transaction } from './transaction.ts';

/** The same for all tabs of a browser, which are one terminal. */
export const STORAGE = 'svc-sim.terminal';

/** Data that the device stores in this browser only. */
export interface Memory {
  readonly serial: string;
  readonly secret: string;
  /** The number of the batch that is open. */
  batch: number;
  /** Trace number of the last confirmation. */
  trace: number;
  /** Payments of this batch, and what they came to by currency, in hundredths, so that a long day adds up. */
  count: number;
  totals: Record<string, number>;
  /** A confirmation and a closing of which nobody knows whether they arrived. */
  unsure?: { readonly order: Transaction; readonly body: Confirmation };
  closing?: { readonly batchNumber: number; readonly transactionCount: number; readonly closedAt: string };
}

/** The number of the next confirmation, of six digits. */
export function nextTrace(memory: Memory): string {
  memory.trace = (memory.trace % 999_999) + 1;
  return String(memory.trace).padStart(6, '0');
}

/** Adds a payment to the batch. */
export function count(memory: Memory, currency: string, amount: number): void {
  memory.count += 1;
  memory.totals[currency] = (memory.totals[currency] ?? 0) + Math.round(amount * 100);
}

/** The currencies of the batch with what they came to in hundredths, the largest first. */
export function totalsOf({ totals }: Memory): readonly (readonly [string, number])[] {
  return Object.entries(totals).sort(([, one], [, other]) => other - one);
}

/**
 * Decides on a settlement's response: `taken` is a number that was used before. A repeated settlement whose
 * first response was lost gets this too, and counts as done.
 */
export function afterClosing(status: number, isRepeated: boolean): 'closed' | 'taken' | 'refused' {
  if (status === 201) return 'closed';
  if (status !== 409) return 'refused';
  return isRepeated ? 'closed' : 'taken';
}

export function loadMemory(): Memory | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE) ?? 'null');
  } catch {
    return null;
  }
}

/** A browser that keeps nothing keeps the terminal until the page is left. */
export function saveMemory(memory: Memory | null): void {
  try {
    if (memory) localStorage.setItem(STORAGE, JSON.stringify(memory));
    else localStorage.removeItem(STORAGE);
  } catch {}
}
