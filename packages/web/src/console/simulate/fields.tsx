import { labelOf } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { type OptionsProps, SelectField, TextField, t } from '../../kit/parts.tsx';
import { Submit } from '../parts/parts.tsx';
import type { TypedForm } from '../views/view-form.tsx';

export interface SimulateField {
  readonly name: string;
  readonly label?: string;
  readonly initialValue?: string | undefined;
  readonly hint?: string;
  /** JSON pointer of the field in the API, if it isn't `/` + name. */
  readonly pointer?: string;
  readonly inputmode?: 'decimal' | 'numeric';
  readonly options?: OptionsProps['options'];
  /** CSS class that shows the field only for certain values of another field. */
  readonly class?: string;
}

interface SimulateFormProps {
  readonly fields: readonly SimulateField[];
  readonly typed: TypedForm | undefined;
  readonly action: string;
  readonly submit: string;
  readonly aside?: Child;
  readonly children?: Child;
}

export function SimulateForm({ fields, typed, action, submit, aside, children }: SimulateFormProps) {
  return (
    <form method="post" action="/console/simulate" class="stack" novalidate>
      {children}
      <div class="grid">
        {fields.map(({ name, label = labelOf(t, 'simulate', name), initialValue = '', options, ...rest }) => {
          const { pointer = `/${name}`, inputmode, ...hintAndClass } = rest;
          const value = typed?.values.get(name) ?? initialValue;
          const hint = t.maybe(`view.hint.simulate.${name}`);
          const field = { name, label, hint, fault: typed?.faults[pointer], ...hintAndClass };
          return options ? (
            <SelectField {...field} selected={value} options={options} />
          ) : (
            <TextField {...field} value={value} inputmode={inputmode} spellcheck={false} />
          );
        })}
      </div>
      <p class="row">
        <Submit kind="primary" action={action} text={submit} />
        {aside}
      </p>
    </form>
  );
}
