import type { DataOf } from '@svc-simulator/client';
import type { getTerminalTransaction } from '@svc-simulator/contract';

export type TerminalTransaction = DataOf<typeof getTerminalTransaction>;
export type CardConfirmation = NonNullable<TerminalTransaction['confirmData']>;

/** Identifies a step of a transaction: its payment or, later, its void. */
export function stepKey({ id, status }: TerminalTransaction): string {
  return `${id} ${status}`;
}

export function transactionPath({ orderId }: TerminalTransaction): string {
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
  readonly shownTransaction: TerminalTransaction | null;
  readonly postponedSteps: ReadonlySet<string>;
  readonly isIdle: boolean;
  /** True while a request is running or its result is unknown, so the screen must not change. */
  readonly isLocked: boolean;
}

/**
 * Decides how the screen changes after a poll. An idle device shows the oldest transaction that isn't
 * postponed. 'look again' means that the shown transaction isn't waiting any more.
 */
export function decideAfterPoll(
  waiting: readonly TerminalTransaction[],
  { shownTransaction, postponedSteps, isIdle, isLocked }: DeviceState,
): 'wait' | 'look again' | 'list' | TerminalTransaction {
  if (isLocked) return 'wait';
  if (shownTransaction && !waiting.some((other) => stepKey(other) === stepKey(shownTransaction)))
    return 'look again';
  if (!isIdle) return 'wait';
  return waiting.find((transaction) => !postponedSteps.has(stepKey(transaction))) ?? 'list';
}
