import { createHash } from 'node:crypto';
import { UnreachableError } from '@svc-simulator/client';
import type { CliContext } from '../cli-context.ts';

const PENDING_POLL_MS = 500;

export interface Cashier {
  pending(): Promise<readonly string[]>;
  pay(orderId: string): Promise<void>;
  decline(orderId: string): void;
  onConnection(state: 'lost' | 'back'): void;
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
  readonly firstSeenMs: number;
  readonly isDeclined: boolean;
  isDone: boolean;
}

/**
 * Pays or declines incoming payments until `stop`. Waits for the simulator to return if it becomes
 * unreachable after the first poll.
 * @throws UnreachableError if the first poll fails
 */
export async function payIncoming(cashier: Cashier, rules: AutoPayRules, stop: AbortSignal): Promise<void> {
  let arrivals: ReadonlyMap<string, Arrival> = new Map();
  let state: 'unknown' | 'there' | 'lost' = 'unknown';
  while (!stop.aborted) {
    try {
      arrivals = updateArrivals(await cashier.pending(), arrivals, cashier.elapsed(), rules);
      if (state === 'lost') cashier.onConnection('back');
      state = 'there';
      await handleDue(cashier, arrivals, rules.delayMs, stop);
    } catch (error) {
      if (state === 'unknown' || !isConnectionLoss(error)) throw error;
      if (state !== 'lost') cashier.onConnection('lost');
      state = 'lost';
    }
    await cashier.pause(msUntilNext(arrivals, rules.delayMs, cashier.elapsed()), stop);
  }
}

function updateArrivals(
  pending: readonly string[],
  previousArrivals: ReadonlyMap<string, Arrival>,
  now: number,
  { draw, declineRate }: AutoPayRules,
): ReadonlyMap<string, Arrival> {
  const newArrival = (): Arrival => ({ firstSeenMs: now, isDeclined: draw() < declineRate, isDone: false });
  return new Map(pending.map((orderId) => [orderId, previousArrivals.get(orderId) ?? newArrival()]));
}

async function handleDue(
  cashier: Cashier,
  arrivals: ReadonlyMap<string, Arrival>,
  delayMs: number,
  stop: AbortSignal,
): Promise<void> {
  for (const [orderId, arrival] of arrivals) {
    if (stop.aborted) return;
    if (arrival.isDone || arrival.firstSeenMs + delayMs > cashier.elapsed()) continue;
    if (arrival.isDeclined) cashier.decline(orderId);
    else await cashier.pay(orderId);
    arrival.isDone = true;
  }
}

function msUntilNext(arrivals: ReadonlyMap<string, Arrival>, delayMs: number, now: number): number {
  const waits = [...arrivals.values()]
    .filter(({ isDone }) => !isDone)
    .map(({ firstSeenMs }) => firstSeenMs + delayMs - now);
  // Payments that are overdue have just failed, so they are repeated only after a full pause.
  return Math.min(PENDING_POLL_MS, ...waits.filter((ms) => ms > 0));
}

function isConnectionLoss(error: unknown): boolean {
  return (
    error instanceof UnreachableError || (error instanceof DOMException && error.name === 'TimeoutError')
  );
}

/** Longer than any pause, so the timer never fires. */
const KEEP_ALIVE_TIMER_MS = 2 ** 31 - 1;

export function pause({ deadline }: CliContext, ms: number, stop: AbortSignal): Promise<void> {
  const deadlineSignal = deadline(ms);
  if (deadlineSignal.aborted || stop.aborted) return Promise.resolve();
  // Keeps the process running during the pause, because the timer of a deadline doesn't.
  const keepAliveTimer = setInterval(() => undefined, KEEP_ALIVE_TIMER_MS);
  return new Promise((resolve) => {
    const finish = () => {
      clearInterval(keepAliveTimer);
      deadlineSignal.removeEventListener('abort', finish);
      stop.removeEventListener('abort', finish);
      resolve();
    };
    deadlineSignal.addEventListener('abort', finish);
    stop.addEventListener('abort', finish);
  });
}

/** Returns a function whose numbers, from 0 to below 1, depend only on the seed. */
export function createSeededDraw(seed: string): () => number {
  let drawCount = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed}\n${drawCount}`).digest();
    drawCount += 1;
    return digest.readUIntBE(0, 6) / 2 ** 48;
  };
}

export function deriveUuid(randomness: string): string {
  const bytes = createHash('sha256').update(randomness).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
