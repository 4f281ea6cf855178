import type { CardConfirmation, TerminalTransaction } from './transaction.ts';

/** Key in `localStorage`. All tabs of a browser share the entry, so they are one terminal. */
export const STORAGE_KEY = 'svc-sim.terminal';

export interface StoredTerminal {
  readonly serial: string;
  readonly secret: string;
  batch: number;
  /** Number of the last payment, from 1 to 999999. */
  trace: number;
  /** Number of payments in the batch. */
  count: number;
  /** Sums of these payments by currency, in hundredths. */
  totals: Record<string, number>;
  /** A payment whose confirmation had no response, so it has to be sent again. */
  unsure?: { readonly order: TerminalTransaction; readonly body: CardConfirmation };
  /** A settlement that had no response, so it has to be sent again. */
  closing?: { readonly batchNumber: number; readonly transactionCount: number; readonly closedAt: string };
}

export function nextTraceNumber(storedTerminal: StoredTerminal): string {
  storedTerminal.trace = (storedTerminal.trace % 999_999) + 1;
  return String(storedTerminal.trace).padStart(6, '0');
}

export function addToBatch(storedTerminal: StoredTerminal, currency: string, amount: number): void {
  storedTerminal.count += 1;
  storedTerminal.totals[currency] = (storedTerminal.totals[currency] ?? 0) + Math.round(amount * 100);
}

export function totalsOf({ totals }: StoredTerminal): readonly (readonly [string, number])[] {
  return Object.entries(totals).sort(([, a], [, b]) => b - a);
}

/**
 * Interprets the status of a settlement. After a first request, 409 means that the batch number is taken.
 * After a repeated request, 409 means that an earlier request succeeded and its response was lost.
 */
export function closingOutcome(status: number, isRepeated: boolean): 'closed' | 'taken' | 'refused' {
  if (status === 201) return 'closed';
  if (status !== 409) return 'refused';
  return isRepeated ? 'closed' : 'taken';
}

export function loadStoredTerminal(): StoredTerminal | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    return null;
  }
}

/** Saves the terminal. If the browser allows no storage, the terminal is lost when the page closes. */
export function saveStoredTerminal(storedTerminal: StoredTerminal | null): void {
  try {
    if (storedTerminal) localStorage.setItem(STORAGE_KEY, JSON.stringify(storedTerminal));
    else localStorage.removeItem(STORAGE_KEY);
  } catch {}
}
