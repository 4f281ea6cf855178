import * as z from 'zod';
import { lazy, ofConsole } from '../operation.ts';
import { pageQuery } from '../pages.ts';
import { viewOf } from '../views/view.ts';
import { settlementData } from './settlements.ts';

/** `GET /console/batches`: what all terminals of the account closed, newest first. */
export const listBatches = ofConsole.get('listBatches', '/console/batches', {
  query: pageQuery,
  data: lazy(() => z.array(settlementData())),
  title: 'Batches',
  paged: true,
});

/** Batches, as lists show them; what the simulator counted itself stands in the trace. */
export const batchView = viewOf(listBatches, {
  noun: 'batch',
  id: ({ serialNumber, batchNumber }) => `${serialNumber}/${batchNumber}`,
  to: () => '/console/trace?type=pos.settled',
  columns: [
    { field: 'batchNumber', kind: 'text' },
    { field: 'serialNumber', kind: 'text' },
    { field: 'transactionCount', kind: 'count' },
    { field: 'closedAt', kind: 'age' },
  ],
  command: 'pos settle',
});
