import * as z from 'zod';
import { currencies, moneySchema } from '../fields/amounts.ts';
import { encodeFault, faultAt, splitPointer, toPointer } from '../fields/faults.ts';
import { choiceFault, decidedHere, fromField, fromFieldAs, lazyObject, splitList } from '../fields/fields.ts';
import { isOneOf, membersOf } from '../fields/objects.ts';
import { olderValueFault } from '../older-forms.ts';
import { lazy } from '../operation.ts';
import { cursor, limit } from '../pages.ts';
import type { Fault } from '../problem.ts';
import { batchLabelSchema } from './batches.ts';

export const transactionStatuses = ['PENDING', 'CANCELED', 'PAID', 'VOID_PENDING', 'VOIDED'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

const confirmSchema = lazyObject(() => ({
  authorizationCode: z.string(),
  processCode: z.string().optional(),
  commitAt: z.iso.datetime(),
  amountReference: moneySchema(),
  terminalNumber: z.string().optional(),
  trace: z.string().optional(),
  utcDate: z.string().optional(),
  cardTypeForRpt: z.string().optional().meta({ meaning: 'field.cardTypeForRpt' }),
  visOrMccCard: z.string().optional(),
  batchNumber: batchLabelSchema().optional(),
}));

export const transactionSchema = lazyObject(() => ({
  id: z.uuid(),
  orderId: z.string().meta(decidedHere),
  merchantId: z.uuid().meta(decidedHere),
  status: z.enum(transactionStatuses).meta({ meaning: 'field.status.transaction' }),
  amountReference: moneySchema(),
  currencyReference: z.enum(currencies).meta(decidedHere),
  allowAmountChange: z.boolean().meta(decidedHere),
  clientIdentification: z.string().meta(decidedHere).optional(),
  terminalSerial: z.string().meta(decidedHere).optional(),
  deeplinkConfig: z
    .object({ returnPackage: z.string().optional(), returnActivity: z.string().optional() })
    .meta(decidedHere)
    .optional(),
  confirmData: confirmSchema().nullable(),
  cancellationDara: z
    .object({ commitAt: z.iso.datetime() })
    .nullable()
    .meta({ meaning: 'field.cancellationDara' }),
  createdAt: z.iso.datetime().meta(decidedHere),
  updatedAt: z.iso.datetime().meta(decidedHere),
}));

const isStatus = (value: string) => isOneOf(transactionStatuses, value);
const transactionStatusSchema = () =>
  z
    .string()
    .refine(isStatus, { error: ({ input }) => choiceFault(transactionStatuses, input) })
    .meta({ enum: [...transactionStatuses] });

const transactionStatusesSchema = () =>
  z
    .string()
    .refine((value) => splitList(value).every(isStatus), {
      error: ({ input }) =>
        splitList(String(input))
          .map((status) => olderValueFault(status, transactionStatuses))
          .find(Boolean) ?? encodeFault('fault.list_of', { values: transactionStatuses.join(', ') }),
    })
    // The pattern is for Postman, which generates a value from it. Postman ignores an `example` in a `deepObject`.
    .meta({ pattern: `^(${anyStatus})(,(${anyStatus}))*$` });

const anyStatus = transactionStatuses.join('|');

/**
 * Returns faults for unknown operators, such as `status[ne]`. If they were ignored, the list would contain
 * everything.
 */
function operatorFaults(query: unknown): Fault[] {
  return Object.keys(membersOf(query))
    .filter((key) => /^status\[/.test(key) && key !== 'status[eq]' && key !== 'status[in]')
    .map((key) => faultAt(toPointer([key]), 'fault.filter.unknown'));
}

/** Query of the lists of transactions, such as `status[in]=PENDING,PAID` (contract section 6). */
export const transactionQuery = lazy(() =>
  z
    // Accepts any parameters here; the piped schema validates the known ones.
    .record(z.string(), z.any())
    .superRefine((query, context) => {
      for (const { pointer, ...fault } of operatorFaults(query)) {
        context.addIssue({ code: 'custom', message: JSON.stringify(fault), path: splitPointer(pointer) });
      }
    })
    .pipe(
      z.object({
        status: transactionStatusesSchema().exactOptional(),
        'status[eq]': transactionStatusSchema().meta(fromField).exactOptional(),
        'status[in]': transactionStatusesSchema().meta(fromFieldAs('field.status_in')).exactOptional(),
        limit: limit(),
        cursor: cursor(),
      }),
    ),
);

/** Returns the statuses that every status filter of a query allows; undefined if there is no filter. */
export function statusFilterOf(query: {
  readonly status?: string;
  readonly 'status[eq]'?: string;
  readonly 'status[in]'?: string;
}): ReadonlySet<TransactionStatus> | undefined {
  const lists = [query.status, query['status[eq]'], query['status[in]']]
    .filter((list) => list !== undefined)
    .map(splitList);
  if (lists.length === 0) return undefined;
  return new Set(transactionStatuses.filter((status) => lists.every((list) => list.includes(status))));
}
