import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  encodeFrame,
  parseResultFrame,
  parseServerFrame,
  RELAY_RESPONSE_LIMIT,
  type ResultFrame,
  type WebhookFrame,
} from './relay-frames.ts';

const webhook: WebhookFrame = {
  type: 'webhook',
  sequence: 7,
  delivery_id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  attempt: 1,
  url: 'not even a url',
  headers: { 'content-type': 'application/json', 'svc-signature': 'ab' },
  body_base64: 'eyJ4IjoxfQ==',
};
const result: ResultFrame = {
  type: 'result',
  delivery_id: webhook.delivery_id,
  attempt: 1,
  status: 200,
  response_base64: '',
  duration_ms: 1.5,
};

describe('frames of the server', () => {
  it('come through as they were sent', () => {
    expect(parseServerFrame(encodeFrame(webhook))).toEqual(webhook);
    const ready = { type: 'ready', account_id: 'acc_0123456789abcdef' } as const;
    expect(parseServerFrame(encodeFrame(ready))).toEqual(ready);
    const replay = { type: 'replay', since: 0, count: 3 } as const;
    expect(parseServerFrame(encodeFrame(replay))).toEqual(replay);
    const replayed = { type: 'replayed', count: 3, delivered: 2 } as const;
    expect(parseServerFrame(encodeFrame(replayed))).toEqual(replayed);
    expect(parseServerFrame(encodeFrame({ ...webhook, replay: true }))).toEqual({ ...webhook, replay: true });
  });

  it('have the sequence 0 when the simulator knows of none', () => {
    const { sequence: _, ...before } = webhook;
    expect(parseServerFrame(JSON.stringify(before))).toEqual({ ...webhook, sequence: 0 });
  });

  it('lose members that are not theirs', () => {
    expect(parseServerFrame(JSON.stringify({ ...webhook, extra: 1 }))).toEqual(webhook);
  });

  it.each([
    { ...webhook, attempt: 0 },
    { ...webhook, attempt: 1.5 },
    { ...webhook, delivery_id: '' },
    { ...webhook, url: null },
    { ...webhook, headers: { a: 1 } },
    { ...webhook, headers: [] },
    { ...webhook, body_base64: 'not base64' },
    { ...webhook, body_base64: 'abc' },
    { ...webhook, sequence: -1 },
    { ...webhook, sequence: '7' },
    { ...webhook, type: 'Webhook' },
    { type: 'replay', since: 0 },
    { type: 'replay', since: 1.5, count: 1 },
    { type: 'replayed', count: 1, delivered: null },
    { type: 'ready' },
    result,
  ])('are nothing else: %j', (frame) => {
    expect(parseServerFrame(JSON.stringify(frame))).toBeUndefined();
  });
});

describe('frames of a relay', () => {
  it('come through as they were sent', () => {
    expect(parseResultFrame(encodeFrame(result))).toEqual(result);
    const { status, response_base64, ...failed } = { ...result, error: 'ECONNREFUSED' };
    expect([status, response_base64]).toEqual([200, '']);
    expect(parseResultFrame(encodeFrame(failed))).toEqual(failed);
  });

  it('cut a long error', () => {
    const { status: _, ...rest } = result;
    expect(parseResultFrame(encodeFrame({ ...rest, error: 'x'.repeat(9999) }))?.error).toHaveLength(2000);
  });

  it('may bring 4 KiB of an answer and no more', () => {
    const answer = (bytes: number) =>
      encodeFrame({ ...result, response_base64: Buffer.alloc(bytes).toString('base64') });
    expect(parseResultFrame(answer(RELAY_RESPONSE_LIMIT))).toBeDefined();
    expect(parseResultFrame(answer(RELAY_RESPONSE_LIMIT + 3))).toBeUndefined();
  });

  it.each([
    { ...result, status: 99 },
    { ...result, status: 600 },
    { ...result, status: '200' },
    { ...result, error: 'both' },
    { ...result, status: undefined },
    { ...result, duration_ms: -1 },
    { ...result, duration_ms: '1' },
    { ...result, response_base64: '%%%%' },
    webhook,
  ])('are nothing else: %j', (frame) => {
    expect(parseResultFrame(JSON.stringify(frame))).toBeUndefined();
  });
});

describe('untrusted data', () => {
  it.each(['', 'null', '[]', '7', '"x"', '{', '{"type":"__proto__"}', '[1,2]'])('%j is no frame', (data) => {
    expect(parseServerFrame(data)).toBeUndefined();
    expect(parseResultFrame(data)).toBeUndefined();
  });

  it('never throws, whatever comes', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          type: fc.constantFrom('ready', 'replay', 'replayed', 'webhook', 'result'),
          delivery_id: fc.anything(),
          attempt: fc.anything(),
          headers: fc.anything(),
          url: fc.anything(),
          body_base64: fc.anything(),
          status: fc.anything(),
        })
        .map((frame) => {
          try {
            return JSON.stringify(frame) ?? '';
          } catch {
            return '';
          }
        }),
    );
    fc.assert(
      fc.property(anything, (data) => {
        const frames = [parseServerFrame(data), parseResultFrame(data)];
        expect(frames.every((frame) => frame === undefined || typeof frame.type === 'string')).toBe(true);
      }),
    );
  });
});
