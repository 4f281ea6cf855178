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

function faultsOf(fields: Record<string, unknown>, with_ = {}): string[] {
  const parsed = parsePaymentForm(fields, { ...rules, ...with_ });
  return parsed.ok ? [] : parsed.faults.map((fault) => fault.field);
}

describe('parsePaymentForm', () => {
  it('takes accredited and no name, concept for granted', () => {
    const parsed = parsePaymentForm(debit, rules);
    expect(parsed).toMatchObject({
      ok: true,
      value: { accreditation: 'accredited', typed: { nombre: null } },
    });
    expect(parsePaymentForm({ ...debit, acreditacion: '' }, rules)).toEqual(parsed);
  });

  it('needs nothing of the payer for crypto, and ignores what hidden fields hold', () => {
    const payer = { tipo: 'Z', cedula: 'x', telefono: '1', banco: '9999', nombre: 'x'.repeat(9000) };
    const expected = {
      ok: true,
      value: { method: 'crypto', otp: '111111', accreditation: 'accredited', bank: null, typed: null },
    };
    expect(parsePaymentForm({ metodo: 'crypto', otp: '111111' }, rules)).toEqual(expected);
    expect(parsePaymentForm({ metodo: 'crypto', otp: '111111', ...payer }, rules)).toEqual(expected);
  });

  it('looks only at what was filled in while the method is not known', () => {
    expect(faultsOf({ otp: '000000' })).toEqual(['metodo']);
    expect(faultsOf({ otp: '000000', cedula: 'x' })).toEqual(['metodo', 'cedula']);
    expect(faultsOf({ otp: '000000', cedula: 'x' }, { methods: ['crypto'] })).toEqual(['metodo']);
  });

  it('holds the method to those of the agreement', () => {
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
  ] as const)('reads %s as people write it', (field, read, refused) => {
    for (const typed of read)
      expect(parsePaymentForm({ ...debit, [field]: typed }, rules), typed).toMatchObject({
        ok: true,
        value: { typed: { [field]: typed.trim() }, bank: banks[0] },
      });
    for (const typed of refused) expect(faultsOf({ ...debit, [field]: typed }), typed).toEqual([field]);
  });

  it('reads a key written in groups, and refuses one without end', () => {
    expect(parsePaymentForm({ ...debit, otp: ' 000 000 ' }, rules)).toMatchObject({
      value: { otp: '000000' },
    });
    expect(faultsOf({ ...debit, otp: '   ' })).toEqual(['otp']);
    expect(faultsOf({ ...debit, otp: '9'.repeat(500) })).toEqual([]);
    expect(faultsOf({ ...debit, otp: '9'.repeat(501) })).toEqual(['otp']);
  });

  it('limits the length of texts and of the values that it repeats', () => {
    expect(faultsOf({ ...debit, nombre: 'ñ'.repeat(500), concepto: 'x'.repeat(500) })).toEqual([]);
    const parsed = parsePaymentForm({ ...debit, nombre: 'ñ'.repeat(501), concepto: 'x'.repeat(1e6) }, rules);
    if (parsed.ok) throw new Error('expected faults');
    expect(parsed.faults.map(({ field }) => field)).toEqual(['nombre', 'concepto']);
    expect(parsed.values.concepto).toHaveLength(500);
  });

  it('takes nothing but own text fields', () => {
    const inherited = Object.create(debit) as Record<string, unknown>;
    expect(faultsOf(inherited)).toEqual(['metodo', 'otp']);
    expect(faultsOf({ metodo: ['crypto'], otp: { toString: () => '000000' } })).toEqual(['metodo', 'otp']);
  });

  it('takes the first of repeated fields', () => {
    const fields = new URLSearchParams('metodo=crypto&otp=000000&metodo=immediate_debit&otp=222222');
    expect(parsePaymentForm(fields, rules)).toMatchObject({ value: { method: 'crypto', otp: '000000' } });
  });
});
