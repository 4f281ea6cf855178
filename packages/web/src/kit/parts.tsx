import type { Tone } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Child, createContext, type JSX, useContext } from 'hono/jsx';

const TextsContext = createContext<Texts | undefined>(undefined);

export const TextsProvider = TextsContext.Provider;

function surroundingTexts(): Texts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('this component is not inside <TextsProvider>');
  return texts;
}

/**
 * Returns a text in the language of the page. It works only while a component renders inside `TextsProvider`;
 * code outside of components has a local `t`.
 */
export const t = new Proxy(surroundingTexts as unknown as Texts, {
  apply: (_, self, args) => Reflect.apply(surroundingTexts(), self, args),
  get: (_, name) => Reflect.get(surroundingTexts(), name),
});

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** SVG paths on a grid of 24 by 24 pixels. */
const iconPaths = {
  alert: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0ZM12 7.5v5.5M12 16.3v.2',
  check: 'm5 12.5 4.8 5L19 7.5',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0ZM12 7v5.2l3.3 2',
  contactless: 'M6 9.2a5.6 5.6 0 0 1 0 5.6M9.6 6.6a10.4 10.4 0 0 1 0 10.8M13.2 4.2a15 15 0 0 1 0 15.6',
  cross: 'm6.5 6.5 11 11m0-11-11 11',
  flask: 'M9.5 3h5M10.5 3v6L5 18.5A1.7 1.7 0 0 0 6.5 21h11a1.7 1.7 0 0 0 1.5-2.5L13.5 9V3M7.5 15h9',
  keyboard:
    'M5 6.5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM7 10.2h.1M10.3 10.2h.1M13.6 10.2h.1M17 10.2h.1M8 14h8',
  lock: 'M7 10.5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2ZM8 10.5V7.5a4 4 0 0 1 8 0v3',
  more: 'M4 6.5h16M4 12h16M4 17.5h16',
  reference: 'm8.5 8-4 4 4 4M15.5 8l4 4-4 4M13.5 5.5l-3 13',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0Zm11.5 5 5 5',
  immediate_debit: 'M3 9.5 12 4l9 5.5M5 10v8m4.7-8v8m4.6-8v8m4.7-8v8M3 20.5h18',
  mobile_payment:
    'M9 2.5h6a2.5 2.5 0 0 1 2.5 2.5v14a2.5 2.5 0 0 1-2.5 2.5H9A2.5 2.5 0 0 1 6.5 19V5A2.5 2.5 0 0 1 9 2.5ZM10.5 18.5h3M9.5 10.5l2 2 3.5-4',
  crypto: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0ZM8 8h8M12 8v9M7.5 11.7c0 1 2 1.6 4.5 1.6s4.5-.6 4.5-1.6',
  overview: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5.5h4v5.5',
  sessions:
    'M6 5.5h12A2.5 2.5 0 0 1 20.5 8v8a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 16V8A2.5 2.5 0 0 1 6 5.5ZM3.5 10h17M7 15h4',
  agreements: 'M6 3.5h8.5L18 7v13.5H6zM14 3.5V7.5h4M9 11.5h6M9 15h6',
  deliveries: 'M3.5 12 20.5 4.5 16 20l-4.5-5.5L3.5 12ZM11.5 14.5l9-10',
  calls: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  trace: 'M3.5 12.5h4l2.5-7 4 13 2.5-6h4',
  simulate:
    'M4 6.5h8M16 6.5h4M4 12h3M11 12h9M4 17.5h9M17 17.5h3M12 6.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM7 12a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM13 17.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z',
  practices: 'm4 6.5 1.5 1.5L8 5M4 13l1.5 1.5L8 11.5M4 19.5 5.5 21 8 18M11.5 6.5h9M11.5 13h9M11.5 19.5h9',
  classes:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0ZM3 19.5c.4-3.4 2.8-5.5 6-5.5s5.6 2.1 6 5.5M15.5 5.4a3.2 3.2 0 0 1 0 6.2M17.5 14.5c2 .7 3.2 2.5 3.5 5',
  terminals:
    'M8.5 3h7A2.5 2.5 0 0 1 18 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-7A2.5 2.5 0 0 1 6 18.5v-13A2.5 2.5 0 0 1 8.5 3ZM9 6.5h6v3.5H9zM9.5 14h.1M12 14h.1M14.5 14h.1M9.5 17.2h.1M12 17.2h.1M14.5 17.2h.1',
  keys: 'M4 15.5a4 4 0 1 0 8 0a4 4 0 1 0-8 0ZM11 12.5l8.5-8.5M16 7.5l2.5 2.5',
  receivers: 'M4 13v5.5h16V13M4 13l2.5-8h11L20 13M4 13h4.5c.3 1.9 1.6 3 3.5 3s3.2-1.1 3.5-3H20',
  settings:
    'M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M13 7.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0ZM7 16.5a2 2 0 1 0 4 0a2 2 0 1 0-4 0Z',
} as const;

export type IconName = keyof typeof iconPaths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}

export type SealLook = readonly [tone: Tone | 'next', icon: IconName];

export function Seal({ look: [tone, icon] }: { readonly look: SealLook }) {
  return (
    <span class={`seal ${tone}`}>
      <Icon name={icon} />
    </span>
  );
}

/** Pages outside of the console. */
export const places = [
  ['terminal', '/terminal'],
  ['docs', '/docs'],
  ['api', '/docs/api'],
  ['openapi', '/openapi.json'],
  ['fidelity', '/fidelidad'],
] as const;

export interface CopyProps {
  /** Text to copy. By default, the button copies the code next to it. */
  readonly text?: string;
  readonly objectName: string;
}

/** Renders a hidden button, which the page's script shows. */
export function CopyButton({ text = '', objectName }: CopyProps) {
  return (
    <button type="button" class="quiet copy" data-copy={text} data-copied={t('kit.copy.done')} hidden>
      {t('kit.copy.label')}
      <span class="unseen">: {objectName}</span>
    </button>
  );
}

export function CopyableCode({ text, objectName }: Readonly<{ text: Child; objectName: string }>) {
  return (
    <span class="command">
      <code>{text}</code> <CopyButton objectName={objectName} />
    </span>
  );
}

interface LinkProps {
  readonly text: Child;
  readonly objectName?: string;
  readonly kind?: 'primary' | 'primary large' | 'quiet';
  readonly newWindow?: boolean;
}

export function LinkButton(props: LinkProps & JSX.IntrinsicElements['a']) {
  const { text, objectName, kind, newWindow, ...link } = props;
  const className = kind === 'quiet' ? kind : kind ? `button ${kind}` : 'button';
  return (
    <a class={className} {...link} {...(newWindow && { target: '_blank', rel: 'noreferrer' })}>
      {text}
      {objectName && <span class="unseen">: {objectName}</span>}
    </a>
  );
}

/**
 * Shows the steps of a session (created, paid, accredited) as dots. Screen readers skip the dots, because the
 * text next to them says the same.
 */
export function SessionStepDots({ steps }: Readonly<{ steps: readonly Tone[] }>) {
  return (
    <span class="life" aria-hidden="true">
      {steps.map((tone) => (
        <span class={`dot ${tone}`} />
      ))}
    </span>
  );
}

const FOLD_AFTER_CHARACTERS = 140;

export function LongText({ text, id }: Readonly<{ text: string; id?: string }>) {
  if (text.length <= FOLD_AFTER_CHARACTERS) return <bdi class="text">{text}</bdi>;
  return (
    <details class="long" id={id}>
      <summary>
        <bdi class="text clamp">{text}</bdi>
        <span class="more">{t('kit.longText.more')}</span>
        <span class="less">{t('kit.longText.less')}</span>
      </summary>
    </details>
  );
}

/** A row without a value isn't shown. `whole` gives a long value its own line. */
export type FactRow = readonly [name: Child, value: Child | null | undefined, kind?: 'whole' | undefined];

/** Renders the content of a `<dl>`. */
export function FactRows({ facts }: Readonly<{ facts: readonly FactRow[] }>) {
  return facts
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value, kind]) => (
      <div class={kind}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ));
}

export interface TextTableProps {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Child[])[];
  readonly class?: string;
  readonly tabindex?: 0;
}

export function TextTable({ head, rows, class: tableClass = 'table', tabindex }: TextTableProps) {
  return (
    <table class={tableClass} tabindex={tabindex}>
      <thead>
        <tr>
          {head.map((text) => (
            <th scope="col">{text}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell) => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface FieldProps {
  /** Name of the form field, and id of its control. */
  readonly name: string;
  readonly label: Child;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly class?: string | undefined;
  /** The control, which needs the attributes that `controlOf` returns. */
  readonly children?: Child;
}

export function LabeledField({ label, children, class: fieldClass, ...field }: FieldProps) {
  return (
    <div class={fieldClass ? `field ${fieldClass}` : 'field'}>
      <label for={field.name}>{label}</label>
      {children}
      <FieldNotes {...field} />
    </div>
  );
}

type Notes = Pick<FieldProps, 'name' | 'hint' | 'fault'>;

export function FieldNotes({ name, hint, fault }: Notes) {
  if (!hint && !fault) return null;
  return (
    <div class="notes">
      {fault && (
        <p class="error" id={`${name}-fault`}>
          <Icon name="alert" />
          <span>{fault}</span>
        </p>
      )}
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function describedBy({ name, hint, fault }: Notes) {
  const noteIds = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return { 'aria-describedby': noteIds || undefined, 'aria-invalid': fault ? ('true' as const) : undefined };
}

export function controlOf(field: Notes) {
  return { id: field.name, name: field.name, ...describedBy(field) };
}

type FieldControlProps = Omit<FieldProps, 'children'>;

/**
 * Renders an input with its label, hint and fault. Of several inputs with a fault, browsers focus the first.
 */
export function TextField(props: FieldControlProps & JSX.IntrinsicElements['input']) {
  const { label, class: fieldClass, name, hint, fault, ...input } = props;
  const field = { name, hint, fault };
  return (
    <LabeledField {...field} label={label} class={fieldClass}>
      <input type="text" autocomplete="off" autofocus={Boolean(fault)} {...input} {...controlOf(field)} />
    </LabeledField>
  );
}

export interface OptionsProps {
  readonly selected?: string | undefined;
  /** A value without a text is shown as it is. */
  readonly options: readonly (string | readonly [value: string, text: string])[];
}

export function Options({ selected, options }: OptionsProps) {
  return options.map((option) => {
    const [value, text] = typeof option === 'string' ? [option, option] : option;
    return (
      <option value={value} selected={value === selected}>
        {text}
      </option>
    );
  });
}

type SelectProps = FieldControlProps &
  OptionsProps & { readonly 'aria-required'?: 'true'; readonly required?: boolean };

export function SelectField({ selected, options, required, ...props }: SelectProps) {
  const { 'aria-required': isMarkedRequired, ...field } = props;
  return (
    <LabeledField {...field}>
      <select {...controlOf(field)} aria-required={isMarkedRequired} required={required}>
        <Options selected={selected} options={options} />
      </select>
    </LabeledField>
  );
}
