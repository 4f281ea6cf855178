import * as z from 'zod';
import { encodeFault, faultAt } from '../fields/faults.ts';
import {
  choice,
  crossFieldCheck,
  decidedHere,
  fromFieldAs,
  lazyObject,
  mustBe,
  shape,
} from '../fields/fields.ts';
import { isOneOf, membersOf } from '../fields/objects.ts';
import { controlApi, lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { failureReasons } from '../sessions/payment-failures.ts';
import { statusSchema } from '../sessions/session-data.ts';

export const legOutcomes = {
  1: ['paid', 'failed', 'expired'],
  2: ['accredited', 'accreditation_to_recipient_failed'],
} as const;
export const forcedOutcomes = [...legOutcomes[1], ...legOutcomes[2]] as const;
export type ForcedOutcome = (typeof forcedOutcomes)[number];

export function legOfOutcome(outcome: unknown): 1 | 2 {
  return isOneOf(legOutcomes[1], outcome) ? 1 : 2;
}

function forcedOutcomeFaults(body: unknown): Fault[] {
  const { outcome, reason } = membersOf(body);
  if (reason === undefined || reason === null || outcome === 'failed') return faultsOfOtherLeg(body);
  return [...faultsOfOtherLeg(body), faultAt('/reason', 'fault.not_failed', { leg: 'outcome' })];
}

function faultsOfOtherLeg(body: unknown): Fault[] {
  const { leg, outcome } = membersOf(body);
  if (leg !== 1 && leg !== 2) return [];
  const legValues: readonly unknown[] = legOutcomes[leg];
  if (legValues.includes(outcome) || !isOneOf(forcedOutcomes, outcome)) return [];
  return [faultAt('/outcome', 'fault.outcome.other_leg', { leg, values: legValues.join(', ') })];
}

export const forceOutcome = controlApi.post('forceOutcome', '/control/sessions/{session_id}/outcome', {
  aliases: [{ path: '/__test__/sessions/{session_id}/outcome', provenance: 'spec' }],
  provenance: 'spec',
  body: lazy(() =>
    crossFieldCheck(
      shape({
        leg: z.literal([1, 2], { error: legError }),
        outcome: choice(forcedOutcomes),
        reason: choice(failureReasons).meta(fromFieldAs('field.reason')).exactOptional(),
      }),
      forcedOutcomeFaults,
    ),
  ),
  requestHeaders: [{ name: 'Accept-Language', meaning: 'api.header.accept_language.forced_outcome' }],
  example: { leg: 1, outcome: 'paid' },
  data: statusSchema,
  title: 'Outcome forced',
  problems: [404, 500],
});

function legError({ input }: { readonly input?: unknown }): string {
  return typeof input === 'number' ? encodeFault('fault.leg') : mustBe('fault.wanted.leg')({ input });
}

/** Deletes the account's data and resets its settings, but keeps its credentials (contract section 5). */
export const resetAccount = controlApi.post('resetAccount', '/control/reset', {
  aliases: [{ path: '/__test__/reset', provenance: 'spec' }],
  provenance: 'spec',
  data: lazyObject(() => ({ account_id: z.string() }), decidedHere),
  title: 'Account reset',
});
