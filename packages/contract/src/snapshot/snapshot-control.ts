import * as z from 'zod';
import { encodeFault } from '../fields/faults.ts';
import { choice, encodeMustBe, exactly, integer, lazyExactly, list, text } from '../fields/fields.ts';
import { fromNames } from '../fields/objects.ts';
import { chaosFaults, chaosRates } from '../simulation/chaos.ts';
import {
  SCRIPT_OUTCOMES_MAX,
  SCRIPT_RULES_MAX,
  scriptOutcome,
  scriptRules,
} from '../simulation/script-rules.ts';
import { moment, uuidText } from './snapshot-parts.ts';

const COUNT_MAX = Number.MAX_SAFE_INTEGER;
const OWN_AND_READY_RULES_MAX = 2 * SCRIPT_RULES_MAX;
const snapshotCount = () => integer(0, COUNT_MAX);
const eventNumber = () => integer(1, COUNT_MAX).nullable();

/** The script of an account. `rules` are the account's own rules; `ready` names the built-in ones. */
export const snapshotScript = lazyExactly(() => ({
  scriptId: uuidText(),
  rules: scriptRules().nullable(),
  ready: choice(['magic_amounts']).nullable(),
  setAt: moment(),
  handedOut: list(snapshotCount(), 0, OWN_AND_READY_RULES_MAX).meta({ meaning: 'field.handedOut' }),
}));

export const snapshotStep = lazyExactly(() => ({
  scriptId: uuidText(),
  rule: integer(0, OWN_AND_READY_RULES_MAX),
  step: integer(0, SCRIPT_OUTCOMES_MAX),
  name: text().exactOptional(),
  outcome: scriptOutcome(),
  /** Time at which the script ends leg 1; null if leg 1 ends when a payer pays. */
  dueAt: moment().nullable(),
}));

const snapshotRate = () =>
  z
    .number({ error: encodeMustBe('fault.wanted.rate') })
    .min(0)
    .max(1);
const snapshotSpan = (maxMs: number) =>
  exactly({ min: integer(0, maxMs), max: integer(0, maxMs) }).refine(({ min, max }) => min <= max, {
    error: encodeFault('fault.snapshot.min_above_max'),
  });

/** The chaos of an account. `event` is the id of its event `chaos.set` in `trace`. */
export const snapshotChaos = lazyExactly(() => ({
  event: eventNumber(),
  seed: integer(0, 4_294_967_295),
  rates: exactly(fromNames(chaosRates, snapshotRate)),
  delayMs: snapshotSpan(3_600_000),
  latencyMs: snapshotSpan(60_000),
  setAt: moment(),
  /** Number of webhooks sent since chaos was set. */
  webhooks: snapshotCount(),
  calls: snapshotCount(),
  injected: exactly(fromNames(chaosFaults, () => snapshotCount().exactOptional())),
}));

export const snapshotDeliveryChaos = lazyExactly(() => ({
  event: eventNumber(),
  /** Position of the webhook among those sent since chaos was set, from 1. */
  number: integer(1, COUNT_MAX),
  /** Faults of the webhook. Both copies of a duplicated webhook have `duplicate`. */
  faults: list(choice(['duplicate', 'reorder', 'delay']), 0, 3),
}));
