import * as z from 'zod';
import { amount, type CurrencyCode, currencies } from '../fields/amounts.ts';
import { encodeFault, faultAt } from '../fields/faults.ts';
import {
  choice,
  crossFieldCheck,
  flag,
  fromField,
  lazyShape,
  mustBe,
  optionalText,
  shape,
  text,
} from '../fields/fields.ts';
import { instant } from '../fields/instants.ts';
import { membersOf } from '../fields/objects.ts';
import { lazy, merchantApi, terminalApi } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { batchLabel } from './batches.ts';
import { merchantParams } from './terminals.ts';
import { transactionQuery, transactionSchema } from './transaction-data.ts';

const UUID_ANY_CASE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const orderId = () =>
  z
    .string({ error: mustBe('fault.wanted.uuid') })
    .refine((value) => UUID_ANY_CASE.test(value), { error: encodeFault('fault.uuid') })
    .meta({ format: 'uuid' });

/**
 * Checks the fields that have two names: `currencyReference` or `currency`, and `terminalSerial` or `serial`.
 * A body can have both names if their values are equal (contract section 6).
 */
function nameFaults(body: unknown): Fault[] {
  const { currency, currencyReference, serial, terminalSerial } = membersOf(body);
  const faults: Fault[] = [];
  if (currency === undefined && currencyReference === undefined) {
    faults.push(faultAt('/currencyReference', 'fault.required'));
  }
  if (differ(currency, currencyReference)) {
    faults.push(faultAt('/currency', 'fault.transaction.must_be_equal', { name: 'currencyReference' }));
  }
  if (differ(serial, terminalSerial)) {
    faults.push(faultAt('/serial', 'fault.transaction.must_be_equal', { name: 'terminalSerial' }));
  }
  return faults;
}

function differ(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

export function transactionNames(body: {
  readonly currency?: CurrencyCode;
  readonly currencyReference?: CurrencyCode;
  readonly serial?: string;
  readonly terminalSerial?: string;
}): { readonly currencyReference: CurrencyCode; readonly terminalSerial?: string } {
  const currencyReference = body.currencyReference ?? body.currency;
  if (currencyReference === undefined) throw new TypeError('a validated transaction has a currency');
  const terminalSerial = body.terminalSerial ?? body.serial;
  return terminalSerial === undefined ? { currencyReference } : { currencyReference, terminalSerial };
}

export const createTransaction = merchantApi.post(
  'createTransaction',
  '/api/v1/merchants/{merchantId}/transactions',
  {
    provenance: 'spec',
    params: merchantParams,
    body: lazy(() =>
      crossFieldCheck(
        shape({
          orderId: orderId(),
          amountReference: amount(),
          currencyReference: choice(currencies).exactOptional(),
          currency: choice(currencies).exactOptional(),
          allowAmountChange: flag().default(false),
          clientIdentification: optionalText(),
          terminalSerial: optionalText(),
          serial: optionalText(),
          deeplinkConfig: shape({
            returnPackage: optionalText(),
            returnActivity: optionalText(),
          }).exactOptional(),
        }),
        nameFaults,
      ),
    ),
    example: {
      orderId: '5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b',
      amountReference: 12.5,
      currencyReference: 'USD',
      terminalSerial: 'SN-000123',
    },
    data: transactionSchema,
    status: 201,
    title: 'Transaction created',
  },
);

export const listTransactions = merchantApi.get(
  'listTransactions',
  '/api/v1/merchants/{merchantId}/transactions',
  {
    provenance: 'field',
    params: merchantParams,
    query: transactionQuery,
    data: lazy(() => z.array(transactionSchema())),
    title: 'Transactions',
    paged: true,
    counted: true,
  },
);

export const getTransaction = merchantApi.get(
  'getTransaction',
  '/api/v1/merchants/{merchantId}/transactions/{orderId}',
  {
    provenance: 'spec',
    params: merchantParams,
    data: transactionSchema,
    title: 'Transaction',
    problems: [404],
  },
);

/** Changes PENDING to CANCELED, and PAID to VOID_PENDING; 409 in other states (contract section 6). */
export const cancelTransaction = merchantApi.post(
  'cancelTransaction',
  '/api/v1/merchants/{merchantId}/transactions/{orderId}/cancellation',
  {
    provenance: 'spec',
    params: merchantParams,
    data: transactionSchema,
    title: 'Cancellation accepted',
    problems: [404, 409],
  },
);

/** Ignores a JSON body, which the specification declares for this GET request. */
export const listTerminalTransactions = terminalApi.get(
  'listTerminalTransactions',
  '/api/v1/pos-terminals/{serialNumber}/transactions',
  {
    orMerchant: true,
    provenance: 'spec',
    query: transactionQuery,
    data: lazy(() => z.array(transactionSchema())),
    title: 'Transactions',
    problems: [404],
    paged: true,
    counted: true,
  },
);

export const getTerminalTransaction = terminalApi.get(
  'getTerminalTransaction',
  '/api/v1/pos-terminals/{serialNumber}/transactions/{orderId}',
  { provenance: 'field', data: transactionSchema, title: 'Transaction', problems: [404] },
);

export const commitTransaction = terminalApi.post(
  'commitTransaction',
  '/api/v1/pos-terminals/{serialNumber}/transactions/{orderId}/commit',
  {
    provenance: 'field',
    body: lazyShape(() => ({
      authorizationCode: text(),
      processCode: optionalText(),
      commitAt: instant().exactOptional(),
      amountReference: amount().exactOptional(),
      terminalNumber: optionalText(),
      trace: optionalText(),
      utcDate: optionalText(),
      cardTypeForRpt: choice(['C', 'D']).exactOptional(),
      visOrMccCard: optionalText(),
      visorMccCard: optionalText().meta(fromField),
      batchNumber: batchLabel().exactOptional(),
    })),
    example: {
      authorizationCode: '004512',
      amountReference: 12.5,
      terminalNumber: '00000007',
      trace: '000042',
      cardTypeForRpt: 'D',
      visOrMccCard: 'VISA',
      batchNumber: 7,
    },
    data: transactionSchema,
    title: 'Payment confirmed',
    problems: [404, 409],
  },
);

/** Confirms that the terminal has made a void: VOID_PENDING becomes VOIDED (contract section 6). */
export const commitVoid = terminalApi.post(
  'commitVoid',
  '/api/v1/pos-terminals/{serialNumber}/transactions/{orderId}/cancellation/commit',
  { provenance: 'field', data: transactionSchema, title: 'Void confirmed', problems: [404, 409] },
);
