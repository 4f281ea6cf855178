import type { Child, JSX } from 'hono/jsx';
import { AlertIcon } from '../../kit/icons.tsx';

export interface FieldProps {
  /** Name of the form's field, and id of its control. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** The control; it has what `controlOf` says of it. */
  readonly children?: Child;
}

/** A control with its label above it, its hint and its fault below. */
export function Field({ name, label, hint, fault, children }: FieldProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children}
      <FieldNotes name={name} hint={hint} fault={fault} />
    </div>
  );
}

/** What helps with a field, and what is wrong with it. */
export function FieldNotes({ name, hint, fault }: Pick<FieldProps, 'name' | 'hint' | 'fault'>) {
  return (
    <>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {fault && (
        <p class="error" id={`${name}-fault`}>
          <AlertIcon />
          <span>{fault}</span>
        </p>
      )}
    </>
  );
}

/** What a field's control has, so that its label, its hint and its fault are of it. */
export function controlOf({ name, hint, fault }: Pick<FieldProps, 'name' | 'hint' | 'fault'>) {
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  return {
    id: name,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': fault ? ('true' as const) : undefined,
  };
}

type InputProps = JSX.IntrinsicElements['input'];

/** A field whose control is an input; what is not the field's own goes to the input. */
export function TextField({ name, label, hint, fault, ...input }: Omit<FieldProps, 'children'> & InputProps) {
  const field = { name, hint, fault };
  return (
    <Field {...field} label={label}>
      <input type="text" autocomplete="off" {...input} {...controlOf(field)} />
    </Field>
  );
}

interface SelectProps extends Omit<FieldProps, 'children'> {
  readonly chosen: string | undefined;
  /** Value and text. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** A field whose control is a list to choose one from. */
export function SelectField({ name, label, hint, fault, chosen, options }: SelectProps) {
  const field = { name, hint, fault };
  return (
    <Field {...field} label={label}>
      <select {...controlOf(field)}>
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}
