import type { Refused } from '@svc-simulator/contract';
import { type AccountRecord, isoOf } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { refuseWith } from '../refusals.ts';

/** Returns the refusal of requests by or to a suspended account; undefined if the account isn't suspended. */
export function suspensionOf({
  suspended,
  deleteAt,
}: Pick<AccountRecord, 'suspended' | 'deleteAt'>): Refused | undefined {
  if (!suspended) return undefined;
  const { reason } = suspended;
  const why =
    deleteAt === undefined
      ? message('problem.account.suspended', { reason })
      : message('problem.account.deleting', { reason, at: isoOf(deleteAt) });
  return refuseWith(403, 'problem.title.suspended', why);
}
