import type { Fault } from '@svc-simulator/contract';
import { basisPointsOf, decimalOf, minorOf } from './money.ts';
import type { Share } from './records.ts';

/** The receiver that is the account itself. */
export const OWNER = 'owner';

const WHOLE = 10_000;

/** One recipient as a body names it: a percentage, or an amount in the reference currency. */
export interface SplitEntry {
  readonly recipient_id: string;
  readonly percent?: number | undefined;
  readonly amount_reference?: number | undefined;
  readonly label?: string | undefined;
}

export interface SplitTerms {
  readonly type: 'percent' | 'absolute';
  /** Minor units of the session's amount; only absolute shares look at it. */
  readonly amountMinor?: number;
  /** JSON Pointer of the list: `/recipients` or `/split/rules`. */
  readonly pointer: string;
  /** Partners of the account; the owner is always known. */
  readonly known: ReadonlySet<string>;
}

/**
 * Shares of a split and every fault that keeps it from being one (contract sections 3 and 9): each recipient known and
 * there once; no share of 0; at most the whole in all, exactly the whole when the owner is named. The shares are only
 * good when there is no fault.
 */
export function sharesOf(
  entries: readonly SplitEntry[],
  terms: SplitTerms,
): { readonly shares: readonly Share[]; readonly faults: readonly Fault[] } {
  const field = terms.type === 'percent' ? 'percent' : 'amount_reference';
  const measure = terms.type === 'percent' ? basisPointsOf : minorOf;
  const whole = terms.type === 'percent' ? WHOLE : (terms.amountMinor ?? 0);
  const shares: Share[] = [];
  const faults: Fault[] = [];
  const seen = new Set<string>();
  let sum = 0;
  entries.forEach((entry, index) => {
    const at = `${terms.pointer}/${index}`;
    const detail = faultOfRecipient(entry.recipient_id, terms.known, seen);
    if (detail !== null) faults.push({ pointer: `${at}/recipient_id`, detail });
    seen.add(entry.recipient_id);
    const given = entry[field];
    const size = given === undefined ? null : measure(given);
    if (size === null) {
      faults.push({ pointer: `${at}/${field}`, detail: faultOfSize(terms.type, given) });
      return;
    }
    sum += size;
    shares.push({
      recipientId: entry.recipient_id,
      ...(terms.type === 'percent' ? { basisPoints: size } : { amountMinor: size }),
      ...(entry.label === undefined ? undefined : { label: entry.label }),
    });
  });
  const parts = { sum, whole, complete: shares.length === entries.length, ownerNamed: seen.has(OWNER) };
  const detail = faultOfSum(terms.type, parts);
  if (detail !== null) faults.push({ pointer: terms.pointer, detail });
  return { shares, faults };
}

function faultOfRecipient(id: string, known: ReadonlySet<string>, seen: ReadonlySet<string>): string | null {
  if (seen.has(id)) return 'is named more than once';
  if (id !== OWNER && !known.has(id))
    return 'is not a partner of this account; create it with POST /api/v1/ext/partners';
  return null;
}

function faultOfSize(type: SplitTerms['type'], given: number | undefined): string {
  if (given === undefined) return `is required in a split of type ${type}`;
  return type === 'percent'
    ? 'must be over 0 and at most 100, with at most 2 decimals'
    : 'must be over 0, with at most 2 decimals';
}

function faultOfSum(
  type: SplitTerms['type'],
  parts: { sum: number; whole: number; complete: boolean; ownerNamed: boolean },
): string | null {
  const text = (size: number) => `${decimalOf(size)}${type === 'percent' ? ' %' : ''}`;
  if (parts.sum > parts.whole) return `adds up to ${text(parts.sum)}, more than ${text(parts.whole)}`;
  // A share that could not be read leaves nothing to say about the sum.
  if (parts.ownerNamed && parts.complete && parts.sum < parts.whole) {
    return `names the owner but adds up to ${text(parts.sum)}; it must be ${text(parts.whole)}, or leave the owner out`;
  }
  return null;
}

/** What one receiver gets before the fee, in VES minor units. */
export interface GrossShare {
  readonly receiverId: string;
  readonly memo?: string;
  readonly grossMinor: bigint;
}

/**
 * Parts `totalVes` (VES minor units) by the shares, to the cent: each gets its floor, and the cents that remain go to the
 * largest fractions, ties to the earlier rule, the owner last (contract section 9). The owner takes the rest and is
 * left out when nothing of the amount is the owner's. `amountMinor` is the session's amount in its own currency.
 */
export function grossShares(
  totalVes: bigint,
  amountMinor: number,
  shares: readonly Share[],
): readonly GrossShare[] {
  const rules = shares.filter((share) => share.recipientId !== OWNER);
  const whole = BigInt(rules[0]?.amountMinor === undefined ? WHOLE : amountMinor);
  const weights = rules.map((share) => BigInt(share.amountMinor ?? share.basisPoints ?? 0));
  const rest = whole - weights.reduce((sum, weight) => sum + weight, 0n);
  if (rest < 0n)
    throw new RangeError('a split gives away more than there is; sharesOf should have refused it');
  const receivers = rest > 0n ? [...rules, ownerShare(shares)] : rules;
  if (rest > 0n) weights.push(rest);
  const gross = largestRemainder(totalVes, whole, weights);
  return receivers.map(({ recipientId, label }, index) => ({
    receiverId: recipientId,
    ...(label === undefined ? undefined : { memo: label }),
    grossMinor: gross[index] ?? 0n,
  }));
}

function ownerShare(shares: readonly Share[]): Share {
  return shares.find((share) => share.recipientId === OWNER) ?? { recipientId: OWNER };
}

/** The weights add up to `whole`. */
function largestRemainder(total: bigint, whole: bigint, weights: readonly bigint[]): readonly bigint[] {
  const parts = weights.map((weight) => (total * weight) / whole);
  let left = total - parts.reduce((sum, part) => sum + part, 0n);
  const order = weights
    .map((weight, index) => ({ index, fraction: (total * weight) % whole }))
    // A stable sort keeps ties in the order of the rules, and the owner stands last.
    .sort((a, b) => (a.fraction < b.fraction ? 1 : a.fraction > b.fraction ? -1 : 0));
  for (const { index } of order) {
    if (left <= 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts;
}
