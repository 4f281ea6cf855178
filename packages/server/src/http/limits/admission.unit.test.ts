import { EventEmitter } from 'node:events';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import type { Context } from 'hono';
import { expect, it } from 'vitest';
import { Admission } from './admission.ts';
import { ClientAddresses } from './client-addresses.ts';

it('refuses a log-in when more passwords wait to be checked than ten seconds are enough for', () => {
  const admission = new Admission(new ClientAddresses(undefined, () => {}), null, new ManualClock());
  let number = 0;
  const begin = () => {
    const outgoing = new EventEmitter();
    const remoteAddress = `198.51.100.${++number}`;
    const env = { incoming: { headers: {}, socket: { remoteAddress } }, outgoing };
    const { refusal } = admission.attempt('login', { env } as unknown as Context, 0);
    return { outgoing, refusal };
  };
  const [first] = Array.from({ length: 200 }, begin);
  const busy = expect.objectContaining({ status: 503, headers: { 'retry-after': '5' } });
  expect(begin().refusal).toEqual(busy);
  first?.outgoing.emit('close');
  expect(begin().refusal).toBeUndefined();
  expect(begin().refusal).toEqual(busy);
});
