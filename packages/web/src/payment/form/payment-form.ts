import type { AccreditationOutcome, PayerRecord, PaymentMethod, PaymentRecord } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Bank } from '../models.ts';
import { pageTexts } from '../page-texts.ts';
import {
  accreditationChoices,
  type DocumentType,
  documentTypes,
  type FieldFault,
  type FormField,
  type FormValues,
  formFields,
  TEXT_LIMIT,
} from './form-fields.ts';

/** Who pays, for the methods that need to know. */
export interface Payer {
  readonly documentType: DocumentType;
  /** 5 to 10 digits, separators removed. */
  readonly documentNumber: string;
  /** National form: `04` and nine digits. */
  readonly phone: string;
  readonly bank: Bank;
  readonly name: string | null;
  readonly concept: string | null;
}

/** A form that can be acted upon. `payer` is null for crypto, which needs nothing of the payer. */
export interface PaymentForm {
  readonly method: PaymentMethod;
  /** Whitespace removed; what it brings about is decided by `failureOfKey`. */
  readonly otp: string;
  readonly accreditation: AccreditationOutcome;
  readonly payer: Payer | null;
  /** The payer's fields as they were typed, which is what answers and the next try show. */
  readonly typed: PayerRecord | null;
}

export type ParsedPaymentForm =
  | { readonly ok: true; readonly value: PaymentForm }
  | {
      readonly ok: false;
      readonly faults: readonly FieldFault[];
      readonly values: FormValues;
    };

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

  const payer = method === 'crypto' ? null : readPayer(raw, rules, { fault, askForMissing: Boolean(method) });

  const otp = raw('otp').replace(/\s+/g, '');
  if (!otp) fault('otp', t('payment.faults.otpMissing'));
  else if (otp.length > TEXT_LIMIT) fault('otp', t('payment.faults.tooLong', { limit: TEXT_LIMIT }));

  const chosen = raw('acreditacion') || accreditationChoices[0];
  const accreditation = accreditationChoices.find((known) => known === chosen);
  if (!accreditation) fault('acreditacion', t('payment.faults.accreditationUnknown'));

  if (faults.length > 0 || !method || !accreditation || payer === undefined) {
    return { ok: false, faults, values: keptValues(raw) };
  }
  const typed = payer && typedIn(keptValues(raw));
  return { ok: true, value: { method, otp, accreditation, payer, typed } };
}

interface PayerFaults {
  readonly fault: (field: FormField, detail: string) => void;
  /** False when no valid method was chosen: then only what was filled in is looked at. */
  readonly askForMissing: boolean;
}

/** The payer, or undefined when a fault was reported or the method is not known. */
function readPayer(
  raw: (field: FormField) => string,
  rules: PaymentFormRules,
  { fault, askForMissing }: PayerFaults,
): Payer | undefined {
  // An agreement that takes crypto alone has no such fields on its page, so their faults could not be shown.
  if (!rules.methods.some((method) => method !== 'crypto')) return undefined;
  const t = pageTexts(rules.lang);
  const check = <T>(
    field: FormField,
    value: T | undefined,
    missing: string,
    wrong: string,
  ): T | undefined => {
    if (raw(field) === '') {
      if (askForMissing) fault(field, missing);
    } else if (value === undefined) fault(field, wrong);
    return value;
  };

  const type = raw('tipo').toUpperCase();
  const documentType = check(
    'tipo',
    documentTypes.find((known) => known === type),
    t('payment.faults.documentTypeMissing'),
    t('payment.faults.documentTypeUnknown'),
  );
  const digits = raw('cedula').replace(/[\s.-]/g, '');
  const documentNumber = check(
    'cedula',
    /^\d{5,10}$/.test(digits) ? digits : undefined,
    t('payment.faults.documentMissing'),
    t('payment.faults.documentWrong'),
  );
  const phone = check(
    'telefono',
    nationalPhone(raw('telefono')),
    t('payment.faults.phoneMissing'),
    t('payment.faults.phoneWrong'),
  );
  const bank = check(
    'banco',
    rules.banks.find(({ code }) => code === raw('banco')),
    t('payment.faults.bankMissing'),
    t('payment.faults.bankUnknown'),
  );
  const name = optionalText('nombre');
  const concept = optionalText('concepto');
  if (!documentType || !documentNumber || !phone || !bank || name === undefined || concept === undefined) {
    return undefined;
  }
  return { documentType, documentNumber, phone, bank, name, concept };

  function optionalText(field: 'nombre' | 'concepto'): string | null | undefined {
    if (raw(field).length <= TEXT_LIMIT) return raw(field) || null;
    fault(field, t('payment.faults.tooLong', { limit: TEXT_LIMIT }));
    return undefined;
  }
}

/** `04121234567` from any usual way of writing a Venezuelan mobile number; undefined when it is none. */
function nationalPhone(text: string): string | undefined {
  const compact = text.replace(/[\s.()/-]/g, '');
  const subscriber = /^(?:(?:\+|00)?580?|0)(4\d{9})$/.exec(compact)?.[1];
  return subscriber && `0${subscriber}`;
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

/** The form as it was filled in for a payment that failed, for the next try. */
export function valuesOfAttempt({ method, payer }: Pick<PaymentRecord, 'method' | 'payer'>): FormValues {
  const typed = Object.entries(payer ?? {}).map(([field, value]) => [field, value ?? '']);
  return { metodo: method, ...Object.fromEntries(typed) };
}
