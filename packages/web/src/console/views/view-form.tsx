import type { FormDeclaration, FormInput } from '@svc-simulator/contract';
import { bodyFromForm, formInputs, labelOf, wordOf } from '@svc-simulator/contract';
import { controlOf, FieldNotes, type FieldProps, SelectField, TextField, t } from '../../kit/parts.tsx';
import type { PageCall } from '../page-call.ts';
import { Notice, Submit } from '../parts/parts.tsx';

export interface TypedForm {
  readonly values: URLSearchParams;
  /** Messages by JSON pointer; `''` is the whole form. */
  readonly faults: Readonly<Record<string, string>>;
}

interface ViewFormProps {
  readonly noun: string;
  readonly form: FormDeclaration;
  readonly to: string;
  readonly submit: string;
  readonly typed?: TypedForm | undefined;
  readonly isSecondary?: boolean;
}

export function ViewForm({ noun, form, to, submit, typed, isSecondary }: ViewFormProps) {
  return (
    <form method="post" action={to} class="stack">
      {typed?.faults[''] && <Notice kind="danger" text={typed.faults['']} />}
      <div class="grid wide">
        {formInputs(form.operation, form.fields).map((input) => (
          <ViewField
            noun={noun}
            input={form.required?.includes(input.name) ? { ...input, isRequired: true } : input}
            typed={typed}
          />
        ))}
      </div>
      <Submit kind={isSecondary ? undefined : 'primary'} text={submit} />
    </form>
  );
}

type ViewFieldProps = Pick<ViewFormProps, 'noun' | 'typed'> & Readonly<{ input: FormInput }>;

function ViewField({ noun, input, typed }: ViewFieldProps) {
  const { name, kind, values, isRequired, maxLength, meaning } = input;
  const label = labelOf(t, noun, name);
  const fault = faultOn(typed?.faults, name);
  const isKnown = ['current-password', 'username'].includes(autocompleteOf(input));
  const field: FieldProps = {
    name,
    label: isRequired || kind.startsWith('switch') ? label : `${label} (${t('view.optional')})`,
    hint: fault
      ? undefined
      : (t.maybe(`view.hint.${noun}.${name}`) ?? (isKnown ? undefined : t.maybe(meaning))),
    fault,
  };
  const value = kind === 'password' ? undefined : (typed?.values.get(name) ?? undefined);
  if (kind === 'choice') {
    const options = values.map((value) => [value, wordOf(t, name, value)] as const);
    return (
      <SelectField {...field} selected={value} options={isRequired ? options : [['', '–'], ...options]} />
    );
  }
  const typedValues = typed?.values.getAll(name) ?? [];
  if (kind === 'switches')
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset can't use the rows of the grid around it.
      <div class="field" role="group" aria-labelledby={`${name}-label`}>
        <p class="legend" id={`${name}-label`}>
          {field.label}
        </p>
        <div class="row">
          {values.map((value) => (
            <label>
              <input type="checkbox" name={name} value={value} checked={typedValues.includes(value)} />{' '}
              {wordOf(t, 'method', value)}
            </label>
          ))}
        </div>
        <FieldNotes {...field} />
      </div>
    );
  if (kind === 'switch')
    return (
      <div class="field">
        <label>
          <input type="checkbox" value="yes" checked={typedValues.length > 0} {...controlOf(field)} /> {label}
        </label>
        <FieldNotes {...field} />
      </div>
    );
  return (
    <TextField
      {...field}
      type={kind === 'url' || kind === 'password' ? kind : 'text'}
      inputmode={kind === 'number' ? 'decimal' : undefined}
      autocomplete={autocompleteOf(input)}
      maxlength={maxLength}
      value={value}
      required={isRequired}
    />
  );
}

export function faultOn(faults: TypedForm['faults'] = {}, name: string): string | undefined {
  return Object.entries(faults).find(([pointer]) => pointer.split('/')[1] === name)?.[1];
}

/** A password is new if it has a maximum length: the schema of a current password has none. */
function autocompleteOf({ name, kind, maxLength }: FormInput): string {
  if (kind === 'password') return maxLength === undefined ? 'current-password' : 'new-password';
  return name === 'short_name' ? 'username' : 'off';
}

export async function sendForm(
  { perform, form: values }: Pick<PageCall, 'perform' | 'form'>,
  form: FormDeclaration,
) {
  const body = bodyFromForm(formInputs(form.operation, form.fields), values);
  const result = await perform(form.operation, { body });
  if (result.ok) return { data: result.data as unknown };
  const { status, detail } = result;
  const [name, ...otherFields] = form.fields;
  const pointer = otherFields.length > 0 ? '' : `/${name}`;
  const faults = Object.keys(result.faults).length > 0 ? result.faults : { [pointer]: detail };
  return { status, typed: { values, faults } satisfies TypedForm };
}
