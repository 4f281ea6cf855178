import { accept, type Operation, type Refusal, refuse } from '@svc-simulator/contract';
import type { AccountRecord, TokenRecord } from '@svc-simulator/core';
import { message } from '@svc-simulator/texts/message.ts';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { type Authenticate, authentication } from './authentication.ts';

async function statusOf(authenticate: Authenticate, operation: Partial<Operation> = {}): Promise<number> {
  const app = new Hono<Env>();
  app.get('/', authentication(authenticate, operation as Operation), (c) =>
    c.text(c.get('principal')?.account?.id ?? ''),
  );
  return (await app.request('/')).status;
}

const account = { id: 'a' } as AccountRecord;
const authenticateWith = (token: Partial<TokenRecord>) => async () =>
  accept({ account, token: token as TokenRecord });

it('responds with the refusal of the credential', async () => {
  const refusal: Refusal = {
    status: 401,
    title: 'problem.title.unauthorized',
    ...message('problem.token.not_bearer'),
  };
  expect(await statusOf(async () => refuse(refusal))).toBe(401);
});

it('returns 403 to a limited token only if the operation requires a full one', async () => {
  expect(await statusOf(authenticateWith({ limited: true }), { fullToken: true })).toBe(403);
  expect(await statusOf(authenticateWith({ limited: true }))).toBe(200);
  expect(await statusOf(authenticateWith({}), { fullToken: true })).toBe(200);
});
