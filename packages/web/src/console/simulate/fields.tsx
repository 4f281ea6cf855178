import { labelOf } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { SelectField, TextField, t } from '../../kit/parts.tsx';
import { Do } from '../parts/parts.tsx';
import type { TypedForm } from '../views/view-form.tsx';

export interface Proposed {
  readonly name: string;
  readonly label?: string;
  readonly proposed?: string | undefined;
  readonly hint?: string;
  /** Where the API has it, where that is not under its name. */
  readonly pointer?: string;
  readonly inputmode?: 'decimal' | 'numeric';
  readonly options?: readonly (readonly [value: string, text: string])[];
  /** Shown only with some choice of another field. */
  readonly class?: string;
}

interface FormProps {
  readonly fields: readonly Proposed[];
  /** Where it was refused. */
  readonly typed: TypedForm | undefined;
  readonly what: string;
  readonly submit: string;
  readonly beside?: Child;
  readonly children?: Child;
}

export function SimulateForm({ fields, typed, what, submit, beside, children }: FormProps) {
  return (
    <form method="post" action="/console/simulate" class="stack" novalidate>
      {children}
      <div class="grid">
        {fields.map(({ name, label = labelOf(t, 'simulate', name), proposed = '', options, ...more }) => {
          const { pointer = `/${name}`, inputmode, ...notes } = more;
          const value = typed?.values.get(name) ?? proposed;
          const field = { name, label, fault: typed?.faults[pointer], ...notes };
          return options ? (
            <SelectField {...field} chosen={value} options={options} />
          ) : (
            <TextField {...field} value={value} inputmode={inputmode} spellcheck={false} />
          );
        })}
      </div>
      <p class="row">
        <Do kind="primary" what={what} text={submit} />
        {beside}
      </p>
    </form>
  );
}
