import { getHealth, getTrace } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { refuseWith } from '../../refusals.ts';
import type { Env } from '../env.ts';
import type { LargeReads } from '../limits/large-reads.ts';
import { largeReads } from './large-reads.ts';

const { refusal: busy } = refuseWith(503, 'problem.title.busy', { code: 'problem.limit.large_reads' });

/** Sends a request through a busy or free queue. Returns the status and the work that was queued. */
async function send(
  isBusy: boolean,
  { operation = getHealth as typeof getTrace | typeof getHealth, accept = '' } = {},
) {
  const turns: unknown[] = [];
  const run = async (accountId: string, _outgoing: unknown, work: () => Promise<object>) => {
    turns.push([accountId, isBusy ? 'busy' : await work()]);
    return isBusy ? { busy } : {};
  };
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('principal', { account: { id: 'a' } as AccountRecord });
    return next();
  });
  app.get('/', largeReads({ run } as unknown as LargeReads, operation), (c) => {
    c.set('responseBody', { text: 'served' });
    return c.text('served');
  });
  return [(await app.request('/', { headers: { accept } }, {})).status, ...turns];
}

it("serves a request in its account's turn and returns the response text to the queue", async () => {
  expect(await send(false)).toEqual([200, ['a', { text: 'served' }]]);
});

it('returns 503 for a request that the queue refuses', async () => {
  expect(await send(true)).toEqual([503, ['a', 'busy']]);
});

it('opens an event stream without a turn', async () => {
  expect(await send(true, { operation: getTrace, accept: 'text/event-stream' })).toEqual([200]);
});
