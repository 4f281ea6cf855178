import type { Child, JSX } from 'hono/jsx';
import { Icon } from './icons.tsx';

export interface FieldProps {
  /** Name of the form's field, and id of its control. */
  readonly name: string;
  readonly label: Child;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly class?: string | undefined;
  /** The control; it has what `controlOf` says of it. */
  readonly children?: Child;
}

/** A control with its label above it, its fault and its hint below. */
export function Field({ label, children, class: place, ...field }: FieldProps) {
  return (
    <div class={place ? `field ${place}` : 'field'}>
      <label for={field.name}>{label}</label>
      {children}
      <FieldNotes {...field} />
    </div>
  );
}

type Notes = Pick<FieldProps, 'name' | 'hint' | 'fault'>;

/** What is wrong with a field, and what helps with it. */
export function FieldNotes({ name, hint, fault }: Notes) {
  if (!hint && !fault) return null;
  return (
    <div class="notes">
      {fault && (
        <p class="error" id={`${name}-fault`}>
          <Icon name="alert" />
          <span>{fault}</span>
        </p>
      )}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What ties a field's notes to its control. */
export function describedBy({ name, hint, fault }: Notes) {
  const described = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return {
    'aria-describedby': described || undefined,
    'aria-invalid': fault ? ('true' as const) : undefined,
  };
}

/** What a field's control has, so that its label and its notes are of it. */
export function controlOf(field: Notes) {
  return { id: field.name, name: field.name, ...describedBy(field) };
}

type Control = Omit<FieldProps, 'children'>;

/** A field whose control is an input, which the first fault of a page takes one to; what is not the field's own goes to it. */
export function TextField({ label, class: place, ...props }: Control & JSX.IntrinsicElements['input']) {
  const { name, hint, fault, ...input } = props;
  const field = { name, hint, fault };
  return (
    <Field {...field} label={label} class={place}>
      <input type="text" autocomplete="off" autofocus={Boolean(fault)} {...input} {...controlOf(field)} />
    </Field>
  );
}

interface OptionsProps {
  readonly chosen?: string | undefined;
  /** Value and text. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** What a list offers. */
export function Options({ chosen, options }: OptionsProps) {
  return options.map(([value, text]) => (
    <option value={value} selected={value === chosen}>
      {text}
    </option>
  ));
}

type SelectProps = Control & OptionsProps & { readonly 'aria-required'?: 'true' };

/** A field whose control is a list to choose one from. */
export function SelectField({ chosen, options, 'aria-required': required, ...field }: SelectProps) {
  return (
    <Field {...field}>
      <select {...controlOf(field)} aria-required={required}>
        <Options chosen={chosen} options={options} />
      </select>
    </Field>
  );
}
