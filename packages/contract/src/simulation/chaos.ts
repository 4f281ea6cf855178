import * as z from 'zod';
import { crossFieldCheck, integer, mustBe, shape } from '../fields/fields.ts';
import { fromNames, membersOf } from '../fields/objects.ts';
import { lazy, ofControl, operation } from '../operation.ts';
import type { Fault } from '../problem.ts';

/** What can be done to a webhook as a whole. */
const emissionFaults = ['duplicate', 'reorder', 'delay'] as const;
export type EmissionFault = (typeof emissionFaults)[number];
/** What can be done to one attempt at a webhook. */
const attemptFaults = ['drop', 'bad_signature', 'stale_timestamp'] as const;
export type AttemptFault = (typeof attemptFaults)[number];
/** What can be done to the answer of an API call. */
const callFaults = ['latency', 'error'] as const;

/** Every fault, as the trace names it. */
export const chaosFaults = [...emissionFaults, ...attemptFaults, ...callFaults] as const;
export type ChaosFault = (typeof chaosFaults)[number];

/** Fields that are probabilities. */
export const chaosRates = [
  'duplicate',
  'reorder',
  'drop',
  'bad_signature',
  'stale_timestamp',
  'error_rate',
] as const;

const SEED_MAX = 4_294_967_295;
/** Longest that a webhook is held back: an hour. */
const CHAOS_DELAY_MAX_MS = 3_600_000;
/** Longest that an answer is held back: a minute, since a connection waits for it. */
const CHAOS_LATENCY_MAX_MS = 60_000;

const spans = { delay_ms: CHAOS_DELAY_MAX_MS, latency_ms: CHAOS_LATENCY_MAX_MS } as const;
const spanNames = ['delay_ms', 'latency_ms'] as const;
const anyFault: readonly string[] = [...chaosRates, ...spanNames];

const rate = () =>
  z
    .number({ error: mustBe('a number from 0 to 1') })
    .refine((value) => value >= 0 && value <= 1, { error: 'must be from 0 (never) to 1 (always)' })
    .meta({ minimum: 0, maximum: 1 })
    .exactOptional();

const span = (max: number) =>
  z
    .union([integer(0, max), shape({ min: integer(0, max), max: integer(0, max) })], {
      error: mustBe(`milliseconds from 0 to ${max}, or {"min", "max"} of such`),
    })
    .exactOptional();

function faultsOfChaos(body: unknown): Fault[] {
  const members = membersOf(body);
  if (!anyFault.some((name) => members[name] !== undefined))
    return [{ pointer: '', detail: `needs something that is to go wrong: ${anyFault.join(', ')}` }];
  return spanNames.flatMap((name) => {
    const { min, max } = membersOf(members[name]);
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
    return [{ pointer: `/${name}/max`, detail: 'must not be less than min' }];
  });
}

const spanData = () => z.union([z.int(), z.object({ min: z.int(), max: z.int() })]);

const chaosData = lazy(() =>
  z.object({
    active: z.boolean().describe('Whether anything is made to go wrong.'),
    seed: z.int().nullable().describe('The same seed gives the same faults.'),
    duplicate: z.number(),
    reorder: z.number(),
    delay_ms: spanData(),
    drop: z.number(),
    bad_signature: z.number(),
    stale_timestamp: z.number(),
    latency_ms: spanData(),
    error_rate: z.number(),
    set_at: z.iso.datetime().nullable(),
    webhooks: z.int().describe('Webhooks that were emitted since it was set.'),
    calls: z.int().describe('API calls since it was set, where their answers are concerned at all.'),
    injected: z
      .object(fromNames(chaosFaults, () => z.int()))
      .describe('How many faults there were since it was set.'),
  }),
);

const base = { provenance: 'decided', data: chaosData } as const;
const path = '/control/chaos';

/** `GET /control/chaos`: what is made to go wrong for the account, and how often it did. */
export const getChaos = operation({
  ...ofControl.get(path),
  ...base,
  id: 'getChaos',
  summary: 'What is made to go wrong for the account',
  title: 'Chaos',
});

/** `PUT /control/chaos`: what is to go wrong from now on, in place of what was. */
export const setChaos = operation({
  ...ofControl.put(path),
  ...base,
  id: 'setChaos',
  summary: 'Make webhooks and API answers of the account go wrong, the same way for the same seed',
  body: lazy(() =>
    crossFieldCheck(
      shape({
        seed: integer(0, SEED_MAX).exactOptional(),
        duplicate: rate(),
        reorder: rate(),
        delay_ms: span(spans.delay_ms),
        drop: rate(),
        bad_signature: rate(),
        stale_timestamp: rate(),
        latency_ms: span(spans.latency_ms),
        error_rate: rate(),
      }),
      faultsOfChaos,
    ),
  ),
  example: { seed: 42, duplicate: 0.2, drop: 0.1, delay_ms: { min: 0, max: 2000 } },
  title: 'Chaos set',
});

/** `DELETE /control/chaos`: nothing goes wrong any more. */
export const clearChaos = operation({
  ...ofControl.delete(path),
  ...base,
  id: 'clearChaos',
  summary: 'Let nothing go wrong any more',
  title: 'Chaos cleared',
});
