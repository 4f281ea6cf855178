import type { AccountRecord } from '@svc-simulator/core';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from '../env.ts';
import { idempotency } from './idempotency.ts';

async function send(text: string, key?: string): Promise<Response> {
  const app = new Hono<Env>();
  app.post(
    '/',
    (c, next) => {
      c.set('requestId', 'r');
      c.set('principal', { account: { id: 'a' } as AccountRecord });
      c.set('bodyText', text);
      return next();
    },
    idempotency,
    (c) => c.text(c.get('idempotency')?.fingerprint ?? 'none'),
  );
  return app.request('/', { method: 'POST', headers: key === undefined ? {} : { 'idempotency-key': key } });
}

it('sets the same fingerprint for equal JSON, whatever the order and spacing of its members', async () => {
  const fingerprintOf = async (text: string) => (await send(text, 'k')).text();
  expect(await fingerprintOf('{"a":1,"b":{"c":2,"d":3}}')).toBe(
    await fingerprintOf('{ "b": {"d":3, "c":2}, "a": 1 }'),
  );
  expect(await fingerprintOf('{"a":1}')).not.toBe(await fingerprintOf('{"a":2}'));
  expect(await fingerprintOf('[1,2]')).not.toBe(await fingerprintOf('[2,1]'));
});

it('sets no fingerprint without a key, and returns 400 for a key of 256 characters', async () => {
  expect(await (await send('{}')).text()).toBe('none');
  expect((await send('{}', 'k'.repeat(255))).status).toBe(200);
  expect((await send('{}', 'k'.repeat(256))).status).toBe(400);
});
