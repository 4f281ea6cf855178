import { viewOf } from '../views/view.ts';
import { createPartner, listPartners } from './partners.ts';

/** Partners, as lists show them, and the form that makes one. */
export const partnerView = viewOf(listPartners, {
  noun: 'partner',
  id: ({ partner_id }) => partner_id,
  columns: [
    { field: 'name', kind: 'text', beside: ({ partner_id }) => partner_id, isLong: true },
    { field: 'identification', kind: 'text' },
    { field: 'created_at', kind: 'age' },
  ],
  command: 'partner create Ana',
  form: {
    operation: createPartner,
    fields: ['name', 'identification', 'email', 'phone', 'bank_account_id'],
  },
});
