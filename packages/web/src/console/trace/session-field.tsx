import { TextField } from '../parts/text-field.tsx';

interface SessionFieldProps {
  readonly label: string;
  readonly value: string;
}

/** The session that a list is filtered by. */
export function SessionField({ label, value }: SessionFieldProps) {
  return (
    <TextField
      name="session"
      label={label}
      type="search"
      value={value}
      maxlength={100}
      placeholder="UUID"
      autocomplete="off"
      spellcheck={false}
    />
  );
}
