import * as z from 'zod';
import { anyPassword } from '../accounts/accounts.ts';
import { encodeFault } from '../fields/faults.ts';
import {
  lazyObject,
  lazyShape,
  mustBe,
  optionalText,
  TEXT_LIMIT,
  text,
  withinLength,
} from '../fields/fields.ts';
import { consoleApi, lazy, merchantApi } from '../operation.ts';

export const ACCESS_TOKEN_SECONDS = 3600;

/**
 * Returns the schema of an email address. Requires only an `@` and no white space, because the simulator
 * sends no mail.
 */
export function emailAddress() {
  return z
    .string({ error: mustBe('fault.wanted.email') })
    .refine(
      (value) => withinLength(value, TEXT_LIMIT) && /^[^\s@\p{Cc}\p{Cf}]+@[^\s@\p{Cc}\p{Cf}]+$/u.test(value),
      {
        error: ({ input }) =>
          withinLength(String(input), TEXT_LIMIT)
            ? encodeFault('fault.email')
            : encodeFault('fault.too_long', { limit: TEXT_LIMIT }),
      },
    )
    .meta({ format: 'email', maxLength: TEXT_LIMIT });
}

export const merchantBody = lazyShape(() => ({
  legalName: text(),
  taxId: text(),
  email: emailAddress(),
  password: text(),
  phone: optionalText(),
  address: optionalText(),
}));

const exampleMerchant = {
  legalName: 'Café Central C.A.',
  taxId: 'J-12345678-9',
  email: 'owner@cafe.example',
  password: 'correct horse',
  phone: '+58 212 555 0100',
};

export const merchantSchema = lazyObject(() => ({
  id: z.uuid(),
  legalName: z.string(),
  status: z.enum(['ACTIVE', 'PENDING']).meta({ meaning: 'field.status.merchant' }),
  createdAt: z.iso.datetime(),
}));

/** Creates an account together with its merchant profile (contract section 2). */
export const registerMerchant = merchantApi.post('registerMerchant', '/api/v1/merchants', {
  auth: 'none',
  provenance: 'spec',
  body: merchantBody,
  example: exampleMerchant,
  data: merchantSchema,
  status: 201,
  title: 'Merchant registered',
  attempt: { kind: 'registration', name: 'email' },
});

/**
 * Adds a merchant profile to the caller's account; 409 if the account already has a profile (contract section
 * 2).
 */
export const createConsoleMerchant = consoleApi.post('createConsoleMerchant', '/console/merchant', {
  fullToken: true,
  body: merchantBody,
  example: exampleMerchant,
  data: merchantSchema,
  status: 201,
  title: 'Merchant registered',
  attempt: { kind: 'login', name: 'account' },
  problems: [409],
});

export const getConsoleMerchant = consoleApi.get('getConsoleMerchant', '/console/merchant', {
  data: lazy(() => merchantSchema().extend({ legalName: z.string(), taxId: z.string(), email: z.string() })),
  title: 'Merchant',
  problems: [404],
});

/** Creates a new schema for each operation, because the operations have different provenances. */
const accessToken = () =>
  z.object({
    accessToken: z.string().meta({ meaning: 'field.accessToken' }),
    tokenType: z.literal('Bearer'),
    expiresIn: z.literal(ACCESS_TOKEN_SECONDS).meta({ meaning: 'field.expiresIn' }),
    merchantId: z.uuid(),
  });

/**
 * Exchanges the account's API token for an access token of its merchant; 404 if it has no merchant profile.
 */
export const issueMerchantToken = consoleApi.post('issueMerchantToken', '/console/merchant/token', {
  data: lazy(accessToken),
  status: 201,
  title: 'Token issued',
  problems: [404],
  flat: true,
});

export const loginMerchant = merchantApi.post('loginMerchant', '/api/v1/merchants/auth/login', {
  auth: 'none',
  provenance: 'spec',
  body: lazyShape(() => ({ email: emailAddress(), password: anyPassword() })),
  example: { email: exampleMerchant.email, password: exampleMerchant.password },
  data: lazy(accessToken),
  title: 'Logged in',
  attempt: { kind: 'login', name: 'email' },
  problems: [401],
  flat: true,
});
