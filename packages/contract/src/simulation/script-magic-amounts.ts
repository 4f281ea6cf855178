import type { ScriptOutcome, ScriptRule } from './script-rules.ts';

const magicOutcomes: readonly (readonly [name: string, outcome: ScriptOutcome])[] = [
  ['paid', { leg1: 'paid', leg2: 'accredited' }],
  ['failed', { leg1: 'failed' }],
  ['expired', { leg1: 'expired' }],
  ['accreditation fails', { leg1: 'paid', leg2: 'accreditation_to_recipient_failed' }],
  ['never accredited', { leg1: 'paid', leg2: 'none' }],
];

const DELAY_WITHOUT_PAYER_MS = 1000;

/**
 * Rules for amounts whose cents determine how a session ends. Cents 1 to 5 apply when the payer pays; cents
 * 11 to 15 end the session without a payer, a second after its creation.
 */
export const magicAmounts: readonly ScriptRule[] = [
  ...magicOutcomes.map(([name, outcome], index) => rule(`*.0${index + 1}`, name, outcome)),
  ...magicOutcomes.map(([name, outcome], index) =>
    rule(`*.1${index + 1}`, `${name}, by itself`, { ...outcome, after_ms: DELAY_WITHOUT_PAYER_MS }),
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
