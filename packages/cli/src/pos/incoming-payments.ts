import { createHash } from 'node:crypto';
import { UnreachableError } from '@svc-simulator/client';
import type { CliContext } from '../cli-context.ts';

/** How often a terminal asks what has come in. */
const ASK_EVERY_MS = 500;

/** The virtual terminal as the loop below sees it. */
export interface Cashier {
  /** Orders of the transactions that wait to be paid, oldest first. */
  pending(): Promise<readonly string[]>;
  /** Pays, and tells how it ended. */
  pay(orderId: string): Promise<void>;
  /** Tells that the card was declined. */
  decline(orderId: string): void;
  /** The simulator has gone, or is back. */
  connection(state: 'lost' | 'back'): void;
  /** Milliseconds that only ever pass. */
  elapsed(): number;
  pause(ms: number, stop: AbortSignal): Promise<void>;
}

export interface AutoPayRules {
  /** From when a transaction is first seen until it is paid or declined. */
  readonly delayMs: number;
  /** 0 to 1. */
  readonly declineRate: number;
  /** The next of the numbers from 0 to below 1 that decide who is declined, one for each transaction as it comes in. */
  readonly draw: () => number;
}

interface Arrival {
  readonly at: number;
  readonly declined: boolean;
  done: boolean;
}

/**
 * Pays or declines whatever comes in, until `stop`. A simulator that goes away is waited for, but not at the beginning.
 * @throws UnreachableError when the first question is not answered.
 */
export async function payWhatComesIn(
  cashier: Cashier,
  rules: AutoPayRules,
  stop: AbortSignal,
): Promise<void> {
  let arrivals: ReadonlyMap<string, Arrival> = new Map();
  let state: 'unknown' | 'there' | 'lost' = 'unknown';
  while (!stop.aborted) {
    try {
      arrivals = arrivalsIn(await cashier.pending(), arrivals, cashier.elapsed(), rules);
      if (state === 'lost') cashier.connection('back');
      state = 'there';
      await serve(cashier, arrivals, rules.delayMs, stop);
    } catch (error) {
      if (state === 'unknown' || !isLoss(error)) throw error;
      if (state !== 'lost') cashier.connection('lost');
      state = 'lost';
    }
    await cashier.pause(untilNext(arrivals, rules.delayMs, cashier.elapsed()), stop);
  }
}

/** Those that are pending, as they were known or as they come in now; what is pending no more is forgotten. */
function arrivalsIn(
  pending: readonly string[],
  before: ReadonlyMap<string, Arrival>,
  now: number,
  { draw, declineRate }: AutoPayRules,
): ReadonlyMap<string, Arrival> {
  const fresh = (): Arrival => ({ at: now, declined: draw() < declineRate, done: false });
  return new Map(pending.map((orderId) => [orderId, before.get(orderId) ?? fresh()]));
}

async function serve(
  cashier: Cashier,
  arrivals: ReadonlyMap<string, Arrival>,
  delayMs: number,
  stop: AbortSignal,
): Promise<void> {
  for (const [orderId, arrival] of arrivals) {
    if (stop.aborted) return;
    if (arrival.done || arrival.at + delayMs > cashier.elapsed()) continue;
    if (arrival.declined) cashier.decline(orderId);
    else await cashier.pay(orderId);
    // Only now: a payment that the network swallowed is sent again.
    arrival.done = true;
  }
}

function untilNext(arrivals: ReadonlyMap<string, Arrival>, delayMs: number, now: number): number {
  const waits = [...arrivals.values()].filter(({ done }) => !done).map(({ at }) => at + delayMs - now);
  // A payment that is overdue failed just now, and is not to be repeated without a rest.
  return Math.min(ASK_EVERY_MS, ...waits.filter((ms) => ms > 0));
}

function isLoss(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof DOMException && error.name === 'TimeoutError')
  );
}

/** Days: longer than any pause, it never fires. */
const HOLD_MS = 2 ** 31 - 1;

/** Waits so many milliseconds, or until `stop`. */
export function pause({ deadline }: CliContext, ms: number, stop: AbortSignal): Promise<void> {
  const over = deadline(ms);
  if (over.aborted || stop.aborted) return Promise.resolve();
  // The timer of a deadline does not keep a process alive; this one does.
  const hold = setInterval(() => undefined, HOLD_MS);
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(hold);
      over.removeEventListener('abort', end);
      stop.removeEventListener('abort', end);
      resolve();
    };
    over.addEventListener('abort', end);
    stop.addEventListener('abort', end);
  });
}

/** Numbers from 0 to below 1, evenly spread; the same seed gives the same ones in the same order. */
export function seededDraws(seed: string): () => number {
  let drawn = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed}\n${drawn}`).digest();
    drawn += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}

/** A UUID v4 made of a text of random characters. */
export function uuidFrom(randomness: string): string {
  const bytes = createHash('sha256').update(randomness).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
