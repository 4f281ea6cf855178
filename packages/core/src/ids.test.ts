import { describe, expect, it } from 'vitest';
import {
  accountId,
  agreementId,
  apiToken,
  consoleToken,
  pairingCode,
  refreshToken,
  sessionNumbers,
  stopId,
  terminalSecret,
  tokenHint,
  webhookSecret,
} from './ids.ts';
import type { RandomSource } from './random.ts';

/** Writes down how many bytes were asked for, and answers with that number of characters of its own. */
function recordingSource(float = 0.5): RandomSource & { readonly asked: number[] } {
  const asked: number[] = [];
  const take = (length: number) => {
    asked.push(length);
    return length;
  };
  return {
    asked,
    uuid: () => '11111111-2222-4333-8444-555555555555',
    hex: (length) => 'ab'.repeat(take(length)),
    base64url: (length) => 'x'.repeat(Math.ceil((take(length) * 4) / 3)),
    float: () => float,
  };
}

describe('ids', () => {
  it('have the forms of contract section 1', () => {
    const random = recordingSource();
    expect(accountId(random)).toMatch(/^acc_[0-9a-f]{16}$/);
    expect(agreementId(random)).toMatch(/^agr_[0-9a-f]{16}$/);
    expect(stopId(random)).toBe('stp_11111111-2222-4333-8444-555555555555');
  });

  it.each([
    [apiToken, 'sim_api_'],
    [consoleToken, 'sim_con_'],
    [refreshToken, 'sim_ref_'],
    [webhookSecret, 'whsec_'],
  ])('%o draws at least 160 bits', (secret, prefix) => {
    const random = recordingSource();
    expect(secret(random).startsWith(prefix)).toBe(true);
    expect(random.asked).toHaveLength(1);
    expect((random.asked[0] ?? 0) * 8).toBeGreaterThanOrEqual(160);
  });
});

describe('secrets of terminals', () => {
  it('have 64 hexadecimal digits', () => {
    expect(terminalSecret(recordingSource())).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    [0, '000000'],
    [0.000_042, '000042'],
    [1 - 2 ** -53, '999999'],
  ])('and 6 decimal ones in a pairing code, for a draw of %d', (float, code) => {
    expect(pairingCode(recordingSource(float))).toBe(code);
  });
});

describe('tokenHint', () => {
  it.each([
    ['sim_api_AAAABBBBCCCCDDDD_-zz', 'sim_api_…_-zz'],
    ['whsec_0123456789', 'whsec_…6789'],
    ['0123456789', '…6789'],
    ['whsec_abc_defg', 'whsec_…defg'],
  ])('of %s is %s', (token, hint) => {
    expect(tokenHint(token)).toBe(hint);
  });
});

describe('sessionNumbers', () => {
  it.each([
    [0, 1_000_000_000, '000000000000'],
    [0.5, 1_573_741_824, '500000000000'],
    [1 - 2 ** -53, 2_147_483_647, '999999999999'],
  ])('for a draw of %d stay within their digits', (float, transactionId, reference) => {
    const numbers = sessionNumbers(recordingSource(float));
    expect(numbers.transactionId()).toBe(transactionId);
    expect(numbers.reference()).toBe(reference);
    expect(numbers.creditId()).toBe('11111111-2222-4333-8444-555555555555');
  });
});
