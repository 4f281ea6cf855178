import * as z from 'zod';
import { encodeFault, faultAt } from '../fields/faults.ts';
import {
  crossFieldCheck,
  decidedHere,
  flag,
  LONG_TEXT_LIMIT,
  lazyObject,
  lazyShape,
  list,
  mustBe,
  optionalText,
  shape,
  text,
  withResponseMarks,
} from '../fields/fields.ts';
import { fromNames, membersOf, namesOf } from '../fields/objects.ts';
import { recipients, recipientsFaults } from '../fields/split.ts';
import { lazy, sessionApi, unprocessable } from '../operation.ts';
import { pageQuery } from '../pages.ts';
import type { Fault } from '../problem.ts';
import { viewOf, wordOf } from '../views/view.ts';

const paymentMethodNames = ['immediate_debit', 'crypto', 'mobile_payment'] as const;
const BANK_RULES_MAX = 100;

const bankRule = () => shape({ origin_bank_code: text(), destination_bank_account_id: text() });

const agreementFields = () => ({
  title: text(),
  description: optionalText(LONG_TEXT_LIMIT),
  payment_methods: shape(fromNames(paymentMethodNames, () => flag().default(false))),
  default_bank_account_id: text(),
  rules: list(bankRule(), 0, BANK_RULES_MAX).exactOptional(),
});

export const storedAgreementFields = lazyShape(() => ({
  ...agreementFields(),
  split: flag(),
  recipients: recipients().exactOptional(),
}));

const splitFlag = () =>
  z.boolean({
    error: (raw) =>
      typeof raw.input === 'object' ? encodeFault('fault.older.split') : mustBe('fault.wanted.flag')(raw),
  });

function methodFaults(agreement: unknown): Fault[] {
  const methods = membersOf(agreement).payment_methods;
  if (typeof methods !== 'object' || methods === null || Array.isArray(methods)) return [];
  const flags = membersOf(methods);
  // A value that isn't a boolean, such as `'yes'`, has a fault of its own, so it isn't reported here again.
  if (paymentMethodNames.some((name) => flags[name] !== undefined && flags[name] !== false)) return [];
  return [
    faultAt('/payment_methods', 'fault.agreement.no_method', { values: paymentMethodNames.join(', ') }),
  ];
}

const agreementMembers = () => ({
  agreement_id: z.string().meta({ pattern: '^agr_[0-9a-f]{16}$' }),
  status: z.literal('active').meta({ meaning: 'field.status.agreement' }),
  ...withResponseMarks({
    title: z.string(),
    description: z.string().optional(),
    split: z.boolean(),
    payment_methods: z.object(fromNames(paymentMethodNames, () => z.boolean())),
    default_bank_account_id: z.string(),
    rules: z
      .array(z.object({ origin_bank_code: z.string(), destination_bank_account_id: z.string() }))
      .optional(),
  }),
  created_at: z.iso.datetime().meta(decidedHere),
});

const agreementRecipients = () =>
  z.array(z.object({ recipient_id: z.string(), percent: z.number(), label: z.string().optional() }));

export const agreementSchema = lazyObject(() => agreementMembers());

const exampleAgreement = {
  title: 'Online shop',
  description: 'Payments of the online shop',
  payment_methods: { immediate_debit: true, mobile_payment: true, crypto: false },
  default_bank_account_id: '01020000000000000001',
  rules: [{ origin_bank_code: '0134', destination_bank_account_id: '01340000000000000002' }],
};

export const createAgreement = sessionApi.post('createAgreement', '/api/v1/ext/agreements', {
  provenance: 'spec',
  body: lazy(() =>
    crossFieldCheck(shape({ ...agreementFields(), split: splitFlag().default(false) }), methodFaults),
  ),
  example: { ...exampleAgreement, split: false },
  data: agreementSchema,
  status: 201,
  ...unprocessable,
  title: 'Agreement created',
  idempotent: true,
});

export const createSplitReceiptAgreement = sessionApi.post(
  'createSplitReceiptAgreement',
  '/api/v1/ext/agreements/split-receipt',
  {
    body: lazy(() =>
      crossFieldCheck(shape({ ...agreementFields(), recipients: recipients() }), (body) => [
        ...methodFaults(body),
        ...recipientsFaults(body),
      ]),
    ),
    example: {
      ...exampleAgreement,
      recipients: [{ recipient_id: '8f14e45f-ceea-4e7a-9c3b-0a1b2c3d4e5f', percent: 12.5, label: 'Carrier' }],
    },
    data: lazyObject(() => ({
      ...agreementMembers(),
      split: z.literal(true),
      recipients: agreementRecipients(),
    })),
    status: 201,
    ...unprocessable,
    title: 'Split receipt agreement created',
    idempotent: true,
  },
);

export const listAgreements = sessionApi.get('listAgreements', '/api/v1/ext/agreements', {
  query: pageQuery,
  data: lazy(() =>
    z.array(z.object({ ...agreementMembers(), recipients: agreementRecipients().optional() })),
  ),
  title: 'Agreements',
  paged: true,
});

export const agreementView = viewOf(listAgreements, {
  noun: 'agreement',
  id: ({ agreement_id }) => agreement_id,
  columns: [
    { field: 'title', kind: 'text', beside: ({ agreement_id }) => agreement_id, layout: 'long' },
    {
      field: 'payment_methods',
      kind: 'text',
      value: ({ payment_methods: methods }, t) =>
        namesOf(methods)
          .filter((name) => methods[name])
          .map((name) => wordOf(t, 'method', name))
          .join(', '),
      layout: 'long',
    },
    { field: 'split', kind: 'flag' },
    { field: 'created_at', kind: 'age' },
  ],
  command: 'agreement create "My shop"',
  form: {
    operation: createAgreement,
    fields: ['title', 'default_bank_account_id', 'description', 'payment_methods', 'split'],
  },
});
