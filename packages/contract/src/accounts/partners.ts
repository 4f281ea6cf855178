import * as z from 'zod';
import { lazyObject, lazyShape, optionalText, text } from '../fields/fields.ts';
import { lazy, sessionApi, unprocessable } from '../operation.ts';
import { pageQuery } from '../pages.ts';
import { viewOf } from '../views/view.ts';

const partnerSchema = lazyObject(() => ({
  partner_id: z.uuid(),
  status: z.literal('active'),
  name: z.string(),
  identification: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  bank_account_id: z.string().optional(),
  created_at: z.iso.datetime(),
}));

export const partnerFields = lazyShape(() => ({
  name: text(),
  identification: optionalText(),
  email: optionalText(),
  phone: optionalText(),
  bank_account_id: optionalText(),
}));

export const createPartner = sessionApi.post('createPartner', '/api/v1/ext/partners', {
  body: partnerFields,
  example: {
    name: 'Ana Pérez',
    identification: 'V12345678',
    email: 'ana@example.com',
    bank_account_id: '01050000000000000003',
  },
  data: partnerSchema,
  status: 201,
  ...unprocessable,
  title: 'Partner created',
  idempotent: true,
});

export const listPartners = sessionApi.get('listPartners', '/api/v1/ext/partners', {
  query: pageQuery,
  data: lazy(() => z.array(partnerSchema())),
  title: 'Partners',
  paged: true,
});

export const partnerView = viewOf(listPartners, {
  noun: 'partner',
  id: ({ partner_id }) => partner_id,
  columns: [
    { field: 'name', kind: 'text', beside: ({ partner_id }) => partner_id, layout: 'long' },
    { field: 'identification', kind: 'text' },
    { field: 'created_at', kind: 'age' },
  ],
  command: 'partner create Ana',
  form: { operation: createPartner, fields: ['name', 'identification', 'email', 'phone', 'bank_account_id'] },
});
