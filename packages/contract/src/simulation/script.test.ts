import { words } from '@svc-simulator/test-support/problems/words.ts';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../fields/faults.ts';
import { setScript } from './script.ts';
import { magicAmounts } from './script-magic-amounts.ts';

function faults(body: unknown): [pointer: string, detail: string][] {
  const result = setScript.body().safeParse(body);
  return result.success ? [] : faultsOf(result.error).map((fault) => [fault.pointer, words(fault)]);
}

const pointers = (body: unknown) => faults(body).map(([pointer]) => pointer);
const outcome = { leg1: 'paid' };
const rule = (more: object = {}) => ({ match: {}, outcomes: [outcome], ...more });
const rules = (...all: unknown[]) => ({ rules: all });

describe('schema of a script', () => {
  it('requires own rules, built-in rules, or both', () => {
    expect(faults({})).toEqual([['', 'needs rules, ready, or both; to remove a script, use DELETE']]);
    expect(faults({ ready: 'magic_amounts' })).toEqual([]);
    expect(faults({ ...rules(rule()), ready: 'magic_amounts' })).toEqual([]);
    expect(pointers({ ready: 'good_luck' })).toEqual(['/ready']);
    expect(pointers({ rules: [] })).toEqual(['/rules']);
  });

  it('returns a valid script unchanged', () => {
    const body = rules(rule({ name: 'one', afterwards: 'last' }), rule());
    expect(setScript.body().parse(body)).toEqual(body);
  });

  it('reports at most ten unknown names of each part, and a thousand faults', () => {
    const match = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`x${at}`, 1]));
    expect(faults(rules(rule({ match })))).toHaveLength(10);
    const outcomes = Array.from({ length: 10 }, () => match);
    expect(faults(rules(...Array.from({ length: 20 }, () => ({ match, outcomes }))))).toHaveLength(1000);
  });

  it('reports all faults at once with their pointers', () => {
    const body = rules(
      { outcomes: [] },
      rule({ match: { amount_reference: 1.005, origin: 'till', method: 'cash', currency_reference: 'GBP' } }),
      rule({ outcomes: [{ leg1: 'paid' }, { leg1: 'failed', leg2: 'accredited' }], afterwards: 'again' }),
      rule({ outcomes: [{ leg1: 'won', after_ms: -1 }] }),
    );
    expect(pointers(body).sort()).toEqual(
      [
        '/rules/0/match',
        '/rules/0/outcomes',
        '/rules/1/match/amount_reference',
        '/rules/1/match/currency_reference',
        '/rules/1/match/method',
        '/rules/1/match/origin',
        '/rules/2/outcomes/1/leg2',
        '/rules/2/afterwards',
        '/rules/3/outcomes/0/after_ms',
        '/rules/3/outcomes/0/leg1',
      ].sort(),
    );
  });

  it.each([
    [{ leg1: 'failed', leg2: 'accredited' }, '/leg2', 'requires a payment, but leg1 is failed; leave it out'],
    [{ leg1: 'expired', leg2: 'none' }, '/leg2', 'requires a payment, but leg1 is expired; leave it out'],
    [
      { leg1: 'paid', user_message: 'No' },
      '/user_message',
      'only applies to a payment that fails; leave it out, or set leg1 to failed',
    ],
    [{ after_ms: 5 }, '/after_ms', 'needs leg1: the result to apply'],
    [
      { leg1: 'paid', leg_2: 'none' },
      '/leg_2',
      'is unknown; a result accepts leg1, leg2, after_ms, user_message, reason',
    ],
  ])('refuses the outcome %j', (impossible, place, detail) => {
    expect(faults(rules(rule({ outcomes: [outcome, impossible] })))).toEqual([
      [`/rules/0/outcomes/1${place}`, detail],
    ]);
  });

  it('refuses a time in a rule for a payment method, and unknown names', () => {
    const timed = rule({ match: { method: 'crypto' }, outcomes: [{ leg1: 'paid', after_ms: 1 }] });
    expect(pointers(rules(timed))).toEqual(['/rules/0/outcomes/0/after_ms']);
    expect(pointers(rules(rule({ match: { identifer: 'x', 'a/b': 1 } })))).toEqual([
      '/rules/0/match/identifer',
      '/rules/0/match/a~1b',
    ]);
  });

  it.each(['*.02', '1*.00', '*.*', '10.5*', '*.*5'])('accepts the amount %s', (amount_reference) => {
    expect(faults(rules(rule({ match: { amount_reference } })))).toEqual([]);
  });
  it.each<[unknown, string]>([
    ...['10.02', '*', '*.5', '*.005', 'x.02', '-*.02', '', true].map((amount): [unknown, string] => [
      amount,
      'or an amount pattern such as "*.02"',
    ]),
    [0, 'must be greater than 0'],
    [1.005, 'must have at most 2 decimals'],
  ])('refuses the amount %j', (amount, detail) => {
    expect(faults(rules(rule({ match: { amount_reference: amount } })))).toEqual([
      ['/rules/0/match/amount_reference', expect.stringContaining(detail)],
    ]);
  });

  it('allows at most 100 rules and 1000 outcomes', () => {
    const many = (count: number, one: object) => ({ rules: Array(count).fill(one) });
    expect(faults(many(100, rule({ outcomes: Array(10).fill(outcome) })))).toEqual([]);
    expect(faults(many(101, rule()))).toEqual([['/rules', 'must have at most 100 items']]);
    expect(faults(many(2, rule({ outcomes: Array(501).fill(outcome) })))).toEqual([
      ['/rules', 'must have at most 1000 results in total'],
    ]);
  });

  it('allows at most 20 patterns with text between two `*`, and reports the first pattern beyond', () => {
    const both = rule({ match: { identifier: '*-1*', description: 'for ** the ***' } });
    const one = rule({ match: { description: `a${'*b'.repeat(400)}*` } });
    const others = [
      ...['*', 'a*', '*a', 'a*b', 'a***b', 'abc'].map((identifier) => rule({ match: { identifier } })),
      rule({ match: { amount_reference: '*1*.00' } }),
    ];
    const ten = Array(10).fill(both);
    expect(faults(rules(...ten, ...others))).toEqual([]);
    const refusal = 'must not have text between two `*`; only 20 patterns in a script can have it';
    expect(faults(rules(...ten, ...others, one, both))).toEqual([['/rules/17/match/description', refusal]]);
    expect(faults(rules(...Array(9).fill(both), one, both, both))).toEqual([
      ['/rules/10/match/description', refusal],
    ]);
  });

  it.each([
    [5],
    ['rules'],
    [{}],
    [[null]],
    [[[]]],
    [[{ match: [], outcomes: {} }]],
    [[{ match: {}, outcomes: [[]] }]],
  ])('refuses the rules %j', (wrong) => {
    expect(pointers({ rules: wrong })).not.toEqual([]);
  });
});

it('accepts the built-in rules', () => {
  expect(faults({ rules: magicAmounts })).toEqual([]);
  expect(magicAmounts.map(({ match }) => match.amount_reference)).toEqual([
    '*.01',
    '*.02',
    '*.03',
    '*.04',
    '*.05',
    '*.11',
    '*.12',
    '*.13',
    '*.14',
    '*.15',
  ]);
});
