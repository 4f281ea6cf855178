import { operations } from '@svc-simulator/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openRecorder, type Seen } from './recorder.ts';
import { lineOf, parseRecording } from './recording.ts';

const EXCHANGES = 10_000;

/** Texts and numbers that nobody lists: each is found again in what holds it. */
const secretText = fc.stringMatching(/^[A-Z]{2}[0-9a-z]{10}[A-Z]{2}$/);
const secretNumber = fc.integer({ min: 100_000_000, max: 999_999_999_999 });
const known = fc.constantFrom(
  'data',
  'id',
  'status',
  'errors',
  'orderId',
  'otp',
  'amount_reference',
  'event',
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    secretText,
    secretNumber,
    fc.constantFrom('paid', 'PENDING', true, null),
    fc.dictionary(fc.oneof(known, secretText), tie('any'), { maxKeys: 4 }),
    fc.array(tie('any'), { maxLength: 3 }),
  ),
})).any;
const headers = fc.dictionary(
  fc.oneof(fc.constantFrom('authorization', 'content-type', 'x-request-id'), secretText),
  fc.oneof(secretText, fc.constant('application/json')),
  { maxKeys: 4 },
);
const body = fc.oneof(
  value.map((inner) => JSON.stringify(inner)),
  secretText,
  secretText.map((text) => `<p>${text}</p>`),
);
const seen: fc.Arbitrary<Seen> = fc
  .record({
    operation: fc.constantFrom(...operations),
    segment: secretText,
    query: fc.dictionary(fc.oneof(known, secretText), secretText, { maxKeys: 2 }),
    headers,
    body: fc.oneof(body, fc.constant('')),
    answer: fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      headers,
      body,
      tookMs: fc.integer({ min: 0, max: 9999 }),
    }),
  })
  .map(({ operation, segment, query, ...rest }) => ({
    method: operation.method,
    url: `${operation.path.replace(/\{\w+\}/g, segment)}?${new URLSearchParams(query)}`,
    ...rest,
  }));

const SECRET = /[A-Z]{2}[0-9a-z]{10}[A-Z]{2}|\d{9}/g;

it(`keeps no text, name or number of ${EXCHANGES} exchanges that the contract does not list`, () => {
  const recorder = openRecorder();
  let planted = 0;
  const leaked: string[] = [];
  const lines: string[] = [lineOf({ format: 1, recorded: '2026-11-22' })];
  fc.assert(
    fc.property(seen, (one) => {
      planted += JSON.stringify(one).match(SECRET)?.length ?? 0;
      const record = recorder.record(one);
      if (!record) throw new Error(`${one.method} ${one.url} is no operation`);
      const line = lineOf(record);
      leaked.push(...(line.match(SECRET) ?? []));
      lines.push(line);
    }),
    { numRuns: EXCHANGES, seed: 18 },
  );
  expect(leaked).toEqual([]);
  expect(planted).toBeGreaterThan(EXCHANGES);
  const { exchanges } = parseRecording(lines.join(''));
  expect(exchanges).toHaveLength(EXCHANGES);
  // It would be easy to keep nothing at all.
  expect(lines.join('')).toContain('"enum":["paid"]');
});

it('has no place for a text of an exchange, whoever writes it', () => {
  const [record] = [
    {
      url: '/health',
      method: 'GET',
      headers: {},
      body: '',
      answer: { status: 200, headers: {}, body: '{}', tookMs: 1 },
    },
  ].map((one) => openRecorder().record(one));
  if (!record) throw new Error('health is an operation');
  expect(parseRecording(lineOf({ format: 1, recorded: '2026-11-22' }) + lineOf(record)).exchanges).toEqual([
    record,
  ]);
  for (const wrong of [
    { ...record, secret: 'hush' },
    { ...record, headers: ['x-hush'] },
    { ...record, query: { type: 'object' as const, properties: { hush: {} } } },
    { ...record, request: { enum: ['hush'] } },
    { ...record, answer: { ...record.answer, status: 123456 } },
  ])
    expect(() => lineOf(wrong)).toThrow(/Invalid|Unrecognized|Too big/);
});
