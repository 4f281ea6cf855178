import type { DataOf } from '@svc-simulator/client';
import type { getTerminalTransaction } from '@svc-simulator/contract';

export type TerminalTransaction = DataOf<typeof getTerminalTransaction>;
export type CardConfirmation = NonNullable<TerminalTransaction['confirmData']>;

/** Identifies one action on a transaction: charging and voiding are two. */
export function stepKey({ id, status }: TerminalTransaction): string {
  return `${id} ${status}`;
}

export function orderPath({ orderId }: TerminalTransaction): string {
  return `/transactions/${encodeURIComponent(orderId)}`;
}

export function transactionAmount({ amountReference, confirmData }: TerminalTransaction): number {
  return confirmData?.amountReference ?? amountReference;
}

/** Parses a positive number with at most two decimals after a point or comma; undefined if invalid. */
export function typedAmount(text: string): number | undefined {
  const amount = Number(text.trim().replace(',', '.'));
  return /^\d{1,12}([.,]\d{1,2})?$/.test(text.trim()) && amount > 0 ? amount : undefined;
}

export function terminalNumberOf(serial: string): string {
  return serial.replace(/\D/g, '').slice(-8).padStart(8, '0');
}

interface DeviceState {
  readonly order: TerminalTransaction | null;
  readonly postponed: ReadonlySet<string>;
  readonly isIdle: boolean;
  /** The screen must not change now. */
  readonly isLocked: boolean;
}

/**
 * Decides after a poll: an idle device opens the oldest payment. If the poll lacks the payment on the screen,
 * its status has changed.
 */
export function decideAfterPoll(
  waiting: readonly TerminalTransaction[],
  { order, postponed, isIdle, isLocked }: DeviceState,
): 'wait' | 'look again' | 'list' | TerminalTransaction {
  if (isLocked) return 'wait';
  if (order && !waiting.some((transaction) => stepKey(transaction) === stepKey(order))) return 'look again';
  if (!isIdle) return 'wait';
  return waiting.find((transaction) => !postponed.has(stepKey(transaction))) ?? 'list';
}
