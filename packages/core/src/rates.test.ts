import { type Message, messageText } from '@svc-simulator/texts/message.ts';
import { startTexts } from '@svc-simulator/texts/translated-error.ts';
import { describe, expect, it } from 'vitest';
import { defaultRates, parseRates, vesMinorOf } from './rates.ts';

describe('defaultRates', () => {
  it('equals the rates of contract section 9', () => {
    expect(defaultRates).toEqual({
      USD: '122.0112',
      EUR: '145.2414',
      USDT: '183.1112',
      COP: '0.0501',
      VES: '1',
    });
  });
});

describe('vesMinorOf', () => {
  it.each([
    // 10.00 × 122.0112 = 1220.112
    [1000, 'USD', 122_011n],
    // 0.01 × 0.0501 = 0.000501, which is less than half a cent
    [1, 'COP', 0n],
    // 0.10 × 0.0501 = 0.00501, which is just over half a cent
    [10, 'COP', 1n],
    [999_999, 'VES', 999_999n],
    // 1.25 × 122.0112 = 152.514
    [125, 'USD', 15_251n],
    // 6.25 × 122.0112 = 762.57
    [625, 'USD', 76_257n],
    // The largest amount in cents exceeds 2^53: 999999999999.99 × 183.1112 = 183111199999998.168888
    [99_999_999_999_999, 'USDT', 18_311_119_999_999_817n],
  ] as const)('converts %d units of %s to %d céntimos', (minor, currency, ves) => {
    expect(vesMinorOf(minor, currency, defaultRates)).toBe(ves);
  });

  it('rounds an exact half up', () => {
    expect(vesMinorOf(1, 'USD', { ...defaultRates, USD: '0.5' })).toBe(1n);
    expect(vesMinorOf(3, 'USD', { ...defaultRates, USD: '0.5' })).toBe(2n);
    // As a float, 1.005 is a little less.
    expect(vesMinorOf(100, 'EUR', { ...defaultRates, EUR: '1.005' })).toBe(101n);
  });
});

const wordsOfRefusal = (refusal: Message) => messageText(startTexts('en'), refusal);

describe('parseRates', () => {
  it('changes the given currencies and keeps the others', () => {
    expect(parseRates('{"USD": 130.5, "COP": "0.0612"}')).toEqual({
      ok: true,
      value: { USD: '130.5', EUR: '145.2414', USDT: '183.1112', COP: '0.0612', VES: '1' },
    });
    expect(parseRates('{}')).toEqual({ ok: true, value: defaultRates });
    expect(parseRates('{"USD": 1e-7, "EUR": "1e3", "VES": 1}')).toMatchObject({
      value: { USD: '0.0000001', EUR: '1000' },
    });
  });

  it.each([
    ['not JSON', '{USD: 1}', 'it', "isn't valid JSON"],
    ['a list', '[1]', 'it', "isn't an object"],
    ['null', 'null', 'it', "isn't an object"],
    ['an unknown currency', '{"GBP": 1}', 'GBP', "isn't a known currency; use USD, EUR, USDT, COP, VES"],
    ['a name that objects have', '{"__proto__": 1}', '__proto__', "isn't a known currency"],
    ['zero', '{"USD": 0}', 'USD', 'must be a number greater than 0'],
    ['a negative rate', '{"USD": -3}', 'USD', 'must be a number greater than 0'],
    ['a word', '{"USD": "much"}', 'USD', 'must be a number'],
    ['a truth', '{"USD": true}', 'USD', 'must be a number'],
    ['more than everything', '{"USD": 1e400}', 'USD', 'must be a number'],
    ['an absurd rate', '{"USD": 1000000001}', 'USD', 'up to 1000000000'],
    ['too many decimals', '{"USD": "0.00000000001"}', 'USD', 'at most 10 decimals'],
    ['another VES', '{"VES": 2}', 'rates', 'the rate for VES is always 1'],
  ])('refuses %s', (_name, json, subject, text) => {
    const result = parseRates(json);
    if (result.ok) throw new Error('was taken');
    const [, told = ''] =
      /^The rates aren't valid: (.*)\. Use JSON with the VES per unit, for example /.exec(
        wordsOfRefusal(result.refusal),
      ) ?? [];
    expect(told).toContain(text);
    expect(told.startsWith(`${subject} `)).toBe(true);
  });

  it('reports all faults at once', () => {
    const result = parseRates('{"USD": 0, "EUR": "x", "GBP": 1}');
    if (result.ok) throw new Error('was taken');
    expect(wordsOfRefusal(result.refusal)).toMatch(
      /: USD must be .*; EUR must be .*; GBP isn't a known currency/,
    );
  });
});
