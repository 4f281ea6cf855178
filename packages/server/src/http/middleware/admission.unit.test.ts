import { EventEmitter } from 'node:events';
import { getTrace } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Runtime } from '../../runtime.ts';
import type { Env } from '../env.ts';
import type { Admission } from '../limits/admission.ts';
import { OpenStreams } from '../limits/open-streams.ts';
import { admission } from './admission.ts';

/** Returns a function that opens a stream of an account with a limit of one stream. */
function createApp() {
  const streams = new OpenStreams(() => 1);
  const limits = {
    streams,
    refusalOf: async (_operation: unknown, id: string) => streams.refusalOf(id),
  } as unknown as Admission;
  const watchedAccounts: string[] = [];
  const subscribe = (accountId: string) => {
    watchedAccounts.push(accountId);
    return () => void watchedAccounts.pop();
  };
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('principal', { account: { id: 'a' } as AccountRecord });
    return next();
  });
  app.get('/', admission(limits, { store: { trace: { subscribe } } } as unknown as Runtime, getTrace), () => {
    return new Response('', { headers: { 'content-type': 'text/event-stream' } });
  });
  const open = async () => {
    const outgoing = Object.assign(new EventEmitter(), { req: { method: 'GET' } });
    const { status } = await app.request('/', { headers: { accept: 'text/event-stream' } }, { outgoing });
    return { status, close: () => outgoing.emit('close') };
  };
  return { open, streams, watchedAccounts };
}

it('counts a stream and watches its token until the connection closes', async () => {
  const { open, streams, watchedAccounts } = createApp();
  const stream = await open();
  expect([stream.status, streams.countOf('a'), watchedAccounts]).toEqual([200, 1, ['a']]);
  stream.close();
  expect([streams.countOf('a'), watchedAccounts]).toEqual([0, []]);
});

it("returns 429 for a stream over the account's limit, until another stream closes", async () => {
  const { open } = createApp();
  const first = await open();
  expect((await open()).status).toBe(429);
  first.close();
  expect((await open()).status).toBe(200);
});
