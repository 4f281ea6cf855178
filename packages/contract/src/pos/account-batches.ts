import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { lazy, ofConsole, operation } from '../operation.ts';
import { pageQuery } from '../pages.ts';
import { viewOf } from '../views/view.ts';
import { settlementData } from './settlements.ts';

/** `GET /console/batches`: what all terminals of the account closed, newest first. */
export const listBatches = operation({
  ...ofConsole.get('/console/batches'),
  id: 'listBatches',
  provenance: 'decided',
  query: pageQuery,
  data: lazy(() => z.array(settlementData())),
  title: 'Batches',
  paged: true,
});

/** `GET /console/batches/{serial}/{batch}`: one of them with the payments that the simulator saw, as the trace tells. */
export const getBatch = operation({
  ...ofConsole.get('/console/batches/{serial}/{batch}'),
  id: 'getBatch',
  provenance: 'decided',
  data: lazy(() =>
    settlementData().extend({
      payments: z.array(
        z.object({
          orderId: z.string(),
          amountReference: z.number(),
          currencyReference: z.enum(currencies),
          paidAt: z.iso.datetime(),
          voided: z.boolean(),
        }),
      ),
      /** Of those that were not voided, by currency. */
      totals: z.array(z.object({ currencyReference: z.enum(currencies), amountReference: z.number() })),
      complete: z.boolean(),
    }),
  ),
  title: 'Batch',
  problems: [404],
});

/** Batches, as lists and their own pages show them. */
export const batchView = viewOf(listBatches, {
  noun: 'batch',
  id: ({ serialNumber, batchNumber }) => `${serialNumber}/${batchNumber}`,
  to: ({ serialNumber, batchNumber }) =>
    `/console/batches/${encodeURIComponent(serialNumber)}/${encodeURIComponent(batchNumber)}`,
  columns: [
    { field: 'batchNumber', kind: 'text' },
    { field: 'serialNumber', kind: 'text' },
    { field: 'transactionCount', kind: 'count' },
    { field: 'closedAt', kind: 'age' },
  ],
  command: 'pos settle',
  facts: [
    { field: 'serialNumber', kind: 'text' },
    { field: 'closedAt', kind: 'instant' },
    { field: 'transactionCount', kind: 'count' },
  ],
});
