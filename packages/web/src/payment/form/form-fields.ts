import type { ToldFault } from '@svc-simulator/contract';

/** The form's fields under the names that programs in the field post (contract section 5, Payment page). */
export const formFields = [
  'metodo',
  'tipo',
  'cedula',
  'telefono',
  'banco',
  'nombre',
  'concepto',
  'otp',
  'acreditacion',
] as const;
export type FormField = (typeof formFields)[number];

export type FormValues = Partial<Readonly<Record<FormField, string>>>;

/** One fault of the form; `detail` is in the page's language, `pointer` is `/` + field. */
export interface FieldFault extends ToldFault {
  readonly field: FormField;
}

export const documentTypes = ['V', 'E', 'J', 'G', 'P'] as const;

/** How leg 2 can be told to end; the first is the default. */
export const accreditationChoices = ['accredited', 'accreditation_to_recipient_failed'] as const;

/** Texts are at most this long (contract section 1). */
export const TEXT_LIMIT = 500;

export interface FormState {
  readonly values: FormValues;
  readonly faults: readonly FieldFault[];
}

export function faultOf(state: FormState, field: FormField): string | undefined {
  return state.faults.find((fault) => fault.field === field)?.detail;
}

/**
 * A field with what was typed. Nothing carries the browser's own `required` or `pattern`: a field that the chosen method hides would
 * then block the form without a word, and the server checks everything anyway.
 */
export function typedField(state: FormState, name: FormField) {
  return { name, value: state.values[name] ?? '', fault: faultOf(state, name) };
}
