import { type TransactionStatus, transactionStatuses } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { notAmong } from '../input/similar.ts';

/** `pending`, `PENDING,paid` or `all` as statuses. */
export function parseStatuses(t: Texts, text: string): readonly TransactionStatus[] {
  if (text.toLowerCase() === 'all') return transactionStatuses;
  return text.split(',').map((word) => {
    const status = transactionStatuses.find((each) => each === word.trim().toUpperCase());
    if (!status) throw notAmong(t, word.trim().toUpperCase(), ['all', ...transactionStatuses]);
    return status;
  });
}

/** A share from 0 to 1. */
export function parseRate(t: Texts, text: string): number {
  const rate = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(rate >= 0 && rate <= 1)) throw new InvalidArgumentError(t('cli.pos.must_be_rate'));
  return rate;
}
