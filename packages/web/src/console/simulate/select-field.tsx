import { controlOf, Field, type FieldProps } from '../parts/field.tsx';

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
