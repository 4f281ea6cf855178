import { failureText } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { failureOfKey } from './payment-key.ts';

describe('failureOfKey', () => {
  it.each(['0000000', '', 'constructor'])('returns invalid_otp for %j', (otp) => {
    expect(failureOfKey(otp)).toBe('invalid_otp');
  });
});

describe('failureText', () => {
  it('translates a known reason, and leaves any other text unchanged', () => {
    expect(failureText('insufficient_funds', 'es')).toContain('fondos suficientes');
    expect(failureText('invalid_otp', 'es')).toContain('clave de pago no es correcta');
    expect(failureText('bank_limit', 'en')).toMatch(/exceeds the allowed limit/);
    expect(failureText('La red no respondió.', 'es')).toBe('La red no respondió.');
    expect(failureText('toString', 'es')).toBe('toString');
  });
});
