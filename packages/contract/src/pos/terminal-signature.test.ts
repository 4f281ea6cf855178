import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signTerminalRequest, verifyTerminalRequest } from './terminal-signature.ts';

// The literal signatures were computed with `openssl dgst -sha256 -hmac <secret_key>`, not with the code under test.
const secretKey = '6f1d2a9be0c3475886f1d2a9be0c34756f1d2a9be0c3475886f1d2a9be0c3475';
const timestamp = '2026-11-20T21:27:00.000Z';
const now = Date.parse(timestamp);
const list = {
  secretKey,
  timestamp,
  url: '/api/v1/pos-terminals/SN-1/transactions?status=PENDING',
  body: '',
};
const commit = {
  secretKey,
  timestamp,
  url: '/api/v1/pos-terminals/SN-1/transactions/5f0c1f7e-8c3a-4d5e-9b1a-2c3d4e5f6a7b/commit',
  body: '{"authorizationCode":"A1","batchNumber":7}',
};
const listSignature = '4818317a631b2149d7707a4de306d989774b8c64282a7462dd1268f050a26594';
const commitSignature = 'b6a8ef1b423ab4b3d20f26c8d8519251dc05e734ae54314d6339ba43534aaf23';

describe('terminal signature', () => {
  it('signs body, timestamp and URL on separate lines', () => {
    expect(signTerminalRequest(list)).toBe(listSignature);
    expect(signTerminalRequest(commit)).toBe(commitSignature);
  });

  it.each([
    [300_000, true],
    [300_001, false],
    [-300_000, true],
    [-300_001, false],
  ])('is valid up to 5 minutes before and after its timestamp: %i ms later, %s', (ageMs, isValid) => {
    expect(verifyTerminalRequest({ ...list, signature: listSignature, now: now + ageMs })).toBe(isValid);
  });

  it('is invalid if any byte is changed', () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 100 });
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (body, at, mask) => {
        const signature = signTerminalRequest({ ...commit, body });
        const flipped = Uint8Array.from(body);
        flipped[at % body.length] = (flipped[at % body.length] ?? 0) ^ mask;
        expect(verifyTerminalRequest({ ...commit, body, signature, now })).toBe(true);
        expect(verifyTerminalRequest({ ...commit, body: flipped, signature, now })).toBe(false);
        expect(verifyTerminalRequest({ ...commit, body, url: `${commit.url}?`, signature, now })).toBe(false);
        const timestamp = '2026-11-20T21:27:00.001Z';
        expect(verifyTerminalRequest({ ...commit, body, timestamp, signature, now })).toBe(false);
      }),
    );
  });
});
