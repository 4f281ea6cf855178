import { type Bank, isOneOf } from '@svc-simulator/contract';
import type { AccreditationOutcome, PayerRecord, PaymentMethod, PaymentRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import { paymentTexts } from '../page-texts.ts';
import type { FieldFault, FormField, FormValues } from './form-fields.ts';
import { accreditationChoices, documentTypes, formFields, PAYER_TEXT_LIMIT } from './form-fields.ts';

export interface PaymentForm {
  readonly method: PaymentMethod;
  /** The key that the payer typed, without white space. `failureOfKey` returns the failure that it causes. */
  readonly otp: string;
  readonly accreditation: AccreditationOutcome;
  /** The payer's bank; null for crypto, which needs no bank. */
  readonly bank: Bank | null;
  /** The payer's fields as typed, or null for crypto. The form of the next attempt shows them. */
  readonly payer: PayerRecord | null;
}

/** After a refusal, the form shows `values` again, next to the faults. */
export type ParsedPaymentForm =
  | { readonly ok: true; readonly value: PaymentForm }
  | { readonly ok: false; readonly faults: readonly FieldFault[]; readonly values: FormValues };

export interface PaymentFormRules {
  readonly methods: readonly PaymentMethod[];
  readonly banks: readonly Bank[];
  readonly lang: Language;
}

/**
 * Parses the posted form. Returns a valid form, or all faults in the order of the page. `metodo` and `otp`
 * are always required; debit and mobile payment also need `tipo`, `cedula`, `telefono` and `banco`. Fields
 * that the chosen method doesn't need are ignored, because browsers also post hidden fields.
 */
export function parsePaymentForm(fields: URLSearchParams, rules: PaymentFormRules): ParsedPaymentForm {
  const fieldText = (field: FormField) => fields.get(field)?.trim() ?? '';
  const t = paymentTexts(rules.lang);
  const faults: FieldFault[] = [];
  const addFault = (field: FormField, detail: string) => {
    faults.push({ field, detail, pointer: `/${field}` });
  };

  const method = rules.methods.find((method) => method === fieldText('metodo'));
  if (!method)
    addFault(
      'metodo',
      fieldText('metodo') ? t('payment.faults.methodUnknown') : t('payment.faults.methodMissing'),
    );

  // If crypto is the only method, the page has no fields for the payer, so it couldn't show their faults.
  if (method !== 'crypto' && rules.methods.some((method) => method !== 'crypto')) {
    for (const [field, isValid, missing, invalid] of payerFields) {
      // If no valid method is chosen, an empty field isn't a fault: the payer may choose crypto, which needs
      // none of these fields.
      if (fieldText(field) !== '' && !isValid(fieldText(field), rules.banks))
        addFault(field, t(`payment.faults.${invalid}`));
      if (fieldText(field) === '' && method) addFault(field, t(`payment.faults.${missing}`));
    }
    for (const field of ['nombre', 'concepto'] as const)
      if (fieldText(field).length > PAYER_TEXT_LIMIT)
        addFault(field, t('payment.faults.tooLong', { limit: PAYER_TEXT_LIMIT }));
  }
  const otp = fieldText('otp').replace(/\s+/g, '');
  if (!otp) addFault('otp', t('payment.faults.otpMissing'));
  else if (otp.length > PAYER_TEXT_LIMIT)
    addFault('otp', t('payment.faults.tooLong', { limit: PAYER_TEXT_LIMIT }));

  const choice = fieldText('acreditacion') || accreditationChoices[0];
  const accreditation = accreditationChoices.find((option) => option === choice);
  if (!accreditation) addFault('acreditacion', t('payment.faults.accreditationUnknown'));

  if (faults.length > 0 || !method || !accreditation)
    return { ok: false, faults, values: valuesToShow(fieldText) };
  if (method === 'crypto')
    return { ok: true, value: { method, otp, accreditation, bank: null, payer: null } };
  const bank = rules.banks.find(({ code }) => code === fieldText('banco')) ?? null;
  return {
    ok: true,
    value: { method, otp, accreditation, bank, payer: payerFromValues(valuesToShow(fieldText)) },
  };
}

type FieldCheck = readonly [
  field: FormField,
  isValid: (text: string, banks: readonly Bank[]) => boolean,
  missing: 'documentTypeMissing' | 'documentMissing' | 'phoneMissing' | 'bankMissing',
  invalid: 'documentTypeUnknown' | 'documentWrong' | 'phoneWrong' | 'bankUnknown',
];

const payerFields: readonly FieldCheck[] = [
  ['tipo', isDocumentType, 'documentTypeMissing', 'documentTypeUnknown'],
  ['cedula', (text) => /^\d{5,10}$/.test(text.replace(/[\s.-]/g, '')), 'documentMissing', 'documentWrong'],
  ['telefono', isMobile, 'phoneMissing', 'phoneWrong'],
  ['banco', (text, banks) => banks.some(({ code }) => code === text), 'bankMissing', 'bankUnknown'],
];

function isDocumentType(text: string): boolean {
  return isOneOf(documentTypes, text.toUpperCase());
}

function isMobile(text: string): boolean {
  return /^(?:(?:\+|00)?580?|0)4\d{9}$/.test(text.replace(/[\s.()/-]/g, ''));
}

/** Returns all values except the key. Long values are cut, so that a long request gets no long response. */
function valuesToShow(fieldText: (field: FormField) => string): FormValues {
  const shownFields = formFields.filter((field) => field !== 'otp');
  return Object.fromEntries(shownFields.map((field) => [field, fieldText(field).slice(0, PAYER_TEXT_LIMIT)]));
}

function payerFromValues({ nombre, tipo, cedula, telefono, banco, concepto }: FormValues): PayerRecord {
  return {
    nombre: nombre || null,
    tipo: tipo || null,
    cedula: cedula || null,
    telefono: telefono || null,
    banco: banco || null,
    concepto: concepto || null,
  };
}

export function valuesOfAttempt({ method, payer }: Pick<PaymentRecord, 'method' | 'payer'>): FormValues {
  const payerValues = Object.entries(payer ?? {}).map(([field, value]) => [field, value ?? '']);
  return { metodo: method, ...Object.fromEntries(payerValues) };
}
