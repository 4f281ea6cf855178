import type { Child } from 'hono/jsx';

interface KeyProps {
  readonly tone?: 'go' | 'stop';
  /** What the script does; a key without one submits its screen. */
  readonly action?: string;
  readonly icon?: Child;
  readonly children?: Child;
}

export function Key({ tone, action, icon, children }: KeyProps) {
  return (
    <button
      type={action ? 'button' : 'submit'}
      class={tone ? `device-key ${tone}` : 'device-key'}
      data-action={action}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

export function Seal({ tone, icon }: { readonly tone: 'good' | 'bad' | 'wait'; readonly icon: Child }) {
  return <span class={`seal ${tone}`}>{icon}</span>;
}

interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly maxlength: number;
  readonly digits?: boolean;
  readonly decimal?: boolean;
  /** The script writes the currency behind the label. */
  readonly unit?: boolean;
}

export function TextField({ id, label, hint, maxlength, digits, decimal, unit }: TextFieldProps) {
  return (
    <div class="field">
      <label for={id}>
        {label} {unit && <span data-slot="unit" />}
      </label>
      <input
        type="text"
        id={id}
        class={digits || decimal ? 'figures' : undefined}
        inputmode={digits ? 'numeric' : decimal ? 'decimal' : undefined}
        autocomplete={digits ? 'one-time-code' : 'off'}
        autocapitalize="off"
        spellcheck={false}
        maxlength={maxlength}
        aria-describedby={`${id}-hint`}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

interface SelectFieldProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly string[];
}

export function SelectField({ id, label, options }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id}>
        {options.map((option) => (
          <option value={option}>{option}</option>
        ))}
      </select>
    </div>
  );
}

export function Card(props: {
  readonly value: 'C' | 'D';
  readonly label: string;
  readonly checked?: boolean;
}) {
  return (
    <label class="choice">
      <input type="radio" name="card" value={props.value} checked={props.checked ?? false} />
      <span class="choice-title">{props.label}</span>
    </label>
  );
}
