import type { Refusal } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import type { ClientTurns } from '../limits/admission.ts';
import { publicPages } from './public-pages.ts';

const busy: Refusal = { status: 503, title: 'problem.title.busy', ...message('problem.limit.large_reads') };

it('returns 503 for a page that the queue refuses, and serves forms without queuing', async () => {
  const app = new Hono<Env>();
  app.use(publicPages({ run: async () => ({ busy }) } as unknown as ClientTurns));
  app.all('/', (c) => c.text('served'));
  const statusOf = async (method: string) => (await app.request('/', { method })).status;
  expect([await statusOf('GET'), await statusOf('HEAD'), await statusOf('POST')]).toEqual([503, 503, 200]);
});
