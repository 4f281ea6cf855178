import { namesOf } from '../fields/objects.ts';
import { viewOf, wordOf } from '../views/view.ts';
import { createAgreement, listAgreements } from './agreements.ts';

/** Agreements, as lists show them, and the form that makes one. */
export const agreementView = viewOf(listAgreements, {
  noun: 'agreement',
  id: ({ agreement_id }) => agreement_id,
  columns: [
    { field: 'title', kind: 'text', beside: ({ agreement_id }) => agreement_id, isLong: true },
    {
      field: 'payment_methods',
      kind: 'text',
      value: ({ payment_methods: methods }, t) =>
        namesOf(methods)
          .filter((name) => methods[name])
          .map((name) => wordOf(t, 'method', name))
          .join(', '),
    },
    { field: 'split', kind: 'flag' },
    { field: 'created_at', kind: 'age' },
  ],
  command: 'agreement create "My shop"',
  form: {
    operation: createAgreement,
    fields: ['title', 'payment_methods', 'default_bank_account_id', 'description', 'split'],
  },
});
