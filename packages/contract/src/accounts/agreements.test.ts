import { describe, expect, it } from 'vitest';
import { faultsOf } from '../fields/faults.ts';
import type { Fault } from '../problem.ts';
import { createAgreement, createSplitReceiptAgreement } from './agreements.ts';

function faults(changes: object): Fault[] {
  const result = createAgreement.body().safeParse({ ...createAgreement.example, ...changes });
  return result.success ? [] : faultsOf(result.error);
}

describe('the body of an agreement', () => {
  it('tells a method that is no boolean only once', () => {
    expect(faults({ payment_methods: { crypto: 'yes' } })).toEqual([
      { detail: 'must be true or false, not a text', pointer: '/payment_methods/crypto' },
    ]);
  });

  it('points into its rules', () => {
    expect(faults({ rules: [{ origin_bank_code: '0102' }, 'x'] })).toEqual([
      { detail: 'is required', pointer: '/rules/0/destination_bank_account_id' },
      { detail: 'must be an object, not a text', pointer: '/rules/1' },
    ]);
    expect(faults({ rules: {} })).toEqual([{ detail: 'must be a list, not an object', pointer: '/rules' }]);
  });
});

describe('the body of a split receipt agreement', () => {
  it('tells faults of its recipients together with those of its fields', () => {
    const result = createSplitReceiptAgreement.body().safeParse({
      ...createSplitReceiptAgreement.example,
      title: ' ',
      recipients: [{ recipient_id: 'a', percent: 0 }, { recipient_id: 'a', percent: 50 }, { percent: 60 }],
    });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'must not be empty', pointer: '/title' },
      { detail: 'must be greater than 0', pointer: '/recipients/0/percent' },
      { detail: 'is required', pointer: '/recipients/2/recipient_id' },
      { detail: 'is named more than once', pointer: '/recipients/1/recipient_id' },
      { detail: 'adds up to 110 %, more than 100 %', pointer: '/recipients' },
    ]);
  });

  it('tells a missing percentage once', () => {
    const recipients = [{ recipient_id: 'a' }];
    const result = createSplitReceiptAgreement
      .body()
      .safeParse({ ...createSplitReceiptAgreement.example, recipients });
    expect(result.error && faultsOf(result.error)).toEqual([
      { detail: 'is required', pointer: '/recipients/0/percent' },
    ]);
  });
});
