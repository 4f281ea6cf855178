import { createHash } from 'node:crypto';
import type { AttemptFault, ChaosFault, KeptChaos, KeptRecord, WebhookEvent } from '@svc-simulator/contract';

/** The chaos of an account, and how far it has come. */
export interface AccountChaos extends Omit<KeptChaos, 'event'> {
  /** The trace event `chaos.set`: what was emitted under another one has nothing to do with this one. */
  readonly id: number;
}

/** What is to go wrong. */
export type ChaosSettings = Pick<AccountChaos, 'seed' | 'rates' | 'delayMs' | 'latencyMs'>;

/** Milliseconds between which a time is drawn; both the same: no draw. */
export type ChaosSpan = ChaosSettings['delayMs'];

/** Of a webhook that was emitted under chaos. */
export interface DeliveryChaos extends Omit<NonNullable<KeptRecord<'deliveries'>['chaos']>, 'event'> {
  /** `AccountChaos.id`. */
  readonly id: number;
}

/** How long a webhook that is to be overtaken waits for the next one: longer than accreditation takes by default. */
export const REORDER_HOLD_MS = 10_000;

/** What is to be done to a webhook as a whole. */
export interface EmissionDraw {
  readonly duplicate: boolean;
  /** It is to be overtaken by the session's next webhook. */
  readonly reorder: boolean;
  readonly delayMs: number;
  /** How long its copy is held back, if there is one. */
  readonly copyDelayMs: number;
}

/** After these events of a session, normally, no other one comes that could overtake. */
const lastEvents: readonly WebhookEvent[] = [
  'payment_session.accredited',
  'payment_session.accreditation_to_recipient_failed',
  'payment_session.failed_credit',
  'payment_session.failed',
  'payment_session.expired',
];

/**
 * A number from 0 to below 1 that depends on nothing but what it is drawn for, so that what is drawn before, when and by
 * whom makes no difference. Kept as it is for good: a seed that somebody has noted has to give the same faults for ever.
 */
function drawn(seed: number, ...what: readonly (string | number)[]): number {
  const digest = createHash('sha256')
    .update([seed, ...what].join('/'))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

function drawnWithin({ min, max }: ChaosSpan, draw: () => number): number {
  return min === max ? min : min + Math.floor(draw() * (max - min + 1));
}

/** What is done to the webhook of this number. */
export function drawEmission(
  { seed, rates, delayMs }: ChaosSettings,
  number: number,
  event: WebhookEvent,
): EmissionDraw {
  const draw = (fault: string) => drawn(seed, 'webhook', number, fault);
  return {
    duplicate: draw('duplicate') < rates.duplicate,
    reorder: !lastEvents.includes(event) && draw('reorder') < rates.reorder,
    delayMs: drawnWithin(delayMs, () => draw('delay')),
    copyDelayMs: drawnWithin(delayMs, () => draw('copy delay')),
  };
}

/** What an attempt is drawn for. */
export interface AttemptDraw {
  /** Of the webhook. */
  readonly number: number;
  readonly isCopy: boolean;
  /** From 1. */
  readonly attempt: number;
}

/** What is done to an attempt, from 1, at the webhook of this number, or at its copy; what is dropped is not forged, too. */
export function drawAttempt(
  { seed, rates }: ChaosSettings,
  { number, isCopy, attempt }: AttemptDraw,
): readonly AttemptFault[] {
  const who = isCopy ? 'copy' : 'webhook';
  const isDrawn = (fault: AttemptFault) => drawn(seed, who, number, 'attempt', attempt, fault) < rates[fault];
  if (isDrawn('drop')) return ['drop'];
  return (['bad_signature', 'stale_timestamp'] as const).filter(isDrawn);
}

/** What is done to the answer of an API call. */
export interface CallDraw {
  readonly latencyMs: number;
  /** Null: the call is carried out. */
  readonly error: 500 | 503 | null;
}

/** Whether answers of API calls are concerned at all. */
export function upsetsCalls({ rates, latencyMs }: ChaosSettings): boolean {
  return rates.error_rate > 0 || latencyMs.max > 0;
}

/** What is done to the API call of this number. */
export function drawCall({ seed, rates, latencyMs }: ChaosSettings, number: number): CallDraw {
  const draw = (fault: string) => drawn(seed, 'call', number, fault);
  const isError = draw('error') < rates.error_rate;
  return {
    latencyMs: drawnWithin(latencyMs, () => draw('latency')),
    error: isError ? (draw('status') < 0.5 ? 500 : 503) : null,
  };
}

/** The chaos with these faults counted. */
export function withInjected(chaos: AccountChaos, faults: readonly ChaosFault[]): AccountChaos {
  if (faults.length === 0) return chaos;
  const injected = { ...chaos.injected };
  for (const fault of faults) injected[fault] = (injected[fault] ?? 0) + 1;
  return { ...chaos, injected };
}
