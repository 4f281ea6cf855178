import { type Fault, faultAt, hundredthsOf, OWNER_RECIPIENT } from '@svc-simulator/contract';

/** Hundredths of a percent in the whole. */
const WHOLE = 10_000;

/** One recipient as a valid body names it: a percentage, or an amount in the reference currency. */
export interface SplitEntry {
  readonly recipient_id: string;
  readonly percent?: number | undefined;
  readonly amount_reference?: number | undefined;
  readonly label?: string | undefined;
}

export interface SplitTerms {
  readonly type: 'percent' | 'absolute';
  /** JSON Pointer of the list: `/recipients` or `/split/rules`. */
  readonly pointer: string;
  /** Partners of the account; the owner is always known. */
  readonly known: ReadonlySet<string>;
}

/**
 * Shares of a split whose body is valid by itself, and the faults that only the account's partners can tell: a
 * recipient that is none of them (contract section 9). The shares are only good when there is no fault.
 */
export function sharesOf(
  entries: readonly SplitEntry[],
  { type, pointer, known }: SplitTerms,
): { readonly shares: readonly Share[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const shares = entries.map((entry, index): Share => {
    const { recipient_id: recipientId, label } = entry;
    if (recipientId !== OWNER_RECIPIENT && !known.has(recipientId))
      faults.push(faultAt(`${pointer}/${index}/recipient_id`, 'fault.split.no_partner'));
    const size = hundredthsOf(type === 'percent' ? entry.percent : entry.amount_reference);
    if (size === null) throw new TypeError('a share of the split was not validated');
    return {
      recipientId,
      ...(type === 'percent' ? { basisPoints: size } : { amountMinor: size }),
      ...(label === undefined ? undefined : { label }),
    };
  });
  return { shares, faults };
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
  const rules = shares.filter((share) => share.recipientId !== OWNER_RECIPIENT);
  const whole = BigInt(rules[0]?.amountMinor === undefined ? WHOLE : amountMinor);
  const weights = rules.map((share) => BigInt(share.amountMinor ?? share.basisPoints ?? 0));
  const rest = whole - weights.reduce((sum, weight) => sum + weight, 0n);
  if (rest < 0n) throw new RangeError('a split gives away more than there is; it was not validated');
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
  return shares.find((share) => share.recipientId === OWNER_RECIPIENT) ?? { recipientId: OWNER_RECIPIENT };
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

/** Who receives which share: the owner takes the rest. An `owner` entry only gives the owner's credit its label. */
export interface Share {
  readonly recipientId: string;
  /** Hundredths of a percent (10000 = 100 %), or minor units of the reference currency. */
  readonly basisPoints?: number;
  readonly amountMinor?: number;
  readonly label?: string;
}
