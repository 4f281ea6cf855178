import { describe, expect, it } from 'vitest';
import { otpResult, reasonText } from './payment-key.ts';

describe('otpResult', () => {
  it('pays with 000000', () => {
    expect(otpResult('000000')).toEqual({ ok: true });
  });

  it.each([
    ['111111', 'insufficient_funds', 'fondos suficientes', 'insufficient funds'],
    ['222222', 'wrong_key', 'clave de pago no es correcta', 'payment key is wrong'],
    ['333333', 'limit_exceeded', 'supera el límite', 'exceeds the allowed limit'],
    ['00000', 'wrong_key', 'clave de pago no es correcta', 'payment key is wrong'],
    ['0000000', 'wrong_key', 'clave de pago no es correcta', 'payment key is wrong'],
    ['', 'wrong_key', 'clave de pago no es correcta', 'payment key is wrong'],
    ['constructor', 'wrong_key', 'clave de pago no es correcta', 'payment key is wrong'],
  ])('fails with %j: %s', (otp, reason, es, en) => {
    const result = otpResult(otp);
    expect(result).toMatchObject({ ok: false, reason });
    if (result.ok) return;
    expect(result.texts.es).toContain(es);
    expect(result.texts.en).toContain(en);
  });
});

describe('reasonText', () => {
  it('puts a known reason into words and leaves any other text as it is', () => {
    expect(reasonText('limit_exceeded', 'en')).toMatch(/exceeds the allowed limit/);
    expect(reasonText('La red no respondió.', 'es')).toBe('La red no respondió.');
    expect(reasonText('toString', 'es')).toBe('toString');
  });
});
