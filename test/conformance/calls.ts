import type { Call, Want } from './case.ts';
import { call, createPostCall, type Fields, type Wanted } from './steps.ts';

const sessionBase = {
  amount_reference: 100,
  currency_reference: 'VES',
  identifier: 'A-{unique}',
  agreement_id: '{agreement_id}',
};
const agreementBase = {
  title: 'Online shop',
  payment_methods: { immediate_debit: true, mobile_payment: true, crypto: true },
  default_bank_account_id: '01020000000000000001',
};

/** Valid bodies of operations. */
export const bases: Readonly<Record<string, Fields>> = {
  createButtonSession: {
    ...sessionBase,
    identifier_label: 'Order',
    description: 'Two coffees',
    success_url: 'https://shop.example/paid?order=1#top',
    failure_url: 'https://shop.example/failed',
  },
  createRequestSession: { ...sessionBase, due_date_session: '{future}' },
  createAgreement: agreementBase,
  createSplitReceiptAgreement: {
    ...agreementBase,
    recipients: [{ recipient_id: '{partner_id}', percent: 12.5 }],
  },
  createPartner: { name: 'Ana Pérez' },
  createTransaction: { orderId: '{orderId}', amountReference: 12.5, currencyReference: 'USD' },
  commitTransaction: { authorizationCode: '004512' },
  createSettlement: {
    batchNumber: 7,
    transactionCount: 0,
    closedAt: '2026-11-20T21:27:00.000Z',
    currencyReference: 'VES',
  },
};
const postingBase = (operation: string) => createPostCall(operation, bases[operation] ?? {});

export const button = postingBase('createButtonSession');
export const request = postingBase('createRequestSession');
export const agreement = postingBase('createAgreement');
export const partner = postingBase('createPartner');
export const splitAgreement = postingBase('createSplitReceiptAgreement');
export const transaction = postingBase('createTransaction');
export const commit = postingBase('commitTransaction');
export const settle = postingBase('createSettlement');
export const settings = createPostCall('updateSettings', {});
export const status = (data?: unknown, expectation: Partial<Want> = {}) =>
  call('getSessionStatus', { ...(data !== undefined && { data }), ...expectation });
export const cancel = (expectation: Wanted = {}) => call('cancelTransaction', expectation);
export const commitVoid = (expectation: Wanted = {}) => call('commitVoid', expectation);

export function pay(change: Readonly<Record<string, string>> = {}, expectation: Wanted = {}): Call {
  const payer = { nombre: 'Ana', tipo: 'V', cedula: '12345678', telefono: '04141234567', banco: '0102' };
  return call('submitPayment', expectation, {
    form: { metodo: 'immediate_debit', otp: '000000', ...payer, ...change },
  });
}

export function outcome(leg: number, name: string, expectation: Wanted = {}, more: Fields = {}): Call {
  return call('forceOutcome', expectation, { body: { leg, outcome: name, ...more } });
}

/** Calls that pair a terminal of the merchant. */
export const terminal: readonly Call[] = [
  call('pairTerminal', {}, { body: { serial: '{serialNumber}' } }),
  call('activateTerminal', {}, { body: { serial: '{serialNumber}', code: '{code}' } }),
];

/** A field of a session: its webhooks go to the receiver of the case. */
export const hook = { webhook_url: '{receiver}' };
