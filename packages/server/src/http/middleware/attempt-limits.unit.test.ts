import type { Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import type { Admission } from '../limits/admission.ts';
import { attemptLimits } from './attempt-limits.ts';

it.each([
  [undefined, 200],
  [429, 429],
])('counts one attempt and, if its refusal is %s, returns %i', async (refusalStatus, status) => {
  const kinds: string[] = [];
  const refusal: Refusal | undefined =
    refusalStatus === undefined
      ? undefined
      : {
          status: refusalStatus,
          title: 'problem.title.too_many_attempts',
          ...message('problem.limit.attempts', { kind: 'login', by: 'address', seconds: 1 }),
        };
  const beginAttempt = (kind: string) => {
    kinds.push(kind);
    return { refusal };
  };
  const app = new Hono<Env>();
  app.post('/', attemptLimits({ beginAttempt } as unknown as Admission, 'login'), (c) =>
    c.text(String(c.get('attempt') !== undefined)),
  );
  const response = await app.request('/', { method: 'POST' });
  expect([response.status, kinds]).toEqual([status, ['login']]);
});
