import type { ProblemFault } from '@svc-simulator/contract';

/** Names of the form's fields. Existing programs post forms with these names, so they must not change. */
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

export type FieldFault = ProblemFault & Readonly<{ field: FormField }>;

export const documentTypes = ['V', 'E', 'J', 'G', 'P'] as const;

export const accreditationChoices = ['accredited', 'accreditation_to_recipient_failed'] as const;

/** Maximum number of characters of the payer's name, concept and key. */
export const PAYER_TEXT_LIMIT = 500;

export type FormState = Readonly<{ values: FormValues; faults: readonly FieldFault[] }>;

export function faultAtField(state: FormState, field: FormField): string | undefined {
  return state.faults.find((fault) => fault.field === field)?.detail;
}

/**
 * Returns the props of a field, with the value that the payer typed. No field is `required`: an empty one
 * that the chosen method hides would keep the browser from posting the form, without a message.
 */
export function typedField(state: FormState, name: FormField) {
  return { name, value: state.values[name] ?? '', fault: faultAtField(state, name) };
}
