import type { DataOf } from '@svc-simulator/client';
import type { listAgreements, listPartners } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import type { Colours } from './colours.ts';
import { ago, columns, plain } from './text.ts';

/** Agreements as a table. */
export function agreementListLines(
  agreements: DataOf<typeof listAgreements>,
  colours: Colours,
  nowMs: number,
): string[] {
  return columns(
    agreements.map(({ agreement_id, created_at, split, payment_methods, title }) => [
      plain(agreement_id),
      colours.dim(ago(created_at, nowMs)),
      split ? t`split` : '',
      Object.entries(payment_methods)
        .flatMap(([method, allowed]) => (allowed ? [plain(method)] : []))
        .join(', '),
      plain(title, 60),
    ]),
  );
}

/** Partners as a table. */
export function partnerListLines(
  partners: DataOf<typeof listPartners>,
  colours: Colours,
  nowMs: number,
): string[] {
  return columns(
    partners.map(({ partner_id, created_at, name, identification = '' }) => [
      plain(partner_id),
      colours.dim(ago(created_at, nowMs)),
      plain(identification, 40),
      plain(name, 60),
    ]),
  );
}
