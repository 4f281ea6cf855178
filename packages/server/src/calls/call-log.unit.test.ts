import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { type Call, CallLog } from './call-log.ts';

const DAY_MS = 86_400_000;

function createLog() {
  const clock = new ManualClock();
  const log = new CallLog(clock);
  const add = (account: string, characters = 10, more: Partial<Call> = {}) =>
    log.add(account, {
      id: 0,
      size: 0,
      receivedAt: clock.now(),
      durationMs: 1,
      method: 'GET',
      target: '/',
      operation: undefined,
      status: 200,
      requestId: 'r',
      idempotencyKey: undefined,
      userAgent: undefined,
      request: undefined,
      response: { text: 'x'.repeat(characters), characters },
      ...more,
    });
  const all = (account: string) => log.page(account, { order: 'asc', limit: 1e6, maxBytes: 1e9 }).items;
  return { clock, log, add, all };
}

it('keeps the newest 2000 calls of an account', () => {
  const { add, all } = createLog();
  for (let status = 1; status <= 2003; status++) add('a', 10, { status });
  expect([all('a').length, all('a')[0]?.status]).toEqual([2000, 4]);
});

it('keeps calls for 7 days', async () => {
  const { clock, add, all } = createLog();
  add('a');
  await clock.advance(7 * DAY_MS + 1);
  expect(all('a')).toEqual([]);
  add('a');
  expect(all('a')).toHaveLength(1);
});

it('keeps at most 8 MiB of an account and 64 MiB in total', () => {
  const { add, all } = createLog();
  const size = (account: string) =>
    all(account).reduce((sum, { response }) => sum + (response?.characters ?? 0), 0);
  for (let call = 0; call < 600; call++) add('busy', 16_000);
  expect(size('busy')).toBeLessThan(8 * 2 ** 20);
  expect(size('busy')).toBeGreaterThan(7 * 2 ** 20);
  for (let call = 0; call < 50; call++) add('quiet', 16_000);
  const names = Array.from({ length: 40 }, (_, number) => `account-${number}`);
  for (const name of names) for (let call = 0; call < 600; call++) add(name, 16_000);
  expect(names.reduce((sum, name) => sum + size(name), 0)).toBeLessThan(64 * 2 ** 20);
  // The large accounts lost calls, but the small account kept its older ones.
  expect([size('busy') < 4 * 2 ** 20, size('quiet')]).toEqual([true, 50 * 16_000]);
  expect(size('account-39')).toBeGreaterThan(2 ** 20);
});

it('counts stored headers and URLs toward the limit', () => {
  const { add, all } = createLog();
  const fields = {
    target: `/${'t'.repeat(4000)}`,
    userAgent: 'a'.repeat(300),
    idempotencyKey: 'k'.repeat(300),
  };
  for (let call = 0; call < 2000; call++) add('a', 10, fields);
  expect(all('a').length).toBeLessThan((8 * 2 ** 20) / 4600);
});

it('ends a page after the maximum number of searched characters, and continues there', () => {
  const { log, add } = createLog();
  for (let call = 0; call < 10; call++) add('a', 1000);
  const pages: number[] = [];
  for (let after: number | undefined; ; ) {
    const query = { order: 'asc', limit: 100, maxCharacters: 3000, status: 418, after } as const;
    const { items, nextCursor } = log.page('a', query);
    pages.push(items.length);
    if (nextCursor === null) break;
    after = Number(nextCursor);
  }
  expect(pages).toEqual([0, 0, 0, 0]);
});

it('gives calls higher ids after a restart', async () => {
  const { clock, log, add } = createLog();
  for (let call = 0; call < 100; call++) add('a');
  await clock.advance(1);
  expect(new CallLog(clock).lastId).toBeGreaterThan(log.lastId);
});
