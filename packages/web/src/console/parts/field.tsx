import type { Child } from 'hono/jsx';
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
    </div>
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
