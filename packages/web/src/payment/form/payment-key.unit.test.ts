import { failureText } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { failureOfKey } from './payment-key.ts';

describe('a payment key', () => {
  it('pays when it is 000000', () => {
    expect(failureOfKey('000000')).toBeNull();
  });

  it.each([
    ['111111', 'insufficient_funds'],
    ['222222', 'invalid_otp'],
    ['333333', 'bank_limit'],
    ['00000', 'invalid_otp'],
    ['0000000', 'invalid_otp'],
    ['', 'invalid_otp'],
    ['constructor', 'invalid_otp'],
  ])('fails when it is %j: %s', (otp, reason) => {
    expect(failureOfKey(otp)).toBe(reason);
  });
});

describe('failureText', () => {
  it('puts a known reason into words and leaves any other text as it is', () => {
    expect(failureText('insufficient_funds', 'es')).toContain('fondos suficientes');
    expect(failureText('invalid_otp', 'es')).toContain('clave de pago no es correcta');
    expect(failureText('bank_limit', 'en')).toMatch(/exceeds the allowed limit/);
    expect(failureText('La red no respondió.', 'es')).toBe('La red no respondió.');
    expect(failureText('toString', 'es')).toBe('toString');
  });
});
