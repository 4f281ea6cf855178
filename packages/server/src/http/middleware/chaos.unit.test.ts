import { getHealth } from '@svc-simulator/contract';
import type { AccountRecord } from '@svc-simulator/core';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { CallChaos, InjectedFault } from '../../chaos/call-chaos.ts';
import { refuseWith } from '../../refusals.ts';
import type { Env } from '../env.ts';
import type { AccountQuotas } from '../limits/account-quotas.ts';
import { chaos } from './chaos.ts';

const { refusal } = refuseWith(503, 'problem.title.unavailable', {
  code: 'problem.chaos',
  params: { seed: 1, call: 1 },
});

/**
 * Sends a request of an account whose chaos injects the fault. Returns the status and the steps that
 * happened.
 */
async function send(
  fault: InjectedFault | undefined,
  { isSet = true, canStoreMore = true }: { readonly isSet?: boolean; readonly canStoreMore?: boolean } = {},
) {
  const steps: string[] = [];
  const calls = {
    injectFault: async () => fault,
    delayResponse: async (latencyMs: number) => void steps.push(`delayed by ${latencyMs} ms`),
  } as unknown as CallChaos;
  const quotas = { canStoreMore: async () => canStoreMore } as unknown as AccountQuotas;
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.set('principal', { account: (isSet ? { id: 'a', chaos: {} } : { id: 'a' }) as AccountRecord });
    await next();
    steps.push(`fault ${c.get('hasInjectedFault') === true}`);
  });
  app.get('/', chaos(calls, getHealth, quotas), (c) => {
    steps.push('served');
    return c.text('');
  });
  return [(await app.request('/', {}, {})).status, ...steps];
}

it("responds with the fault's refusal without serving the request", async () => {
  expect(await send({ latencyMs: 0, refusal })).toEqual([503, 'fault true']);
  expect(await send({ latencyMs: 5, refusal })).toEqual([503, 'delayed by 5 ms', 'fault true']);
});

it('delays a response after serving the request', async () => {
  expect(await send({ latencyMs: 9, refusal: null })).toEqual([
    200,
    'served',
    'delayed by 9 ms',
    'fault true',
  ]);
});

it('serves a request unchanged if its account has no chaos, is full, or the call has no fault', async () => {
  const untouched = [200, 'served', 'fault false'];
  expect(await send({ latencyMs: 9, refusal }, { isSet: false })).toEqual(untouched);
  expect(await send({ latencyMs: 9, refusal }, { canStoreMore: false })).toEqual(untouched);
  expect(await send(undefined)).toEqual(untouched);
});
