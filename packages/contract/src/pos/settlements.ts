import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { encodeFault } from '../fields/faults.ts';
import {
  choice,
  encodeMustBe,
  fromField,
  lazyObject,
  lazyShape,
  mustBe,
  optionalText,
  shape,
} from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { consoleApi, lazy, merchantApi, terminalApi } from '../operation.ts';
import { cursor, limit, pageQuery, queryInteger } from '../pages.ts';
import { viewOf } from '../views/view.ts';
import { batchLabel, batchLabelSchema } from './batches.ts';
import { merchantParams } from './terminals.ts';

export const SETTLEMENT_PAGE_MAX = 200;

const countField = () =>
  z
    .number({ error: mustBe('fault.wanted.integer') })
    .refine((value) => Number.isSafeInteger(value) && value >= 0, {
      error: encodeMustBe('fault.wanted.integer_from', { min: 0 }),
    })
    .meta({ type: 'integer', minimum: 0 });

const settlementTerminal = () =>
  z
    .union(
      [
        optionalText(),
        shape({
          id: optionalText(),
          affiliateCode: optionalText(),
          number: optionalText(),
          serial: optionalText(),
        }),
      ],
      { error: encodeFault('fault.settlement.terminal') },
    )
    .meta(fromField)
    .exactOptional();

const closingQuery = () => ({
  page: queryInteger(1, 1_000_000),
  size: queryInteger(1, SETTLEMENT_PAGE_MAX),
  // Accepts `+closedAt`, and a blank for the plus, because a plus in a query is usually decoded as a blank.
  sort: z.preprocess(
    (value) => (typeof value === 'string' ? value.replace(/^[+ ]/, '') : value),
    choice(['-closedAt', 'closedAt']),
  ),
});

export const settlementSchema = lazyObject(() => ({
  batchNumber: batchLabelSchema(),
  transactionCount: z.int(),
  closedAt: z.iso.datetime(),
  currencyReference: z.enum(currencies),
  terminal: z
    .union([
      z.string(),
      z.object({
        id: z.string().optional(),
        affiliateCode: z.string().optional(),
        number: z.string().optional(),
        serial: z.string().optional(),
      }),
    ])
    .meta(fromField)
    .optional(),
  debitBatch: batchLabelSchema().optional(),
  serialNumber: z.string(),
  createdAt: z.iso.datetime(),
}));

/** Closes a batch; 409 if its number has already been used (contract section 9). */
export const createSettlement = terminalApi.post(
  'createSettlement',
  '/api/v1/pos-terminals/{serialNumber}/settlements',
  {
    provenance: 'field',
    body: lazyShape(() => ({
      batchNumber: batchLabel(),
      transactionCount: countField(),
      closedAt: instant(),
      currencyReference: choice(currencies),
      terminal: settlementTerminal(),
      debitBatch: batchLabel().exactOptional(),
    })),
    example: {
      batchNumber: 7,
      transactionCount: 12,
      closedAt: '2026-11-20T21:27:00.000Z',
      currencyReference: 'VES',
    },
    data: settlementSchema,
    status: 201,
    title: 'Batch closed',
    problems: [409],
  },
);

export const listSettlements = terminalApi.get(
  'listSettlements',
  '/api/v1/pos-terminals/{serialNumber}/settlements',
  {
    orMerchant: true,
    provenance: 'field',
    query: lazy(() => {
      const { page, size, sort } = closingQuery();
      return z.object({
        limit: limit(),
        cursor: cursor(),
        page: page.meta(fromField).exactOptional(),
        size: size.meta(fromField).exactOptional(),
        sort: sort.meta(fromField).exactOptional(),
      });
    }),
    data: lazy(() => z.array(settlementSchema())),
    title: 'Closings',
    problems: [404],
    paged: true,
    counted: true,
  },
);

export const getSettlement = terminalApi.get(
  'getSettlement',
  '/api/v1/pos-terminals/{serialNumber}/settlements/{batchNumber}',
  { orMerchant: true, provenance: 'field', data: settlementSchema, title: 'Closing', problems: [404] },
);

export const listMerchantSettlements = merchantApi.get(
  'listMerchantSettlements',
  '/api/v1/merchants/{merchantId}/pos-terminals/{serialNumber}/settlements',
  {
    provenance: 'field',
    params: merchantParams,
    query: lazy(() => {
      const { page, size, sort } = closingQuery();
      return z.object({ page: page.default(1), size: size.default(20), sort: sort.default('-closedAt') });
    }),
    data: lazy(() => z.array(settlementSchema())),
    title: 'Closings',
    counted: true,
    problems: [404],
  },
);

export const listBatches = consoleApi.get('listBatches', '/console/batches', {
  query: pageQuery,
  data: lazy(() => z.array(settlementSchema())),
  title: 'Batches',
  paged: true,
});

/** Shows the counts that the terminals sent. The trace also has the counts of the simulator. */
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
