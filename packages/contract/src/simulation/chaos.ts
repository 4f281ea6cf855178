import * as z from 'zod';
import { encodeFault, faultAt } from '../fields/faults.ts';
import { crossFieldCheck, integer, lazyObject, mustBe, shape } from '../fields/fields.ts';
import { fromNames, mapValues, membersOf, namesOf } from '../fields/objects.ts';
import { controlApi, lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';

const emissionFaults = ['duplicate', 'reorder', 'delay'] as const;
export type EmissionFault = (typeof emissionFaults)[number];
const attemptFaults = ['drop', 'bad_signature', 'stale_timestamp'] as const;
export type AttemptFault = (typeof attemptFaults)[number];
const callFaults = ['latency', 'error'] as const;

export const chaosFaults = [...emissionFaults, ...attemptFaults, ...callFaults] as const;
export type ChaosFault = (typeof chaosFaults)[number];

export const chaosRates = ['duplicate', 'reorder', ...attemptFaults, 'error_rate'] as const;

const SEED_MAX = 4_294_967_295;
const CHAOS_DELAY_MAX_MS = 3_600_000;
/** Maximum delay of a response. It is limited, because a delayed response keeps its connection open. */
const CHAOS_LATENCY_MAX_MS = 60_000;

const maxSpans = { delay_ms: CHAOS_DELAY_MAX_MS, latency_ms: CHAOS_LATENCY_MAX_MS } as const;
const spanNames = namesOf(maxSpans);
const settingNames: readonly string[] = [...chaosRates, ...spanNames];

const rateField = () =>
  z
    .number({ error: mustBe('fault.wanted.rate') })
    .refine((value) => value >= 0 && value <= 1, { error: encodeFault('fault.rate') })
    .meta({ minimum: 0, maximum: 1 })
    .exactOptional();

const spanField = (max: number) =>
  z
    .union([integer(0, max), shape({ min: integer(0, max), max: integer(0, max) })], {
      error: mustBe('fault.wanted.span', { max }),
    })
    .exactOptional();

function faultsOfChaos(body: unknown): Fault[] {
  const members = membersOf(body);
  if (!settingNames.some((name) => members[name] !== undefined))
    return [faultAt('', 'fault.chaos.no_fault', { names: settingNames.join(', ') })];
  return spanNames.flatMap((name) => {
    const { min, max } = membersOf(members[name]);
    if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
    return [faultAt(`/${name}/max`, 'fault.chaos.max')];
  });
}

const spanSchema = () => z.union([z.int(), z.object({ min: z.int(), max: z.int() })]);

const chaosSchema = lazyObject(() => ({
  active: z.boolean().meta({ meaning: 'field.active' }),
  seed: z.int().nullable().meta({ meaning: 'field.seed' }),
  ...fromNames(chaosRates, () => z.number()),
  ...fromNames(spanNames, spanSchema),
  set_at: z.iso.datetime().nullable(),
  webhooks: z.int().meta({ meaning: 'field.webhooks.chao' }),
  calls: z.int().meta({ meaning: 'field.calls' }),
  injected: z.object(fromNames(chaosFaults, () => z.int())).meta({ meaning: 'field.injected' }),
}));

const chaosPath = '/control/chaos';

export const getChaos = controlApi.get('getChaos', chaosPath, { data: chaosSchema, title: 'Chaos' });

export const setChaos = controlApi.put('setChaos', chaosPath, {
  data: chaosSchema,
  body: lazy(() =>
    crossFieldCheck(
      shape({
        seed: integer(0, SEED_MAX).exactOptional(),
        ...fromNames(chaosRates, rateField),
        ...mapValues(maxSpans, spanField),
      }),
      faultsOfChaos,
    ),
  ),
  example: { seed: 42, duplicate: 0.2, drop: 0.1, delay_ms: { min: 0, max: 2000 } },
  title: 'Chaos set',
});

export const clearChaos = controlApi.delete('clearChaos', chaosPath, {
  data: chaosSchema,
  title: 'Chaos cleared',
});
