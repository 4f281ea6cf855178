import { t } from '@svc-simulator/core';
import { InvalidArgumentError } from 'commander';
import { wrongUsage } from '../failures.ts';

/** What a partner gets of a payment: so many percent, or an amount of it. */
type Rule =
  | { readonly recipient_id: string; readonly percent: number }
  | { readonly recipient_id: string; readonly amount_reference: number };

/** `--split PARTNER=40%` or `--split PARTNER=12.50`; it may be given more than once. */
export function parseSplit(text: string, former: readonly Rule[] = []): readonly Rule[] {
  const [, recipient_id, share, percent] = /^([^=]+)=(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? [];
  if (recipient_id === undefined)
    throw new InvalidArgumentError(
      t`It must be a partner's id and a share, such as PARTNER=40% or PARTNER=12.50.`,
    );
  const rule = percent
    ? { recipient_id, percent: Number(share) }
    : { recipient_id, amount_reference: Number(share) };
  return [...former, rule];
}

/** The `split` of a session. @throws CommandError when shares are of two kinds */
export function splitOf(rules: readonly Rule[]) {
  const percents = rules.filter((rule) => 'percent' in rule).length;
  if (percents > 0 && percents < rules.length)
    throw wrongUsage(t`--split: either all shares are percents or all are amounts`);
  return { type: percents > 0 ? ('percent' as const) : ('absolute' as const), rules };
}
