import type { SettingName } from '@svc-simulator/contract';
import type { Language } from '../../pages/language.ts';
import { describedBy, Field } from '../kit/field.tsx';
import { durationText } from '../kit/time.tsx';
import { Choices } from './choices.tsx';
import type { SettingsValues } from './settings-values.ts';
import { settingsTexts } from './texts.ts';

interface SettingsFormProps {
  readonly lang: Language;
  readonly values: SettingsValues;
  readonly faults: Readonly<Partial<Record<SettingName, string>>>;
  /** From payment to accreditation where the account says nothing, in ms. */
  readonly usualDelayMs: number;
}

/** Every setting of an account, with what it is for. */
export function SettingsForm({ lang, values, faults, usualDelayMs }: SettingsFormProps) {
  const texts = settingsTexts(lang);
  const delayHint = texts.delayHint.replace('{usual}', durationText(usualDelayMs, lang));
  return (
    <form method="post" action="/console/settings" class="stack settings-form" novalidate>
      <section class="panel stack" aria-labelledby="webhooks-heading">
        <h2 id="webhooks-heading">{texts.webhooks}</h2>
        <Choices
          name="webhook_body"
          label={texts.bodyLabel}
          chosen={values.webhook_body}
          fault={faults.webhook_body}
          options={texts.bodies}
        />
        <Choices
          name="webhook_signature"
          label={texts.signatureLabel}
          chosen={values.webhook_signature}
          fault={faults.webhook_signature}
          options={texts.signatures}
        />
        <Choices
          name="receiver_credits"
          label={texts.creditsLabel}
          chosen={values.receiver_credits}
          fault={faults.receiver_credits}
          options={texts.credits}
        />
        <Choices
          name="extra_events"
          label={texts.eventsLabel}
          chosen={values.extra_events}
          fault={faults.extra_events}
          options={texts.events}
        />
      </section>
      <section class="panel stack" aria-labelledby="time-heading">
        <h2 id="time-heading">{texts.timeAndLimits}</h2>
        <NumberField
          name="accreditation_delay_ms"
          label={texts.delayLabel}
          hint={delayHint}
          unit="ms"
          value={values.accreditation_delay_ms}
          fault={faults.accreditation_delay_ms}
        />
        <NumberField
          name="throttle_per_minute"
          label={texts.throttleLabel}
          hint={texts.throttleHint}
          unit={texts.throttleUnit}
          value={values.throttle_per_minute}
          fault={faults.throttle_per_minute}
        />
      </section>
      <section class="panel stack" aria-labelledby="page-heading">
        <h2 id="page-heading">{texts.paymentPage}</h2>
        <Field
          name="frame_ancestors"
          label={texts.framesLabel}
          hint={texts.framesHint}
          fault={faults.frame_ancestors}
        >
          <textarea
            id="frame_ancestors"
            name="frame_ancestors"
            rows={3}
            spellcheck={false}
            maxlength={50_000}
            placeholder="https://shop.example"
            aria-describedby={describedBy({
              name: 'frame_ancestors',
              hint: texts.framesHint,
              ...(faults.frame_ancestors ? { fault: faults.frame_ancestors } : {}),
            })}
            aria-invalid={faults.frame_ancestors ? 'true' : undefined}
          >
            {values.frame_ancestors}
          </textarea>
        </Field>
      </section>
      <section class="panel stack" aria-labelledby="payments-heading">
        <h2 id="payments-heading">{texts.payments}</h2>
        <NumberField
          name="minimum_amount_ves"
          label={texts.minimumLabel}
          hint={texts.minimumHint}
          unit="VES"
          inputmode="decimal"
          value={values.minimum_amount_ves}
          fault={faults.minimum_amount_ves}
        />
      </section>
      <p class="row">
        <button type="submit" class="button primary">
          {texts.save}
        </button>
        <span class="hint">{texts.also}</span>
      </p>
    </form>
  );
}

interface NumberFieldProps {
  readonly name: SettingName;
  readonly label: string;
  readonly hint: string;
  readonly unit: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly inputmode?: 'numeric' | 'decimal';
}

/** A number that may be left out. Its input is a text, so that what was typed comes back beside its fault. */
function NumberField({ name, label, hint, unit, value, fault, inputmode = 'numeric' }: NumberFieldProps) {
  return (
    <Field name={name} label={label} hint={hint} fault={fault}>
      <span class="with-unit">
        <input
          id={name}
          name={name}
          type="text"
          inputmode={inputmode}
          autocomplete="off"
          maxlength={500}
          value={value}
          aria-describedby={describedBy({ name, hint, ...(fault ? { fault } : {}) })}
          aria-invalid={fault ? 'true' : undefined}
        />
        <span class="unit">{unit}</span>
      </span>
    </Field>
  );
}
