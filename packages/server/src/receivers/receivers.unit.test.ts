import { hash } from 'node:crypto';
import { createRecordPolicy } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { put } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it, onTestFinished } from 'vitest';
import { presentEventJson } from '../trace/presented-event.ts';
import { recordReceived } from './receivers.ts';

/** Sends these bodies to a receiver and returns the stored events. */
async function storeReceived(...bodies: readonly string[]) {
  const clock = new ManualClock();
  const store = await openEmbeddedStore({ directory: null, clock, policy: createRecordPolicy() });
  onTestFinished(() => store.close());
  const puts = [put('account', 'a', { id: 'a' } as never)];
  await store.transact({ account: 'a' }, () => ({ result: null, puts }));
  for (const body of bodies) {
    const outcome = await recordReceived(
      { store, clock },
      { accountId: 'a', name: 'captura', headers: { host: 'x' }, bytes: Buffer.from(body) },
    );
    expect(outcome).toMatchObject({ ok: true, value: { status: 200 } });
  }
  return (await store.trace.page('a', { limit: 100, order: 'asc' })).items;
}

it('stores a body once, and also shows it parsed', async () => {
  const body = '{ "event": "x",\n "list": [1, 2] }';
  const [event] = await storeReceived(body);
  expect(JSON.parse(event?.json ?? '').data).toEqual({
    receiver: 'captura',
    headers: { host: 'x' },
    raw_body: body,
  });
  const presentedEvent = JSON.parse(presentEventJson(event as never));
  expect(presentedEvent.data).toMatchObject({ raw_body: body, body: { event: 'x', list: [1, 2] } });
});

it('stores 64 KiB of a longer body with its length and its digest, and whole bodies of 64 KiB', async () => {
  const longBody = `{"ab":"${'ñ'.repeat(500_000)}"}`;
  const longestBody = `"${'y'.repeat(65_534)}"`;
  const events = await storeReceived(longBody, longestBody, '\u0001'.repeat(1_000_000));
  const [cutBody, wholeBody] = events.map((event) => JSON.parse(presentEventJson(event)).data);
  expect(cutBody).toEqual({
    receiver: 'captura',
    headers: { host: 'x' },
    // The incomplete character at the end is dropped.
    raw_body: longBody.slice(0, 7 + 32_764),
    raw_body_length: Buffer.byteLength(longBody),
    raw_body_sha256: hash('sha256', longBody, 'hex'),
    body: null,
  });
  expect([wholeBody.raw_body, wholeBody.body, 'raw_body_length' in wholeBody]).toEqual([
    longestBody,
    'y'.repeat(65_534),
    false,
  ]);
  for (const { json } of events) expect(json.length).toBeLessThan(400_000);
});

it('shows null for invalid JSON and for JSON that is nested too deeply', async () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  const presentedData = (await storeReceived('no json', deep, 'null', '')).map(
    (event) => JSON.parse(presentEventJson(event)).data,
  );
  expect(presentedData.map(({ body }) => body)).toEqual([null, null, null, null]);
});
