import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sign } from './requests.ts';

it('signs any text as Node does', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(text, text, (secret, signedText) => {
      expect(sign(secret, signedText)).toBe(createHmac('sha256', secret).update(signedText).digest('hex'));
    }),
  );
});
