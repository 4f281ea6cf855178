import type { DataOf } from '@svc-simulator/client';
import type { getTerminalTransaction } from '@svc-simulator/contract';

export type Transaction = DataOf<typeof getTerminalTransaction>;
/** The device's confirmation that it has charged a card. */
export type Confirmation = NonNullable<Transaction['confirmData']>;

/** One thing to do about a transaction: collecting it and voiding it are two. */
export function stepOf({ id, status }: Transaction): string {
  return `${id} ${status}`;
}

export function orderPath({ orderId }: Transaction): string {
  return `/transactions/${encodeURIComponent(orderId)}`;
}

/** The amount that was charged, or is to be. */
export function amountOf({ amountReference, confirmData }: Transaction): number {
  return confirmData?.amountReference ?? amountReference;
}

/** A number above zero with two decimals at most, after a point or a comma; undefined: it is none. */
export function typedAmount(text: string): number | undefined {
  const amount = Number(text.trim().replace(',', '.'));
  return /^\d{1,12}([.,]\d{1,2})?$/.test(text.trim()) && amount > 0 ? amount : undefined;
}

/** The last eight digits of the serial. */
export function terminalNumberOf(serial: string): string {
  return serial.replace(/\D/g, '').slice(-8).padStart(8, '0');
}

interface Device {
  readonly order: Transaction | null;
  /** Steps that do not come up by themselves. */
  readonly putOff: ReadonlySet<string>;
  readonly isIdle: boolean;
  /** Nothing on the screen may change now. */
  readonly isHeld: boolean;
}

/**
 * Decides after a poll: an idle device opens the oldest payment and lists the others. A payment on the screen
 * that the poll no longer contains has changed meanwhile.
 */
export function nextTurn(
  found: readonly Transaction[],
  { order, putOff, isIdle, isHeld }: Device,
): 'wait' | 'look again' | 'list' | Transaction {
  if (isHeld) return 'wait';
  if (order && !found.some((other) => stepOf(other) === stepOf(order))) return 'look again';
  if (!isIdle) return 'wait';
  return found.find((each) => !putOff.has(stepOf(each))) ?? 'list';
}
