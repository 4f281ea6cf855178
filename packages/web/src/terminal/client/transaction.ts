import type { DataOf } from '@svc-simulator/client';
import type { getTerminalTransaction } from '@svc-simulator/contract';

export type TerminalTransaction = DataOf<typeof getTerminalTransaction>;
export type CardConfirmation = NonNullable<TerminalTransaction['confirmData']>;

/** Identifies one action on a transaction, which can first be charged and later be voided. */
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
export function parseTypedAmount(text: string): number | undefined {
  const amount = Number(text.trim().replace(',', '.'));
  return /^\d{1,12}([.,]\d{1,2})?$/.test(text.trim()) && amount > 0 ? amount : undefined;
}

export function terminalNumberOf(serial: string): string {
  return serial.replace(/\D/g, '').slice(-8).padStart(8, '0');
}

interface DeviceState {
  readonly order: TerminalTransaction | null;
  readonly postponedSteps: ReadonlySet<string>;
  readonly isIdle: boolean;
  /** The screen must not change now. */
  readonly isLocked: boolean;
}

/**
 * Decides about the screen after a poll: an idle device shows the oldest payment. 'look again' means that the
 * poll lacks the shown payment.
 */
export function decideAfterPoll(
  waiting: readonly TerminalTransaction[],
  { order, postponedSteps: postponed, isIdle, isLocked }: DeviceState,
): 'wait' | 'look again' | 'list' | TerminalTransaction {
  if (isLocked) return 'wait';
  if (order && !waiting.some((transaction) => stepKey(transaction) === stepKey(order))) return 'look again';
  if (!isIdle) return 'wait';
  return waiting.find((transaction) => !postponed.has(stepKey(transaction))) ?? 'list';
}
