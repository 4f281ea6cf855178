import { isOneOf } from '@svc-simulator/contract';
import type { AccreditationOutcome, PayerRecord, PaymentMethod, PaymentRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Bank } from '../models.ts';
import { pageTexts } from '../page-texts.ts';
import {
  accreditationChoices,
  documentTypes,
  type FieldFault,
  type FormField,
  type FormValues,
  formFields,
  TEXT_LIMIT,
} from './form-fields.ts';

/** A form that can be acted upon. For crypto, which needs nothing of the payer, `bank` and `typed` are null. */
export interface PaymentForm {
  readonly method: PaymentMethod;
  /** Whitespace removed; what it brings about is decided by `failureOfKey`. */
  readonly otp: string;
  readonly accreditation: AccreditationOutcome;
  readonly bank: Bank | null;
  /** The payer's fields as they were typed, which is what answers and the next try show. */
  readonly typed: PayerRecord | null;
}

export type ParsedPaymentForm =
  | { readonly ok: true; readonly value: PaymentForm }
  | { readonly ok: false; readonly faults: readonly FieldFault[]; readonly values: FormValues };

export interface PaymentFormRules {
  /** The methods of the session's agreement. */
  readonly methods: readonly PaymentMethod[];
  readonly banks: readonly Bank[];
  /** The language of the faults. */
  readonly lang: Language;
}

/**
 * Reads the posted form: every fault at once, in the order of the page, or a form that can be acted upon.
 * `metodo` and `otp` are always required; debit and mobile payment also need `tipo`, `cedula`, `telefono` and `banco`
 * (contract section 9, Payment page). Fields that the chosen method does not need are ignored, whatever they hold,
 * because a browser also posts the fields that the page hides. `values` are what to show again.
 */
export function parsePaymentForm(
  fields: URLSearchParams | Readonly<Record<string, unknown>>,
  rules: PaymentFormRules,
): ParsedPaymentForm {
  const raw = (field: FormField) => rawValue(fields, field);
  const t = pageTexts(rules.lang);
  const faults: FieldFault[] = [];
  const fault = (field: FormField, detail: string) => {
    faults.push({ field, detail, pointer: `/${field}` });
  };

  const method = rules.methods.find((known) => known === raw('metodo'));
  if (!method)
    fault('metodo', raw('metodo') ? t('payment.faults.methodUnknown') : t('payment.faults.methodMissing'));

  // An agreement that takes crypto alone has no such fields on its page, so their faults could not be shown.
  if (method !== 'crypto' && rules.methods.some((known) => known !== 'crypto')) {
    for (const [field, isRight, missing, wrong] of payerFields) {
      // While no method is chosen, only what was filled in is looked at.
      if (raw(field) !== '' && !isRight(raw(field), rules.banks)) fault(field, t(`payment.faults.${wrong}`));
      if (raw(field) === '' && method) fault(field, t(`payment.faults.${missing}`));
    }
    for (const field of ['nombre', 'concepto'] as const)
      if (raw(field).length > TEXT_LIMIT) fault(field, t('payment.faults.tooLong', { limit: TEXT_LIMIT }));
  }
  const otp = raw('otp').replace(/\s+/g, '');
  if (!otp) fault('otp', t('payment.faults.otpMissing'));
  else if (otp.length > TEXT_LIMIT) fault('otp', t('payment.faults.tooLong', { limit: TEXT_LIMIT }));

  const chosen = raw('acreditacion') || accreditationChoices[0];
  const accreditation = accreditationChoices.find((known) => known === chosen);
  if (!accreditation) fault('acreditacion', t('payment.faults.accreditationUnknown'));

  if (faults.length > 0 || !method || !accreditation) return { ok: false, faults, values: keptValues(raw) };
  if (method === 'crypto')
    return { ok: true, value: { method, otp, accreditation, bank: null, typed: null } };
  const bank = rules.banks.find(({ code }) => code === raw('banco')) ?? null;
  return { ok: true, value: { method, otp, accreditation, bank, typed: typedIn(keptValues(raw)) } };
}

type Check = readonly [
  field: FormField,
  isRight: (text: string, banks: readonly Bank[]) => boolean,
  missing: 'documentTypeMissing' | 'documentMissing' | 'phoneMissing' | 'bankMissing',
  wrong: 'documentTypeUnknown' | 'documentWrong' | 'phoneWrong' | 'bankUnknown',
];

const payerFields: readonly Check[] = [
  [
    'tipo',
    (text) => isOneOf(documentTypes, text.toUpperCase()),
    'documentTypeMissing',
    'documentTypeUnknown',
  ],
  ['cedula', (text) => /^\d{5,10}$/.test(text.replace(/[\s.-]/g, '')), 'documentMissing', 'documentWrong'],
  ['telefono', isMobile, 'phoneMissing', 'phoneWrong'],
  ['banco', (text, banks) => banks.some(({ code }) => code === text), 'bankMissing', 'bankUnknown'],
];

/** Any usual way of writing a Venezuelan mobile number. */
function isMobile(text: string): boolean {
  return /^(?:(?:\+|00)?580?|0)4\d{9}$/.test(text.replace(/[\s.()/-]/g, ''));
}

function rawValue(fields: URLSearchParams | Readonly<Record<string, unknown>>, field: FormField): string {
  const value =
    fields instanceof URLSearchParams
      ? fields.get(field)
      : Object.hasOwn(fields, field)
        ? fields[field]
        : undefined;
  return typeof value === 'string' ? value.trim() : '';
}

/** All but the key. Cut at the limit: the answer must not grow with whatever was posted. */
function keptValues(raw: (field: FormField) => string): FormValues {
  const kept = formFields.filter((field) => field !== 'otp');
  return Object.fromEntries(kept.map((field) => [field, raw(field).slice(0, TEXT_LIMIT)]));
}

function typedIn({ nombre, tipo, cedula, telefono, banco, concepto }: FormValues): PayerRecord {
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
  const typed = Object.entries(payer ?? {}).map(([field, value]) => [field, value ?? '']);
  return { metodo: method, ...Object.fromEntries(typed) };
}
