import { type Fault, faultAt, OWNER_RECIPIENT, toHundredths } from '@svc-simulator/contract';

const FULL_BASIS_POINTS = 10_000;

/** A recipient of a split, with a percentage or an amount in the reference currency. */
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
  readonly knownRecipients: ReadonlySet<string>;
}

/**
 * Converts a split to shares, and lists unknown recipients as faults (contract section 9). Don't use the
 * shares if there is a fault.
 */
export function toShares(
  entries: readonly SplitEntry[],
  { type, pointer, knownRecipients }: SplitTerms,
): { readonly shares: readonly Share[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const shares = entries.map((entry, index): Share => {
    const { recipient_id: recipientId, label } = entry;
    if (recipientId !== OWNER_RECIPIENT && !knownRecipients.has(recipientId))
      faults.push(faultAt(`${pointer}/${index}/recipient_id`, 'fault.split.unknown_partner'));
    const size = toHundredths(type === 'percent' ? entry.percent : entry.amount_reference);
    if (size === null) throw new TypeError('a share of the split was not validated');
    return {
      recipientId,
      ...(type === 'percent' ? { basisPoints: size } : { amountMinor: size }),
      ...(label === undefined ? undefined : { label }),
    };
  });
  return { shares, faults };
}

export interface GrossShare {
  readonly receiverId: string;
  readonly memo?: string;
  readonly grossMinor: bigint;
}

/**
 * Divides VES minor units into shares (contract section 9). The owner gets what the partners' shares don't
 * give away. Cents lost by rounding go to the shares with the largest fractions.
 */
export function grossShares(
  totalVesMinor: bigint,
  referenceTotalMinor: number,
  shares: readonly Share[],
): readonly GrossShare[] {
  const partnerShares = shares.filter((share) => share.recipientId !== OWNER_RECIPIENT);
  const fullWeight = BigInt(
    partnerShares[0]?.amountMinor === undefined ? FULL_BASIS_POINTS : referenceTotalMinor,
  );
  const weights = partnerShares.map((share) => BigInt(share.amountMinor ?? share.basisPoints ?? 0));
  const ownerWeight = fullWeight - weights.reduce((sum, weight) => sum + weight, 0n);
  if (ownerWeight < 0n) throw new RangeError('a split gives away more than there is; it was not validated');
  const sharesWithOwner = ownerWeight > 0n ? [...partnerShares, ownerShare(shares)] : partnerShares;
  if (ownerWeight > 0n) weights.push(ownerWeight);
  const gross = largestRemainder(totalVesMinor, fullWeight, weights);
  return sharesWithOwner.map(({ recipientId, label }, index) => ({
    receiverId: recipientId,
    ...(label === undefined ? undefined : { memo: label }),
    grossMinor: gross[index] ?? 0n,
  }));
}

function ownerShare(shares: readonly Share[]): Share {
  return shares.find((share) => share.recipientId === OWNER_RECIPIENT) ?? { recipientId: OWNER_RECIPIENT };
}

/** Divides `total` in proportion to `weights`, which must add up to `fullWeight`. */
function largestRemainder(total: bigint, fullWeight: bigint, weights: readonly bigint[]): readonly bigint[] {
  const parts = weights.map((weight) => (total * weight) / fullWeight);
  let leftCents = total - parts.reduce((sum, part) => sum + part, 0n);
  const order = weights
    .map((weight, index) => ({ index, fraction: (total * weight) % fullWeight }))
    // The sort is stable, so equal fractions stay in the order of the rules, with the owner last.
    .sort((a, b) => (a.fraction < b.fraction ? 1 : a.fraction > b.fraction ? -1 : 0));
  for (const { index } of order) {
    if (leftCents <= 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    leftCents -= 1n;
  }
  return parts;
}

/**
 * A recipient's share, in `basisPoints` or `amountMinor`. A share for `owner` only sets the label of the
 * owner's credit, because the owner gets the rest.
 */
export interface Share {
  readonly recipientId: string;
  /** Hundredths of a percent; 10000 is 100 %. */
  readonly basisPoints?: number;
  /** In minor units of the reference currency. */
  readonly amountMinor?: number;
  readonly label?: string;
}
