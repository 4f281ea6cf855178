import type { JSX } from 'hono/jsx';
import { controlOf, Field, type FieldProps } from './field.tsx';

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
