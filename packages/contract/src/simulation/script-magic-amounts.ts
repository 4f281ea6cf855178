import type { ScriptOutcome, ScriptRule } from './script-rules.ts';

/** What each of the first five cents stands for. */
const ends: readonly (readonly [name: string, outcome: ScriptOutcome])[] = [
  ['paid', { leg1: 'paid', leg2: 'accredited' }],
  ['failed', { leg1: 'failed' }],
  ['expired', { leg1: 'expired' }],
  ['accreditation fails', { leg1: 'paid', leg2: 'accreditation_to_recipient_failed' }],
  ['never accredited', { leg1: 'paid', leg2: 'none' }],
];

/** How long after its creation a session of 11 to 15 cents ends. */
const BY_ITSELF_MS = 1000;

/**
 * Amounts that say how a session ends, by their cents: 1 to 5 when somebody pays, whatever key the payer types; 11 to 15 the
 * same by itself, a second after the creation. Every other amount goes as it would.
 */
export const magicAmounts: readonly ScriptRule[] = [
  ...ends.map(([name, outcome], index) => rule(`*.0${index + 1}`, name, outcome)),
  ...ends.map(([name, outcome], index) =>
    rule(`*.1${index + 1}`, `${name}, by itself`, { ...outcome, after_ms: BY_ITSELF_MS }),
  ),
];

function rule(amount: string, name: string, outcome: ScriptOutcome): ScriptRule {
  return {
    name: `magic amount: ${name}`,
    match: { amount_reference: amount },
    outcomes: [outcome],
    afterwards: 'repeat',
  };
}
