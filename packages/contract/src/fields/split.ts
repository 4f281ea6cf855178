import type { Fault } from '../problem.ts';
import { amount, percent, toHundredths } from './amounts.ts';
import { faultAt } from './faults.ts';
import { choice, list, optionalText, shape, text } from './fields.ts';
import { membersOf } from './objects.ts';

/** The `recipient_id` of the account itself (contract section 3). */
export const OWNER_RECIPIENT = 'owner';
const RECIPIENTS_MAX = 20;

const splitTypes = ['percent', 'absolute'] as const;
export type SplitType = (typeof splitTypes)[number];

export function recipients() {
  return list(shape({ recipient_id: text(), percent: percent(), label: optionalText() }), 1, RECIPIENTS_MAX);
}

/**
 * Returns the schema of a session's `split`, which the session uses instead of the agreement's recipients
 * (contract section 9).
 */
export function split() {
  const rule = shape({
    recipient_id: text(),
    percent: percent().exactOptional(),
    amount_reference: amount().exactOptional(),
    label: optionalText(),
  });
  return shape({
    type: choice(splitTypes),
    rules: list(rule, 1, RECIPIENTS_MAX).meta({ meaning: 'field.rules.split' }),
  });
}

export interface SplitTotal {
  readonly type: SplitType;
  readonly amount?: unknown;
  readonly pointer: string;
}

/**
 * Returns faults that concern several entries of a split (contract sections 3 and 9), such as a repeated
 * recipient or a sum above 100 %. The schema reports wrong types.
 */
export function splitFaults(entries: unknown, { type, amount: total, pointer }: SplitTotal): Fault[] {
  if (!Array.isArray(entries) || entries.length > RECIPIENTS_MAX) return [];
  const field = type === 'percent' ? 'percent' : 'amount_reference';
  const faults: Fault[] = [];
  const recipientIds = new Set<unknown>();
  let sum = 0;
  let isComplete = entries.length > 0;
  entries.forEach((entry, index) => {
    const members = membersOf(entry);
    const id = members.recipient_id;
    if (typeof id === 'string' && recipientIds.has(id)) {
      faults.push(faultAt(`${pointer}/${index}/recipient_id`, 'fault.split.duplicate_recipient'));
    }
    recipientIds.add(id);
    const share = toHundredths(members[field]);
    if (share !== null) sum += share;
    else isComplete = false;
    if (members[field] === undefined && typeof entry === 'object' && entry !== null) {
      faults.push(faultAt(`${pointer}/${index}/${field}`, 'fault.split.share_missing', { type }));
    }
  });
  const fullShare = type === 'percent' ? 10_000 : toHundredths(total);
  if (fullShare === null) return faults;
  const unit = type === 'percent' ? ' %' : '';
  const hundredthsText = (hundredths: number) => `${hundredths / 100}${unit}`;
  if (sum > fullShare) {
    faults.push(
      faultAt(pointer, 'fault.split.sum_too_large', {
        sum: hundredthsText(sum),
        whole: hundredthsText(fullShare),
      }),
    );
  } else if (recipientIds.has(OWNER_RECIPIENT) && isComplete && sum < fullShare) {
    faults.push(
      faultAt(pointer, 'fault.split.owner', { sum: hundredthsText(sum), whole: hundredthsText(fullShare) }),
    );
  }
  return faults;
}

/** Checks a session's `split`, and its sum against `amount_reference`; `session` can be any value. */
export function sessionSplitFaults(session: unknown): Fault[] {
  const { split: sessionSplit, amount_reference } = membersOf(session);
  if (sessionSplit === undefined) return [];
  const { type, rules } = membersOf(sessionSplit);
  if (type !== 'percent' && type !== 'absolute') return [];
  return splitFaults(rules, { type, amount: amount_reference, pointer: '/split/rules' });
}

/** Checks the `recipients` of a split receipt agreement; `agreement` can be any value. */
export function recipientsFaults(agreement: unknown): Fault[] {
  const { recipients: entries } = membersOf(agreement);
  return splitFaults(entries, { type: 'percent', pointer: '/recipients' }).filter(
    // The schema already reports a missing `percent`.
    ({ code }) => code !== 'fault.split.share_missing',
  );
}
