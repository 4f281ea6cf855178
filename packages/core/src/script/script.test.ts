import type { ScriptMatch, ScriptRule } from '@svc-simulator/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NOW, sampleSession } from '../../test/samples.ts';
import type { SessionRecord } from '../records.ts';
import { claimAtCreation, claimAtPayment, nextStepOf, type ScriptState } from './script.ts';

const paidOutcome = { leg1: 'paid' } as const;
const failedOutcome = { leg1: 'failed' } as const;

function stateOf(...rules: readonly ScriptRule[]): ScriptState {
  const script = { accountId: 'acc', scriptId: 's1', rules, ready: null, ownRules: rules.length, setAt: 0 };
  return { script, appliedCounts: rules.map(() => 0) };
}

/** Returns the indexes of the rule and the outcome that each of `count` sessions gets; null if it gets none. */
function claimSteps(start: ScriptState, count: number, session = sampleSession()) {
  let state = start;
  return Array.from({ length: count }, () => {
    const claim = claimAtCreation(state, session, NOW);
    state = claim?.state ?? state;
    return claim && [claim.step.rule, claim.step.step];
  });
}

describe('outcomes of a rule', () => {
  const outcomes = [failedOutcome, paidOutcome];

  it.each([
    ['stop', [0, 1, null, null, null]],
    ['repeat', [0, 1, 0, 1, 0]],
    ['last', [0, 1, 1, 1, 1]],
  ] as const)('returns the outcomes in order, and then what `afterwards: %s` says', (afterwards, steps) => {
    const rule = { match: {}, outcomes, afterwards };
    expect([0, 1, 2, 3, 4].map((appliedCount) => nextStepOf(rule, appliedCount))).toEqual(steps);
  });
});

describe('match of a rule', () => {
  const fields = {
    ...sampleSession().fields,
    amount_reference: 25.02,
    identifier: 'order-17-b',
    description: 'Two *coffees*',
  };
  const session = sampleSession({ fields, amountMinor: 2502 });
  const isMatched = (match: ScriptMatch, subject: SessionRecord = session) =>
    claimAtCreation(stateOf({ match, outcomes: [paidOutcome] }), subject, NOW) !== null;

  it.each([
    [{}, true],
    [{ amount_reference: 25.02 }, true],
    [{ amount_reference: 25.2 }, false],
    [{ amount_reference: '*.02' }, true],
    [{ amount_reference: '2*.*2' }, true],
    [{ amount_reference: '*.20' }, false],
    [{ identifier: 'order-17-b' }, true],
    [{ identifier: 'order-17' }, false],
    [{ identifier: 'order-*' }, true],
    [{ identifier: '*-b' }, true],
    [{ identifier: 'o*-*-b' }, true],
    [{ identifier: 'o*17*17*b' }, false],
    [{ identifier: 'ORDER-*' }, false],
    [{ identifier: '*' }, true],
    [{ description: 'Two *coffees*' }, true],
    [{ description: 'Two teas' }, false],
    [{ currency_reference: 'USD' }, true],
    [{ currency_reference: 'EUR' }, false],
    [{ agreement_id: fields.agreement_id }, true],
    [{ agreement_id: 'agr_0000000000000000' }, false],
    [{ origin: 'button' }, true],
    [{ origin: 'request' }, false],
    [{ origin: 'button', identifier: 'order-*', amount_reference: 25.02 }, true],
    [{ origin: 'button', identifier: 'order-*', amount_reference: 1 }, false],
  ] as const)('matches the pattern %j with a session: %s', (match, matched) => {
    expect(isMatched(match)).toBe(matched);
  });

  it('compares amounts as text with two decimals', () => {
    const session = sampleSession({ amountMinor: 1000 });
    expect(isMatched({ amount_reference: '10.0*' }, session)).toBe(true);
    const cents = sampleSession({ amountMinor: 5 });
    expect(isMatched({ amount_reference: '0.05' }, cents)).toBe(true);
    expect(isMatched({ amount_reference: '*.05' }, cents)).toBe(true);
  });

  it('treats a missing description as an empty text', () => {
    const { description: _, ...rest } = sampleSession().fields;
    expect(isMatched({ description: 'x*' }, sampleSession({ fields: rest }))).toBe(false);
    expect(isMatched({ description: '*' }, sampleSession({ fields: rest }))).toBe(true);
  });

  it('reads a text at most twice, whatever the pattern', () => {
    const a = 'a'.repeat(500);
    const description = `${a}${a}${a}b`;
    const subject = sampleSession({ fields: { ...fields, description } });
    const natives = { charCodeAt: String.prototype.charCodeAt, indexOf: String.prototype.indexOf };
    for (const pattern of [`*${a}b${a}*`, `*${a}c*`, '*aac*', 'a*'.repeat(990), `${'*a'.repeat(900)}*c*`]) {
      const rule = { match: { description: pattern }, outcomes: [failedOutcome] };
      const state = stateOf(rule, { match: {}, outcomes: [paidOutcome] });
      const match = () => claimAtCreation(state, subject, NOW)?.step.rule;
      // The first match compiles the pattern, so only the second match is counted.
      const matched = match();
      let read = 0;
      String.prototype.charCodeAt = function (at) {
        read++;
        return natives.charCodeAt.call(this, at);
      };
      // In the worst case, `indexOf` reads each character once per searched character.
      String.prototype.indexOf = function (searchText, from) {
        read += this.length * searchText.length;
        return natives.indexOf.call(this, searchText, from);
      };
      const again = match();
      Object.assign(String.prototype, natives);
      expect(again).toBe(matched);
      expect(read).toBeLessThanOrEqual(2 * description.length);
    }
  });

  it('treats * like .* in a regular expression', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 12 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 16 });
    fc.assert(
      fc.property(part, text, (identifier, value) => {
        fc.pre(identifier.includes('*'));
        const regular = new RegExp(`^${identifier.replaceAll('*', '.*')}$`);
        const subject = sampleSession({ fields: { ...fields, identifier: value } });
        expect(isMatched({ identifier }, subject)).toBe(regular.test(value));
      }),
    );
  });
});

describe('rules for a payment method', () => {
  const byCrypto = { match: { method: 'crypto' }, outcomes: [failedOutcome, paidOutcome] } as const;

  it('assigns no outcome until somebody pays', () => {
    const state = stateOf(byCrypto, { match: {}, outcomes: [paidOutcome] });
    expect(claimSteps(state, 1)).toEqual([[1, 0]]);
    const pay = (session: SessionRecord, method: 'crypto' | 'mobile_payment') =>
      claimAtPayment(state, session, method, NOW)?.step;
    expect(pay(sampleSession(), 'crypto')).toMatchObject({ rule: 0, step: 0, dueAt: null });
    expect(pay(sampleSession(), 'mobile_payment')).toBeUndefined();
  });

  it('overrides an outcome that came from a rule further down in the script', () => {
    const other = { match: {}, outcomes: [paidOutcome] };
    for (const [state, rule, claimed] of [
      [stateOf(byCrypto, other), 1, 0],
      [stateOf(other, byCrypto), 0, undefined],
    ] as const) {
      const script = { scriptId: 's1', rule, step: 0, outcome: paidOutcome, dueAt: null };
      expect(claimAtPayment(state, sampleSession({ script }), 'crypto', NOW)?.step.rule).toBe(claimed);
    }
  });

  it("keeps the session's outcome if the script was set later", () => {
    const script = { scriptId: 'older', rule: 9, step: 0, outcome: paidOutcome, dueAt: null };
    expect(claimAtPayment(stateOf(byCrypto), sampleSession({ script }), 'crypto', NOW)).toBeNull();
  });
});
