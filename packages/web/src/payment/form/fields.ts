import type { FieldFault, FormField, FormValues } from './form-fields.ts';

/** What the parts of the form need to know: what was typed and what is wrong with it. */
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
