import * as z from 'zod';
import { choice, integer, list, text } from '../fields/fields.ts';
import { lazy } from '../operation.ts';
import { chaosFaults, chaosRates } from '../simulation/chaos.ts';
import {
  SCRIPT_OUTCOMES_MAX,
  SCRIPT_RULES_MAX,
  scriptOutcome,
  scriptRules,
} from '../simulation/script-rules.ts';
import { exactly, moment, uuid } from './snapshot-parts.ts';

const COUNT_MAX = Number.MAX_SAFE_INTEGER;
/** Own rules and those that come with the simulator. */
const RULES_MAX = 2 * SCRIPT_RULES_MAX;
const count = () => integer(0, COUNT_MAX);
const eventNumber = () => integer(1, COUNT_MAX).nullable();

/** The script of an account in a snapshot; `rules` are its own, without those that come with the simulator. */
export const snapshotScript = lazy(() =>
  exactly({
    scriptId: uuid(),
    rules: scriptRules().nullable(),
    ready: choice(['magic_amounts']).nullable(),
    setAt: moment(),
    handedOut: list(count(), 0, RULES_MAX).describe('How many outcomes each rule has handed out.'),
  }),
);

/** What a script has in store for a session, in a snapshot. */
export const snapshotStep = lazy(() =>
  exactly({
    scriptId: uuid(),
    rule: integer(0, RULES_MAX),
    step: integer(0, SCRIPT_OUTCOMES_MAX),
    name: text().exactOptional(),
    outcome: scriptOutcome(),
    dueAt: moment().nullable(),
  }),
);

const rate = () => z.number({ error: 'must be a number from 0 to 1' }).min(0).max(1);
const span = (maxMs: number) =>
  exactly({ min: integer(0, maxMs), max: integer(0, maxMs) }).refine(({ min, max }) => min <= max, {
    error: 'must have a min that is not above its max',
  });

/** The chaos of an account in a snapshot; `event` is the number of what set it in the list `trace`. */
export const snapshotChaos = lazy(() =>
  exactly({
    event: eventNumber(),
    seed: integer(0, 4_294_967_295),
    rates: exactly(Object.fromEntries(chaosRates.map((name) => [name, rate()]))),
    delayMs: span(3_600_000),
    latencyMs: span(60_000),
    setAt: moment(),
    webhooks: count(),
    calls: count(),
    injected: exactly(Object.fromEntries(chaosFaults.map((fault) => [fault, count().exactOptional()]))),
  }),
);

/** What chaos did to a webhook, in a snapshot. */
export const snapshotDeliveryChaos = lazy(() =>
  exactly({
    event: eventNumber(),
    number: integer(1, COUNT_MAX),
    faults: list(choice(['duplicate', 'reorder', 'delay']), 0, 3),
  }),
);
