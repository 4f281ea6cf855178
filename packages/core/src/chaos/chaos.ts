import { createHash } from 'node:crypto';
import type {
  AttemptFault,
  ChaosFault,
  StoredChaos,
  StoredRecord,
  WebhookEvent,
} from '@svc-simulator/contract';

export interface AccountChaos extends Omit<StoredChaos, 'event'> {
  /** Id of the trace event `chaos.set`. A webhook whose chaos has another id gets no further faults. */
  readonly id: number;
}

export type ChaosSettings = Pick<AccountChaos, 'seed' | 'rates' | 'delayMs' | 'latencyMs'>;

export type ChaosSpan = ChaosSettings['delayMs'];

export interface DeliveryChaos extends Omit<NonNullable<StoredRecord<'deliveries'>['chaos']>, 'event'> {
  readonly id: number;
}

/**
 * Longest time that a reordered webhook waits for the next one. It is longer than the default accreditation
 * delay, so that `accredited` can overtake `paid`.
 */
export const REORDER_HOLD_MS = 10_000;

/** Final events, which chaos doesn't hold back, because usually no later webhook follows. */
const finalEvents: readonly WebhookEvent[] = [
  'payment_session.accredited',
  'payment_session.accreditation_to_recipient_failed',
  'payment_session.failed_credit',
  'payment_session.failed',
  'payment_session.expired',
];

/**
 * Returns a fraction (0 to below 1) that depends only on its arguments. The algorithm must never change,
 * because a seed must reproduce the same faults.
 */
function randomFraction(seed: number, ...inputs: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update([seed, ...inputs].join('/'))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

function randomWithin({ min, max }: ChaosSpan, draw: () => number): number {
  return min === max ? min : min + Math.floor(draw() * (max - min + 1));
}

export function drawEmission(
  { seed, rates, delayMs }: ChaosSettings,
  webhookNumber: number,
  event: WebhookEvent,
) {
  const draw = (fault: string) => randomFraction(seed, 'webhook', webhookNumber, fault);
  return {
    duplicate: draw('duplicate') < rates.duplicate,
    reorder: !finalEvents.includes(event) && draw('reorder') < rates.reorder,
    delayMs: randomWithin(delayMs, () => draw('delay')),
    copyDelayMs: randomWithin(delayMs, () => draw('copy delay')),
  };
}

export interface AttemptDraw {
  /** Number of the webhook since the chaos was set, from 1. */
  readonly webhookNumber: number;
  /** True for the duplicate that chaos added to the webhook. */
  readonly isCopy: boolean;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** Chooses the faults of an attempt. A dropped attempt gets no other fault. */
export function drawAttempt(
  { seed, rates }: ChaosSettings,
  { webhookNumber, isCopy, attempt }: AttemptDraw,
): readonly AttemptFault[] {
  const target = isCopy ? 'copy' : 'webhook';
  const isDrawn = (fault: AttemptFault) =>
    randomFraction(seed, target, webhookNumber, 'attempt', attempt, fault) < rates[fault];
  if (isDrawn('drop')) return ['drop'];
  return (['bad_signature', 'stale_timestamp'] as const).filter(isDrawn);
}

export interface CallDraw {
  readonly latencyMs: number;
  /** Null if the call is executed. */
  readonly error: 500 | 503 | null;
}

export function affectsCalls({ rates, latencyMs }: ChaosSettings): boolean {
  return rates.error_rate > 0 || latencyMs.max > 0;
}

export function drawCall({ seed, rates, latencyMs }: ChaosSettings, callNumber: number): CallDraw {
  const draw = (fault: string) => randomFraction(seed, 'call', callNumber, fault);
  const isError = draw('error') < rates.error_rate;
  return {
    latencyMs: randomWithin(latencyMs, () => draw('latency')),
    error: isError ? (draw('status') < 0.5 ? 500 : 503) : null,
  };
}

export function countInjected(chaos: AccountChaos, faults: readonly ChaosFault[]): AccountChaos {
  if (faults.length === 0) return chaos;
  const injected = { ...chaos.injected };
  for (const fault of faults) injected[fault] = (injected[fault] ?? 0) + 1;
  return { ...chaos, injected };
}
