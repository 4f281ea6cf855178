import fc from 'fast-check';

/** Chooses among arbitraries by their weights. */
export const chooseByWeight = <T>(
  ...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
) => fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/**
 * Texts that often break programs: encodings, terminators, prototypes, markup, numbers, and paths. None
 * contains a real host name.
 */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u2066',
  'é'.repeat(500),
  '😀'.repeat(251),
  'x'.repeat(501),
  'x'.repeat(100_000),
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e400',
  '-0',
  '0x10',
  '00',
  '2026-02-30T25:61:61Z',
  '2026-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '../../etc/passwd',
  '%00%2e%2e%2f',
  "' OR 1=1; --",
  '{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  '\r\nset-cookie: a=b',
  'javascript:alert(1)',
  'http://',
  'http://[::',
  'localhost:3000/hook',
  'https://receiver.invalid/\u0000',
  'https://receiver.invalid:99999/',
];

/** Numbers as JSON texts, because `JSON.stringify` would turn `-0` into `0` and `1e999` into `null`. */
export const hostileNumbers: readonly string[] = [
  '0',
  '-0',
  '-1',
  '0.001',
  '0.005',
  '1.005',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '999999999999.99',
  '1000000000000',
  '1e21',
  '123456789012345678901234567890',
  '0.1e1',
];

const scalar: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileTexts).map((text) => JSON.stringify(text)),
  fc.constantFrom(...hostileNumbers),
  fc.constantFrom('null', 'true', 'false', '"\\ud800"', '"\\u0000"'),
  fc.string({ maxLength: 20 }).map((text) => JSON.stringify(text)),
);

/** JSON texts, some of them with more levels of nesting than a body can have. */
export const hostileJson: fc.Arbitrary<string> = chooseByWeight(
  [8, scalar],
  [2, fc.array(scalar, { maxLength: 4 }).map((items) => `[${items.join(',')}]`)],
  [
    2,
    fc
      .array(fc.tuple(fc.constantFrom('a', '__proto__', 'constructor', 'id', ''), scalar), { maxLength: 4 })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  ],
  [1, fc.integer({ min: 28, max: 40 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth))],
);

/** Bodies that aren't valid JSON, and edge cases of valid JSON. */
export const brokenBodies: readonly string[] = [
  '',
  ' ',
  '{',
  '[',
  'null',
  '[]',
  '""',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  "{'a':1}",
  '{"a":01}',
  '\ufeff{}',
  '{"a":"\u0000"}',
  '{"a":"\\x"}',
  '['.repeat(10_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '{"amount_reference":1,"amount_reference":-1}',
];
