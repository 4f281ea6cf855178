import { createHash } from 'node:crypto';
import { UnreachableError } from '@svc-simulator/client';
import type { CliContext } from '../cli-context.ts';

/** Polling interval for incoming payments. */
const ASK_EVERY_MS = 500;

/** The virtual terminal as the loop requires it. */
export interface Cashier {
  pending(): Promise<readonly string[]>;
  pay(orderId: string): Promise<void>;
  decline(orderId: string): void;
  connection(state: 'lost' | 'back'): void;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
  pause(ms: number, stop: AbortSignal): Promise<void>;
}

export interface AutoPayRules {
  /** Milliseconds from a transaction's first appearance until it is paid or declined. */
  readonly delayMs: number;
  readonly declineRate: number;
  /** Returns a random number from 0 to below 1, one per transaction, which decides on a decline. */
  readonly draw: () => number;
}

interface Arrival {
  readonly at: number;
  readonly declined: boolean;
  done: boolean;
}

/**
 * Pays or declines incoming payments until `stop`. After the first poll, it waits for a simulator that goes
 * away.
 * @throws UnreachableError if the first poll fails
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

/** Merges pending transactions into the known ones and drops the others. */
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
    arrival.done = true;
  }
}

function untilNext(arrivals: ReadonlyMap<string, Arrival>, delayMs: number, now: number): number {
  const waits = [...arrivals.values()].filter(({ done }) => !done).map(({ at }) => at + delayMs - now);
  // An overdue payment has just failed and needs a pause before its retry.
  return Math.min(ASK_EVERY_MS, ...waits.filter((ms) => ms > 0));
}

function isLoss(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof DOMException && error.name === 'TimeoutError')
  );
}

/** Longer than any pause, so it never fires. */
const HOLD_MS = 2 ** 31 - 1;

export function pause({ deadline }: CliContext, ms: number, stop: AbortSignal): Promise<void> {
  const over = deadline(ms);
  if (over.aborted || stop.aborted) return Promise.resolve();
  // The timer of a deadline keeps no process alive, but this one does.
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

/** Returns a generator of evenly spread numbers from 0 to below 1; the same seed gives the same sequence. */
export function seededDraws(seed: string): () => number {
  let drawCount = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed}\n${drawCount}`).digest();
    drawCount += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}

export function uuidFrom(randomness: string): string {
  const bytes = createHash('sha256').update(randomness).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
