import { describe, expect, it } from 'vitest';
import { ignoredFields } from './ignored-fields.ts';
import { operations } from './operations.ts';

describe('ignoredFields', () => {
  it('finds no ignored field in an example', () => {
    const ignored = operations.flatMap(({ id, ...operation }) =>
      'example' in operation ? ignoredFields(id, operation.example).map((pointer) => [id, pointer]) : [],
    );
    expect(ignored).toEqual([]);
  });

  it.each([
    [
      'createAgreement',
      { titel: 'x', payment_methods: { mobile: true } },
      ['/titel', '/payment_methods/mobile'],
    ],
    ['createPartner', { 'who/': 'b' }, ['/who~1']],
    ['createButtonSession', { amount_reference: 1, amount: 2, currency: 'USD' }, ['/amount']],
    ['setChaos', { delay_ms: 5, seed: null }, []],
    ['forceOutcome', ['leg'], []],
    ['forceOutcome', undefined, []],
    ['noOperation', { leg: 1 }, []],
  ])('finds in a call of %s with the body %j the ignored fields %j', (id, body, pointers) => {
    expect(ignoredFields(id, body)).toEqual(pointers);
  });
});
