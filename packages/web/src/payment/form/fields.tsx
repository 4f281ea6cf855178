import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { AlertIcon } from '../../kit/icons.tsx';
import { pageTexts } from '../page-texts.ts';
import type { FieldFault, FormField, FormValues } from './form-fields.ts';

/** What the parts of the form need to know: language, what was typed and what is wrong with it. */
export interface FormState {
  readonly lang: Language;
  readonly values: FormValues;
  readonly faults: readonly FieldFault[];
}

export function faultOf(state: FormState, field: FormField): FieldFault | undefined {
  return state.faults.find((fault) => fault.field === field);
}

/** The attributes that tie a control to its hint and its fault. */
export function described(state: FormState, field: FormField, hasHint = false) {
  const fault = faultOf(state, field);
  const ids = [fault && `${field}-error`, hasHint && `${field}-hint`].filter(Boolean).join(' ');
  return {
    'aria-invalid': fault ? 'true' : undefined,
    'aria-describedby': ids || undefined,
  };
}

export function FaultText({ state, field }: { readonly state: FormState; readonly field: FormField }) {
  const fault = faultOf(state, field);
  if (!fault) return null;
  return (
    <p class="error" id={`${field}-error`}>
      <AlertIcon />
      <span>{fault.detail}</span>
    </p>
  );
}

interface FieldProps {
  readonly state: FormState;
  readonly field: FormField;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
  readonly class?: string;
  /** The control; it has the field's name as its id. */
  readonly children?: Child;
}

/** Label, control, hint and fault of one field. */
export function Field(props: FieldProps) {
  const { state, field, label, hint } = props;
  return (
    <div class={props.class ? `field ${props.class}` : 'field'}>
      <label for={field}>
        {label} {props.optional && <span class="soft">{pageTexts(state.lang)('payment.form.optional')}</span>}
      </label>
      {props.children}
      <FaultText state={state} field={field} />
      {hint && (
        <p class="hint" id={`${field}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextInputProps {
  readonly state: FormState;
  readonly field: FormField;
  readonly hasHint?: boolean;
  readonly required?: boolean;
  readonly [attribute: string]: unknown;
}

/**
 * A text control that keeps what was typed. Nothing carries the browser's own `required` or `pattern`: a field that the
 * chosen method hides would then block the form without a word, and the server checks everything anyway.
 */
export function TextInput({ state, field, hasHint, required, ...attributes }: TextInputProps) {
  return (
    <input
      type="text"
      id={field}
      name={field}
      value={state.values[field] ?? ''}
      aria-required={required ? 'true' : undefined}
      {...described(state, field, hasHint)}
      {...attributes}
    />
  );
}
