import * as z from 'zod';
import { issue } from '../fields/faults.ts';
import { choice, exactly, integer, isNot, lazyExactly, list, text } from '../fields/fields.ts';
import { fromNames } from '../fields/objects.ts';
import { chaosFaults, chaosRates } from '../simulation/chaos.ts';
import {
  SCRIPT_OUTCOMES_MAX,
  SCRIPT_RULES_MAX,
  scriptOutcome,
  scriptRules,
} from '../simulation/script-rules.ts';
import { moment, uuid } from './snapshot-parts.ts';

const COUNT_MAX = Number.MAX_SAFE_INTEGER;
/** Own rules and those that come with the simulator. */
const RULES_MAX = 2 * SCRIPT_RULES_MAX;
const count = () => integer(0, COUNT_MAX);
const eventNumber = () => integer(1, COUNT_MAX).nullable();

/** The script of an account in a snapshot; `rules` are its own, without those that come with the simulator. */
export const snapshotScript = lazyExactly(() => ({
  scriptId: uuid(),
  rules: scriptRules().nullable(),
  ready: choice(['magic_amounts']).nullable(),
  setAt: moment(),
  handedOut: list(count(), 0, RULES_MAX).meta({ means: 'field.handedOut' }),
}));

/** An outcome that a rule of a script has handed out to a session, or to somebody's attempt to pay. */
export const snapshotStep = lazyExactly(() => ({
  scriptId: uuid(),
  /** Places in `rules` and in `outcomes`, from 0. */
  rule: integer(0, RULES_MAX),
  step: integer(0, SCRIPT_OUTCOMES_MAX),
  name: text().exactOptional(),
  outcome: scriptOutcome(),
  /** When leg 1 is decided by itself; null: when somebody pays. */
  dueAt: moment().nullable(),
}));

const rate = () =>
  z
    .number({ error: isNot('fault.wanted.rate') })
    .min(0)
    .max(1);
const span = (maxMs: number) =>
  exactly({ min: integer(0, maxMs), max: integer(0, maxMs) }).refine(({ min, max }) => min <= max, {
    error: issue('fault.snapshot.min_above_max'),
  });

/** The chaos of an account in a snapshot; `event` is the number of what set it in the list `trace`. */
export const snapshotChaos = lazyExactly(() => ({
  event: eventNumber(),
  seed: integer(0, 4_294_967_295),
  /** Probabilities from 0 to 1. */
  rates: exactly(fromNames(chaosRates, rate)),
  /** How long a webhook is held back before its first attempt. */
  delayMs: span(3_600_000),
  /** How long the answer of an API call is held back. */
  latencyMs: span(60_000),
  setAt: moment(),
  /** Webhooks that were emitted to somebody since it was set. */
  webhooks: count(),
  /** API calls since it was set. */
  calls: count(),
  injected: exactly(fromNames(chaosFaults, () => count().exactOptional())),
}));

/** What chaos did to a webhook, in a snapshot. */
export const snapshotDeliveryChaos = lazyExactly(() => ({
  event: eventNumber(),
  /** Which webhook since that was set, from 1. */
  number: integer(1, COUNT_MAX),
  /** What was done to the webhook as a whole; `duplicate` stands in both deliveries of one that is sent twice. */
  faults: list(choice(['duplicate', 'reorder', 'delay']), 0, 3),
}));
