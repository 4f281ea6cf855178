import * as z from 'zod';
import { currencies } from './amounts.ts';
import { choice, fits, optionalText, shape, TEXT_LIMIT, wanted } from './fields.ts';
import { instant } from './instants.ts';
import { lazy, operation } from './operation.ts';
import { cursor, limit, queryInteger } from './pages.ts';
import { merchantTerminalParams } from './terminals.ts';

/** Most closings of one page (contract section 9). */
export const SETTLEMENT_PAGE_MAX = 200;

/** The number of a batch: terminals send an integer or a text. */
const batchLabel = () => {
  const message = `an integer or a text of at most ${TEXT_LIMIT} characters`;
  const isLabel = (value: unknown) =>
    typeof value === 'string' ? /\S/.test(value) && fits(value, TEXT_LIMIT) : Number.isSafeInteger(value);
  return z.union([z.number(), z.string()], { error: wanted(message) }).refine(isLabel, {
    error: `must be ${message}`,
  });
};

const count = () =>
  z
    .number({ error: wanted('an integer') })
    .refine((value) => Number.isSafeInteger(value) && value >= 0, { error: 'must be an integer from 0' })
    .meta({ type: 'integer', minimum: 0 });

/** `data` of a closing (contract sections 6 and 9). */
export const settlementData = lazy(() =>
  z.object({
    batchNumber: z.union([z.int(), z.string()]),
    transactionCount: z.int(),
    closedAt: z.iso.datetime(),
    currencyReference: z.enum(currencies),
    terminal: z.string().optional(),
    debitBatch: z.union([z.int(), z.string()]).optional(),
    serialNumber: z.string(),
    createdAt: z.iso.datetime(),
  }),
);

/** `POST …/settlements`: closes a batch; a number used before is 409 (contract section 9). */
export const createSettlement = operation({
  id: 'createSettlement',
  method: 'POST',
  path: '/api/v1/pos-terminals/{serialNumber}/settlements',
  family: 'pos',
  auth: 'terminal',
  summary: 'Close a batch of the terminal',
  provenance: 'field',
  body: lazy(() =>
    shape({
      batchNumber: batchLabel(),
      transactionCount: count(),
      closedAt: instant(),
      currencyReference: choice(currencies),
      terminal: optionalText(),
      debitBatch: batchLabel().exactOptional(),
    }),
  ),
  example: {
    batchNumber: 7,
    transactionCount: 12,
    closedAt: '2026-11-20T21:27:00.000Z',
    currencyReference: 'VES',
  },
  data: settlementData,
  status: 201,
  title: 'Batch closed',
  problems: [409],
});

export const listSettlements = operation({
  id: 'listSettlements',
  method: 'GET',
  path: '/api/v1/pos-terminals/{serialNumber}/settlements',
  family: 'pos',
  auth: 'terminal',
  summary: 'Closings of the terminal, newest first',
  provenance: 'field',
  query: lazy(() => z.object({ limit: limit(), cursor: cursor() })),
  data: lazy(() => z.array(settlementData())),
  status: 200,
  title: 'Closings',
  paged: true,
});

export const getSettlement = operation({
  id: 'getSettlement',
  method: 'GET',
  path: '/api/v1/pos-terminals/{serialNumber}/settlements/{batchNumber}',
  family: 'pos',
  auth: 'terminal',
  summary: 'Query a closing of the terminal',
  provenance: 'field',
  data: settlementData,
  status: 200,
  title: 'Closing',
  problems: [404],
});

/** `GET …/settlements` of a merchant's terminal, by page (contract sections 6 and 9). */
export const listMerchantSettlements = operation({
  id: 'listMerchantSettlements',
  method: 'GET',
  path: '/api/v1/merchants/{merchantId}/pos-terminals/{serialNumber}/settlements',
  family: 'merchant',
  auth: 'merchant',
  summary: 'Closings of a terminal of the merchant',
  provenance: 'field',
  params: merchantTerminalParams,
  query: lazy(() =>
    z.object({
      page: queryInteger(1, 1_000_000).default(1),
      size: queryInteger(1, SETTLEMENT_PAGE_MAX).default(20),
      sort: choice(['-closedAt', 'closedAt']).default('-closedAt'),
    }),
  ),
  data: lazy(() => z.array(settlementData())),
  status: 200,
  title: 'Closings',
});
