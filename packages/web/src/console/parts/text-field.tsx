import type { JSX } from 'hono/jsx';
import { describedBy, Field, type FieldProps } from './field.tsx';

type InputProps = JSX.IntrinsicElements['input'];

/** A field whose control is an input; what is not the field's own goes to the input. */
export function TextField({ name, label, hint, fault, ...input }: Omit<FieldProps, 'children'> & InputProps) {
  const field = { name, ...(hint !== undefined && { hint }), fault };
  return (
    <Field {...field} label={label}>
      <input
        id={name}
        name={name}
        type="text"
        autocomplete="off"
        {...input}
        aria-describedby={describedBy(field)}
        aria-invalid={fault ? 'true' : undefined}
      />
    </Field>
  );
}
