import type { Fault } from '../problem.ts';
import { amount, hundredthsOf, percent } from './amounts.ts';
import { faultAt } from './faults.ts';
import { choice, list, optionalText, shape, text } from './fields.ts';
import { membersOf } from './objects.ts';

/** The receiver that is the account itself (contract section 3). */
export const OWNER_RECIPIENT = 'owner';
const RECIPIENTS_MAX = 20;

const splitTypes = ['percent', 'absolute'] as const;
export type SplitType = (typeof splitTypes)[number];

export function recipients() {
  return list(shape({ recipient_id: text(), percent: percent(), label: optionalText() }), 1, RECIPIENTS_MAX);
}

/**
 * Returns the schema of `split` of a session, whose rules replace the agreement's recipients (contract
 * section 9).
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
    rules: list(rule, 1, RECIPIENTS_MAX).meta({ means: 'field.rules.split' }),
  });
}

export interface SplitWhole {
  readonly type: SplitType;
  readonly amount?: unknown;
  readonly pointer: string;
}

/**
 * Returns faults between the entries of a split (contract sections 3 and 9): repeated recipients, missing
 * shares, a total above the whole, or below it with an `owner` entry. Accepts anything; faults of single
 * fields and unknown recipients are checked elsewhere.
 */
export function splitFaults(entries: unknown, { type, amount: total, pointer }: SplitWhole): Fault[] {
  if (!Array.isArray(entries) || entries.length > RECIPIENTS_MAX) return [];
  const field = type === 'percent' ? 'percent' : 'amount_reference';
  const faults: Fault[] = [];
  const seen = new Set<unknown>();
  let sum = 0;
  let complete = entries.length > 0;
  entries.forEach((entry, index) => {
    const members = membersOf(entry);
    const id = members.recipient_id;
    if (typeof id === 'string' && seen.has(id)) {
      faults.push(faultAt(`${pointer}/${index}/recipient_id`, 'fault.split.twice'));
    }
    seen.add(id);
    const share = hundredthsOf(members[field]);
    if (share !== null) sum += share;
    else complete = false;
    if (members[field] === undefined && typeof entry === 'object' && entry !== null) {
      faults.push(faultAt(`${pointer}/${index}/${field}`, 'fault.split.share_missing', { type }));
    }
  });
  const whole = type === 'percent' ? 10_000 : hundredthsOf(total);
  if (whole === null) return faults;
  const unit = type === 'percent' ? ' %' : '';
  const show = (hundredths: number) => `${hundredths / 100}${unit}`;
  if (sum > whole) {
    faults.push(faultAt(pointer, 'fault.split.too_much', { sum: show(sum), whole: show(whole) }));
  } else if (seen.has(OWNER_RECIPIENT) && complete && sum < whole) {
    faults.push(faultAt(pointer, 'fault.split.owner', { sum: show(sum), whole: show(whole) }));
  }
  return faults;
}

/** Returns the faults of a session's `split` against its `amount_reference`; `session` may be anything. */
export function sessionSplitFaults(session: unknown): Fault[] {
  const { split: given, amount_reference } = membersOf(session);
  if (given === undefined) return [];
  const { type, rules } = membersOf(given);
  if (type !== 'percent' && type !== 'absolute') return [];
  return splitFaults(rules, { type, amount: amount_reference, pointer: '/split/rules' });
}

/** Returns the faults of a split receipt agreement's `recipients`; `agreement` may be anything. */
export function recipientsFaults(agreement: unknown): Fault[] {
  const { recipients: given } = membersOf(agreement);
  return splitFaults(given, { type: 'percent', pointer: '/recipients' }).filter(
    ({ code }) => code !== 'fault.split.share_missing',
  );
}
