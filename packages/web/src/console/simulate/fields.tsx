import { labelOf } from '@svc-simulator/contract';
import { SelectField, TextField } from '../../kit/field.tsx';
import { t } from '../../kit/speaking.ts';
import type { Typed } from './typed.ts';

/** A field of a form that is filled in already. */
export interface Proposed {
  readonly name: string;
  /** By default what the field is called everywhere. */
  readonly label?: string;
  readonly proposed?: string | undefined;
  readonly hint?: string;
  /** Where the API has it, where that is not under its name. */
  readonly pointer?: string;
  readonly inputmode?: 'decimal' | 'numeric';
  /** What it can be, where it is chosen. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  /** Shown only with some choice of another field. */
  readonly class?: string;
}

/** The fields of a form beside each other, each with what was typed or is proposed, and what is wrong with it. */
export function Fields({ typed, fields }: Readonly<{ typed: Typed; fields: readonly Proposed[] }>) {
  return (
    <div class="grid">
      {fields.map(({ name, label = labelOf(t, 'simulate', name), proposed, pointer, options, ...more }) => {
        const { value, fault } = typed.field(name, proposed, pointer);
        const { class: only, hint, inputmode } = more;
        const field = { name, label, hint, fault };
        return (
          <div class={only}>
            {options ? (
              <SelectField {...field} chosen={value} options={options} />
            ) : (
              <TextField {...field} value={value} inputmode={inputmode} spellcheck={false} />
            )}
          </div>
        );
      })}
    </div>
  );
}
