import type { Child } from 'hono/jsx';
import { AlertIcon } from '../../kit/icons.tsx';

export interface FieldProps {
  /** Name of the form's field, and id of its control. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string | undefined;
  /** The control; it must have `name` as its id and `describedBy(…)` as `aria-describedby`. */
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

/** The `aria-describedby` of a field's control. */
export function describedBy({
  name,
  hint,
  fault,
}: Pick<FieldProps, 'name' | 'hint' | 'fault'>): string | undefined {
  return [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ') || undefined;
}
