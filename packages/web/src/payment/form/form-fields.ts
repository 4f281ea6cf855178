import type { ProblemFault } from '@svc-simulator/contract';

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

/** One fault of the form: `detail` is translated, `pointer` is `/` + field. */
export interface FieldFault extends ProblemFault {
  readonly field: FormField;
}

export const documentTypes = ['V', 'E', 'J', 'G', 'P'] as const;

export const accreditationChoices = ['accredited', 'accreditation_to_recipient_failed'] as const;

/** Maximum length of texts (contract section 1). */
export const PAYER_TEXT_LIMIT = 500;

export interface FormState {
  readonly values: FormValues;
  readonly faults: readonly FieldFault[];
}

export function faultAtField(state: FormState, field: FormField): string | undefined {
  return state.faults.find((fault) => fault.field === field)?.detail;
}

/**
 * Returns the props of a field with its typed value. It sets no `required` or `pattern`: the browser would
 * block on fields that the chosen method hides.
 */
export function typedField(state: FormState, name: FormField) {
  return { name, value: state.values[name] ?? '', fault: faultAtField(state, name) };
}
