import type { SettingName } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { controlOf, Field } from '../parts/field.tsx';
import { Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { durationText } from '../parts/time.tsx';
import { Choices } from './choices.tsx';
import type { SettingsValues } from './settings-values.ts';
import { type SettingTexts, settingsTexts } from './texts.ts';

interface SettingsFormProps {
  readonly lang: Language;
  readonly values: SettingsValues;
  /** What was typed wrongly. */
  readonly faults: ReadonlySet<SettingName>;
  /** From payment to accreditation where the account says nothing, in ms. */
  readonly usualDelayMs: number;
}

/** Every setting of an account by what it is about; the headings are names of texts. */
const sections = [
  ['webhooks', ['webhook_body', 'webhook_signature', 'receiver_credits', 'extra_events']],
  ['timeAndLimits', ['accreditation_delay_ms', 'throttle_per_minute']],
  ['paymentPage', ['frame_ancestors']],
  ['payments', ['minimum_amount_ves']],
] as const satisfies readonly [string, readonly SettingName[]][];

/** Every setting of an account, with what it is for. */
export function SettingsForm({ lang, values, faults, usualDelayMs }: SettingsFormProps) {
  const texts = settingsTexts(lang);
  return (
    <form method="post" action="/console/settings" class="stack settings-form" novalidate>
      {sections.map(([heading, names]) => (
        <Panel title={texts[heading]} name={heading}>
          {names.map((name) => {
            const { hint, fault, ...more } = texts.settings[name];
            return (
              <Setting
                {...more}
                name={name}
                hint={hint?.replace('{usual}', durationText(usualDelayMs, lang))}
                value={values[name]}
                fault={faults.has(name) ? fault : undefined}
              />
            );
          })}
        </Panel>
      ))}
      <p class="row">
        <Submit kind="primary" text={texts.save} />
        <span class="hint">{texts.also}</span>
      </p>
    </form>
  );
}

interface SettingProps extends Omit<SettingTexts, 'fault' | 'hint'> {
  readonly hint: string | undefined;
  readonly name: SettingName;
  readonly value: string;
  readonly fault: string | undefined;
}

/** What is typed stands in a text, so that it comes back beside its fault. */
function Setting({ name, value, label, hint, unit, options, fault }: SettingProps) {
  if (options) return <Choices name={name} label={label} chosen={value} fault={fault} options={options} />;
  const field = { name, hint, fault };
  const control = controlOf(field);
  return (
    <Field {...field} label={label}>
      {unit ? (
        <span class="with-unit">
          <input
            {...control}
            type="text"
            inputmode={name === 'minimum_amount_ves' ? 'decimal' : 'numeric'}
            autocomplete="off"
            maxlength={500}
            value={value}
          />
          <span class="unit">{unit}</span>
        </span>
      ) : (
        <textarea
          {...control}
          rows={3}
          spellcheck={false}
          maxlength={50_000}
          placeholder="https://shop.example"
        >
          {value}
        </textarea>
      )}
    </Field>
  );
}
