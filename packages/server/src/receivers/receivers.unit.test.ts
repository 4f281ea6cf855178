import { hash } from 'node:crypto';
import { accountOf, tagsOf, timerOf } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { put } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it, onTestFinished } from 'vitest';
import { presentedJson } from '../trace/presented-event.ts';
import { recordReceived } from './receivers.ts';

/** Sends these bodies to a receiver and returns the stored events. */
async function stored(...bodies: readonly string[]) {
  const clock = new ManualClock();
  const store = await openEmbeddedStore({ directory: null, clock, policy: { accountOf, timerOf, tagsOf } });
  onTestFinished(() => store.close());
  const puts = [put('account', 'a', { id: 'a' } as never)];
  await store.transact({ account: 'a' }, () => ({ result: null, puts }));
  for (const body of bodies) {
    const received = await recordReceived(
      { store, clock },
      { accountId: 'a', name: 'captura', headers: { host: 'x' }, bytes: Buffer.from(body) },
    );
    expect(received).toMatchObject({ ok: true, value: { status: 200 } });
  }
  return (await store.trace.page('a', { limit: 100, order: 'asc' })).items;
}

it('stores a body once, and shows its parsed form as well', async () => {
  const body = '{ "event": "x",\n "list": [1, 2] }';
  const [event] = await stored(body);
  expect(JSON.parse(event?.json ?? '').data).toEqual({
    receiver: 'captura',
    headers: { host: 'x' },
    raw_body: body,
  });
  const shown = JSON.parse(presentedJson(event as never));
  expect(shown.data).toMatchObject({ raw_body: body, body: { event: 'x', list: [1, 2] } });
});

it('keeps of a long body 64 KiB, its length and its digest, and of none more than a few times that', async () => {
  const long = `{"ab":"${'ñ'.repeat(500_000)}"}`;
  const limit = `"${'y'.repeat(65_534)}"`;
  const events = await stored(long, limit, '\u0001'.repeat(1_000_000));
  const [cut, whole] = events.map((event) => JSON.parse(presentedJson(event)).data);
  expect(cut).toEqual({
    receiver: 'captura',
    headers: { host: 'x' },
    // Without the incomplete character at the end.
    raw_body: long.slice(0, 7 + 32_764),
    raw_body_length: Buffer.byteLength(long),
    raw_body_sha256: hash('sha256', long, 'hex'),
    body: null,
  });
  expect([whole.raw_body, whole.body, 'raw_body_length' in whole]).toEqual([
    limit,
    'y'.repeat(65_534),
    false,
  ]);
  for (const { json } of events) expect(json.length).toBeLessThan(400_000);
});

it('shows null for invalid and too deep JSON', async () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  const shown = (await stored('no json', deep, 'null', '')).map(
    (event) => JSON.parse(presentedJson(event)).data,
  );
  expect(shown.map(({ body }) => body)).toEqual([null, null, null, null]);
});
