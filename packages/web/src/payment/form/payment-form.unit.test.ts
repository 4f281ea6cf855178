import { describe, expect, it } from 'vitest';
import { parsePaymentForm } from './payment-form.ts';

const banks = [
  { code: '0102', name: 'Banco de Venezuela' },
  { code: '0134', name: 'Banesco' },
];
const rules = { methods: ['immediate_debit', 'mobile_payment', 'crypto'], banks, lang: 'es' } as const;
const debit = {
  metodo: 'immediate_debit',
  tipo: 'V',
  cedula: '12345678',
  telefono: '04121234567',
  banco: '0102',
  otp: '000000',
};

function parse(fields: Record<string, string>, changedRules = {}) {
  return parsePaymentForm(new URLSearchParams(fields), { ...rules, ...changedRules });
}

function faultsOf(fields: Record<string, string>, changedRules = {}): string[] {
  const result = parse(fields, changedRules);
  return result.ok ? [] : result.faults.map((fault) => fault.field);
}

describe('parsePaymentForm', () => {
  it('defaults to the accredited outcome, and requires no name or concept', () => {
    const result = parse(debit);
    expect(result).toMatchObject({
      ok: true,
      value: { accreditation: 'accredited', payer: { nombre: null } },
    });
    expect(parse({ ...debit, acreditacion: '' })).toEqual(result);
  });

  it('requires no payer fields for crypto, and ignores hidden fields', () => {
    const payer = { tipo: 'Z', cedula: 'x', telefono: '1', banco: '9999', nombre: 'x'.repeat(9000) };
    const expected = {
      ok: true,
      value: { method: 'crypto', otp: '111111', accreditation: 'accredited', bank: null, payer: null },
    };
    expect(parse({ metodo: 'crypto', otp: '111111' })).toEqual(expected);
    expect(parse({ metodo: 'crypto', otp: '111111', ...payer })).toEqual(expected);
  });

  it('checks only fields with a value if the method is unknown', () => {
    expect(faultsOf({ otp: '000000' })).toEqual(['metodo']);
    expect(faultsOf({ otp: '000000', cedula: 'x' })).toEqual(['metodo', 'cedula']);
    expect(faultsOf({ otp: '000000', cedula: 'x' }, { methods: ['crypto'] })).toEqual(['metodo']);
  });

  it("accepts only the agreement's methods", () => {
    expect(faultsOf({ metodo: 'crypto', otp: '000000' }, { methods: ['mobile_payment'] })).toEqual([
      'metodo',
    ]);
    expect(faultsOf({ metodo: 'toString', otp: '000000' })).toEqual(['metodo']);
  });

  it.each([
    [
      'cedula',
      ['12345', '1234567890', '12.345.678', '12345678-9', ' 12 345 678 '],
      ['1234', '12345678901', '1234567a', '١٢٣٤٥٦', '-12345e3', 'J-12345678-9'],
    ],
    [
      'telefono',
      [
        '04121234567',
        '0412-123.45.67',
        '(0424) 1234567',
        '+58 412 123 4567',
        '+58 (0) 416 123 4567',
        '00584121234567',
        '584121234567',
      ],
      ['02121234567', '0412123456', '041212345678', '+574121234567', '+1 412 123 4567', '0412123456x'],
    ],
    ['tipo', ['V', 'e', ' J ', 'G', 'P'], ['X', 'VE']],
    ['banco', ['0102'], ['0103', '102', 'Banesco', '__proto__']],
  ] as const)('accepts %s only in the usual formats', (field, valid, invalid) => {
    for (const text of valid)
      expect(parse({ ...debit, [field]: text }), text).toMatchObject({
        ok: true,
        value: { payer: { [field]: text.trim() }, bank: banks[0] },
      });
    for (const text of invalid) expect(faultsOf({ ...debit, [field]: text }), text).toEqual([field]);
  });

  it('accepts a key with spaces between its digits, and refuses a key that is too long', () => {
    expect(parse({ ...debit, otp: ' 000 000 ' })).toMatchObject({ value: { otp: '000000' } });
    expect(faultsOf({ ...debit, otp: '   ' })).toEqual(['otp']);
    expect(faultsOf({ ...debit, otp: '9'.repeat(500) })).toEqual([]);
    expect(faultsOf({ ...debit, otp: '9'.repeat(501) })).toEqual(['otp']);
  });

  it('limits the length of texts, and of the values that it returns to the form', () => {
    expect(faultsOf({ ...debit, nombre: 'ñ'.repeat(500), concepto: 'x'.repeat(500) })).toEqual([]);
    const result = parse({ ...debit, nombre: 'ñ'.repeat(501), concepto: 'x'.repeat(1e6) });
    if (result.ok) throw new Error('expected faults');
    expect(result.faults.map(({ field }) => field)).toEqual(['nombre', 'concepto']);
    expect(result.values.concepto).toHaveLength(500);
  });

  it('uses the first value of a repeated field', () => {
    const fields = new URLSearchParams('metodo=crypto&otp=000000&metodo=immediate_debit&otp=222222');
    expect(parsePaymentForm(fields, rules)).toMatchObject({ value: { method: 'crypto', otp: '000000' } });
  });
});
