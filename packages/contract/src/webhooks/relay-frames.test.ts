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

describe('the parser of frames from a simulator', () => {
  it('returns valid frames unchanged', () => {
    expect(parseServerFrame(encodeFrame(webhook))).toEqual(webhook);
    const ready = { type: 'ready', account_id: 'acc_0123456789abcdef' } as const;
    expect(parseServerFrame(encodeFrame(ready))).toEqual(ready);
    const replay = { type: 'replay', since: 0, count: 3 } as const;
    expect(parseServerFrame(encodeFrame(replay))).toEqual(replay);
    const replayed = { type: 'replayed', count: 3, delivered: 2 } as const;
    expect(parseServerFrame(encodeFrame(replayed))).toEqual(replayed);
    expect(parseServerFrame(encodeFrame({ ...webhook, replay: true }))).toEqual({ ...webhook, replay: true });
  });

  it('defaults to the sequence 0 if the simulator sends none', () => {
    const { sequence: _, ...before } = webhook;
    expect(parseServerFrame(JSON.stringify(before))).toEqual({ ...webhook, sequence: 0 });
  });

  it('drops unknown members', () => {
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
  ])('refuses %j', (frame) => {
    expect(parseServerFrame(JSON.stringify(frame))).toBeUndefined();
  });
});

function read(frame: object | string): ResultFrame | string {
  const result = parseResultFrame(typeof frame === 'string' ? frame : JSON.stringify(frame));
  return result.ok ? result.value : result.refusal.code.replace('word.frame_fault.', '');
}

describe('the parser of frames from a relay', () => {
  it('returns valid frames unchanged', () => {
    const frame = { ...result, response_base64: 'YWJj' };
    expect(read(frame)).toEqual(frame);
    const { status: _, response_base64: __, ...failed } = { ...frame, error: 'ECONNREFUSED' };
    expect(read(failed)).toEqual(failed);
  });

  it('truncates a long error', () => {
    const { status: _, ...rest } = result;
    expect(read({ ...rest, error: 'x'.repeat(9999) })).toMatchObject({ error: 'x'.repeat(2000) });
  });

  it.each([0, 1, 2, 3, 4094, 4095, 4096, 4097, 4100, 300_000])(
    'keeps the first 4 KiB of a response of %i bytes, with or without Base64 padding',
    (bytes) => {
      const answer = Buffer.alloc(bytes, 'añ');
      for (const text of [answer.toString('base64'), answer.toString('base64').replace(/=+$/, '')]) {
        const { response_base64 = '' } = read({ ...result, response_base64: text }) as ResultFrame;
        const bytes = Buffer.from(response_base64, 'base64');
        expect(bytes.indexOf(answer.subarray(0, RELAY_RESPONSE_LIMIT))).toBe(0);
        expect(bytes.length).toBeLessThanOrEqual(RELAY_RESPONSE_LIMIT + 2);
      }
    },
  );

  const bare = { type: 'result', delivery_id: webhook.delivery_id, attempt: 1 } as const;
  it.each<[object, object]>([
    [{ status: 200, error: null }, { status: 200 }],
    [{ status: null, error: 'reset' }, { error: 'reset' }],
    [{ status: 200, duration_ms: null, response_base64: null }, { status: 200 }],
    [{ status: '200' }, { status: 200 }],
    [
      { status: '404', attempt: '1', duration_ms: '12' },
      { status: 404, duration_ms: 12 },
    ],
    [{ status: 200, headers: { date: ['x', { y: 1 }] } }, { status: 200 }],
  ])('accepts %j, which a relay in another language can send', (frame, expected) => {
    expect(read({ ...bare, ...frame })).toEqual({ ...bare, ...expected });
  });

  it.each<[object | string, string]>([
    [{ ...result, status: 99 }, 'status'],
    [{ ...result, status: 600 }, 'status'],
    [{ ...result, status: 200.5 }, 'status'],
    [{ ...result, status: '2xx' }, 'status'],
    [{ ...result, status: true }, 'status'],
    [{ ...result, error: 'both' }, 'both'],
    [bare, 'neither'],
    [{ ...bare, status: null, error: null }, 'neither'],
    [{ ...bare, error: { code: 'ECONNREFUSED' } }, 'error'],
    [{ ...result, duration_ms: -1 }, 'duration_ms'],
    [{ ...result, duration_ms: 'soon' }, 'duration_ms'],
    [{ ...result, response_base64: '%%%%' }, 'response_base64'],
    [{ ...result, response_base64: 'abcde' }, 'response_base64'],
    [{ ...result, response_base64: ['YQ=='] }, 'response_base64'],
    [{ ...result, delivery_id: undefined }, 'delivery_id'],
    [{ ...result, delivery_id: null }, 'delivery_id'],
    [{ ...result, attempt: undefined }, 'attempt'],
    [{ ...result, attempt: 0 }, 'attempt'],
    [webhook, 'type'],
    [{ ...result, type: 'Result' }, 'type'],
    ['{', 'not_json'],
    ['[]', 'not_json'],
  ])('returns for %j the fault %s', (frame, fault) => {
    expect(read(frame)).toBe(fault);
  });
});

describe('the parser of untrusted data', () => {
  it.each(['', 'null', '[]', '7', '"x"', '{', '{"type":"__proto__"}', '[1,2]'])('refuses %j', (data) => {
    expect(parseServerFrame(data)).toBeUndefined();
    expect(parseResultFrame(data).ok).toBe(false);
  });

  it('never throws, whatever the input', () => {
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
        const [sent, answered] = [parseServerFrame(data), parseResultFrame(data)];
        expect(sent === undefined || typeof sent.type === 'string').toBe(true);
        expect(answered.ok ? answered.value.type : answered.refusal.code).toMatch(/result|frame_fault/);
      }),
    );
  });
});
