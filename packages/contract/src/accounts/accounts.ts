import * as z from 'zod';
import { encodeFault } from '../fields/faults.ts';
import {
  decidedHere,
  flag,
  fromField,
  lazyObject,
  lazyShape,
  mustBe,
  optionalText,
  text,
  withinLength,
} from '../fields/fields.ts';
import { consoleApi, sessionApi } from '../operation.ts';

export const SHORT_NAME_FORM = /^[a-zA-Z0-9._@-]{3,64}$/;

const shortName = () =>
  z
    .string({ error: mustBe('fault.wanted.text') })
    .refine((value) => SHORT_NAME_FORM.test(value), { error: encodeFault('fault.account.short_name') })
    .meta({ minLength: 3, maxLength: 64, pattern: SHORT_NAME_FORM.source });

const newPassword = () =>
  z
    .string({ error: mustBe('fault.wanted.text') })
    .refine((value) => /\S/.test(value) && value.length >= 8 && withinLength(value, 200), {
      error: ({ input }) =>
        /\S/.test(String(input)) ? encodeFault('fault.account.password_length') : encodeFault('fault.empty'),
    })
    .meta({ format: 'password', minLength: 8, maxLength: 200 });

/**
 * Accepts any text, also a text that is too short for a new password: a wrong password must return 401, not
 * 400.
 */
export const anyPassword = () =>
  z.string({ error: mustBe('fault.wanted.text') }).meta({ format: 'password' });

const loginBody = lazyShape(() => ({
  short_name: text().meta(fromField),
  password: anyPassword().meta(fromField),
}));

/** `new_password` is only for a login with a one-time password, and replaces that password. */
const consoleLoginBody = lazyShape(() => ({
  short_name: text(),
  password: anyPassword(),
  new_password: newPassword().meta(decidedHere).exactOptional(),
}));

const exampleCredentials = { short_name: 'my-shop', password: 'correct horse' };

const tokenSchema = lazyObject(() => ({
  token: z.string().meta({ meaning: 'field.token' }),
  refreshToken: z.string(),
}));

export const registerConsoleAccount = consoleApi.post('registerConsoleAccount', '/console/register', {
  auth: 'none',
  provenance: 'spec',
  body: lazyShape(() => ({
    short_name: shortName(),
    password: newPassword(),
    class_code: optionalText().meta(decidedHere),
  })),
  example: exampleCredentials,
  data: lazyObject(() => ({
    account_id: z.string().meta({ pattern: '^acc_[0-9a-f]{16}$', ...decidedHere }),
    short_name: z.string().meta(decidedHere),
    console_token: z.string(),
    key: z.object({ id: z.string().meta(decidedHere), token: z.string(), webhook_secret: z.string() }),
  })),
  status: 201,
  title: 'Account created',
  attempt: { kind: 'registration', name: 'short_name' },
  alsoAttempt: { kind: 'registration_code', name: 'none', onlyWith: 'class_code' },
  problems: [409],
  flat: true,
});

export const registerAccount = consoleApi.post('registerAccount', '/register', {
  auth: 'none',
  provenance: 'spec',
  body: lazyShape(() => ({ short_name: shortName(), password: newPassword() })),
  example: exampleCredentials,
  data: lazyObject(() => ({
    account_id: z.string().meta({ pattern: '^acc_[0-9a-f]{16}$' }),
    token: z.string(),
    webhook_secret: z.string(),
  })),
  status: 201,
  title: 'Account created',
  attempt: { kind: 'registration', name: 'short_name' },
  problems: [409],
  flat: true,
});

export const loginConsole = consoleApi.post('loginConsole', '/console/login', {
  auth: 'none',
  body: consoleLoginBody,
  example: exampleCredentials,
  data: lazyObject(() => ({ account_id: z.string(), console_token: z.string() })),
  title: 'Logged in',
  attempt: { kind: 'login', name: 'short_name' },
  problems: [401],
  flat: true,
});

export const EXCHANGED_TOKEN_MS = 15 * 60_000;

export const exchangeToken = consoleApi.post('exchangeToken', '/console/token', {
  auth: 'api',
  body: lazyShape(() => ({ password: anyPassword().exactOptional() })),
  bodyOptional: true,
  example: { password: 'correct horse' },
  data: lazyObject(() => ({
    account_id: z.string(),
    console_token: z.string(),
    expires_at: z.iso.datetime().meta({ meaning: 'field.expires_at' }),
  })),
  status: 201,
  title: 'Token exchanged',
  attempt: { kind: 'login', name: 'account', onlyWith: 'password' },
  flat: true,
});

export const LOGIN_LINK_MS = 2 * 60_000;

export const createLoginLink = consoleApi.post('createLoginLink', '/console/login-link', {
  fullToken: true,
  data: lazyObject(() => ({
    url: z.url().meta({ meaning: 'field.url' }),
    expires_at: z.iso.datetime().meta({ meaning: 'field.expires_at' }),
  })),
  status: 201,
  title: 'Link made',
});

export const loginApi = sessionApi.post('loginApi', '/api/svcpagos/login', {
  auth: 'none',
  provenance: 'spec',
  body: loginBody,
  example: exampleCredentials,
  data: tokenSchema,
  title: 'Logged in',
  attempt: { kind: 'login', name: 'short_name' },
  problems: [401],
  flat: true,
});

export const refreshApiToken = sessionApi.post('refreshApiToken', '/api/svcpagos/refresh-token', {
  auth: 'none',
  provenance: 'spec',
  body: lazyShape(() => ({ refreshToken: text() })),
  example: { refreshToken: 'sim_ref_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa' },
  data: tokenSchema,
  title: 'Token refreshed',
  problems: [401],
  flat: true,
  simHeader: 'fuera-de-contrato',
});

export const changePassword = consoleApi.post('changePassword', '/console/password', {
  body: lazyShape(() => ({
    current_password: anyPassword(),
    new_password: newPassword(),
    keep_others: flag().meta({ meaning: 'field.keep_others' }).exactOptional(),
  })),
  example: { current_password: 'former horse', new_password: 'battery staple' },
  data: lazyObject(() => ({ account_id: z.string() })),
  title: 'Password changed',
  attempt: { kind: 'login', name: 'account' },
});

export const deleteAccount = consoleApi.delete('deleteAccount', '/console/account', {
  body: lazyShape(() => ({ password: anyPassword() })),
  example: { password: 'battery staple' },
  data: lazyObject(() => ({ account_id: z.string() })),
  title: 'Account deleted',
  attempt: { kind: 'login', name: 'account' },
  problems: [409],
});
