import {
  creditForms,
  faultsOf,
  isNameOf,
  type SettingName,
  updateSettings,
  webhookBodies,
  webhookSignatures,
} from '@svc-simulator/contract';
import { settingsOf } from '@svc-simulator/core';
import { changeSettings } from '@svc-simulator/server/accounts/settings-service.ts';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { type ConsolePage, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { controlOf, Field } from '../parts/field.tsx';
import { PageHead, Panel } from '../parts/page-head.tsx';
import { Submit } from '../parts/submit.tsx';
import { fieldsOf, type SettingsValues, valuesOf } from './settings-values.ts';

/** `/console/settings`: what `PUT /console/settings` changes, as a form. */
export const settingsRoutes: readonly PageRoute[] = [
  {
    path: '/console/settings',
    get: (call) => settingsPage(call, valuesOf(settingsOf(call.account))),
    post: saveSettings,
  },
];

async function saveSettings(call: PageCall) {
  const { services, account, form } = call;
  const parsed = updateSettings.body().safeParse(fieldsOf(form));
  if (!parsed.success) {
    const shown = valuesOf(settingsOf(account));
    const faults = faultsOf(parsed.error)
      .map(({ pointer }) => pointer.split('/')[1] ?? '')
      .filter((name) => isNameOf(shown, name));
    const typed: Partial<SettingsValues> = Object.fromEntries(form);
    return settingsPage(call, { ...shown, ...typed }, new Set(faults), 400);
  }
  const { scope, decide } = changeSettings(account, parsed.data);
  await services.runtime.store.transact(scope, decide);
  return seeOther('/console/settings', 'settings_saved');
}

function settingsPage(
  { lang, services }: PageCall,
  values: SettingsValues,
  faults: ReadonlySet<SettingName> = new Set(),
  status = 200,
): ConsolePage {
  const t = pageTexts(lang);
  const { accreditationDelayMs } = services.runtime.settings;
  return {
    title: t('console.frame.areas.settings'),
    area: 'settings',
    status,
    live: null,
    body: (
      <>
        <PageHead title={t('console.frame.areas.settings')} lead={t('console.settings.lead')}>
          <a href="/console/account">{t('console.settings.account')}</a>
        </PageHead>
        <SettingsForm lang={lang} values={values} faults={faults} usualDelayMs={accreditationDelayMs} />
      </>
    ),
  };
}

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
function SettingsForm({ lang, values, faults, usualDelayMs }: SettingsFormProps) {
  const t = pageTexts(lang);
  return (
    <form method="post" action="/console/settings" class="stack narrow" novalidate>
      {sections.map(([heading, names]) => (
        <Panel title={t(`console.settings.${heading}`)} name={heading}>
          {names.map((name) => {
            const field = `console.settings.fields.${name}` as const;
            return (
              <Setting
                t={t}
                name={name}
                hint={t.maybe(`${field}.hint`, { usual: durationText(usualDelayMs, lang) })}
                value={values[name]}
                fault={faults.has(name) ? t(`${field}.fault`) : undefined}
              />
            );
          })}
        </Panel>
      ))}
      <p class="row">
        <Submit kind="primary" text={t('console.settings.save')} />
        <span class="hint">{t('console.settings.also')}</span>
      </p>
    </form>
  );
}

/** What may be chosen, where it is not typed. */
const choices = {
  webhook_body: webhookBodies,
  webhook_signature: webhookSignatures,
  receiver_credits: creditForms,
  extra_events: ['false', 'true'],
} as const;

const isChosen = (name: SettingName): name is keyof typeof choices => Object.hasOwn(choices, name);

interface SettingProps {
  readonly t: Texts;
  readonly hint: string | undefined;
  readonly name: SettingName;
  readonly value: string;
  readonly fault: string | undefined;
}

/** What is typed stands in a text, so that it comes back beside its fault. */
function Setting({ t, name, value, hint, fault }: SettingProps) {
  const label = t(`console.settings.fields.${name}.label`);
  const unit = t.maybe(`console.settings.fields.${name}.unit`);
  if (isChosen(name)) {
    const options = choices[name].map((option) => ({
      value: option,
      title: t.maybe(`console.settings.fields.${name}.options.${option}.title`) ?? option,
      text: t.maybe(`console.settings.fields.${name}.options.${option}.text`) ?? '',
    }));
    return <Choices name={name} label={label} chosen={value} fault={fault} options={options} />;
  }
  const field = { name, hint, fault };
  const control = controlOf(field);
  return (
    <Field {...field} label={label}>
      {unit ? (
        <span class="row with-unit">
          <input
            {...control}
            type="text"
            inputmode={name === 'minimum_amount_ves' ? 'decimal' : 'numeric'}
            autocomplete="off"
            maxlength={500}
            value={value}
          />
          <span class="soft">{unit}</span>
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

interface ChoicesProps {
  readonly name: string;
  readonly label: string;
  /** The value of the option that is chosen; any other text: none. */
  readonly chosen: string;
  readonly fault: string | undefined;
  readonly options: readonly {
    readonly value: string;
    readonly title: string;
    readonly text: string;
  }[];
}

/** One out of a few, each with what it means. The value stands there as the API writes it. */
function Choices({ name, label, chosen, fault, options }: ChoicesProps) {
  return (
    <fieldset class="choices" aria-describedby={fault && `${name}-fault`}>
      <legend>{label}</legend>
      {options.map(({ value, title, text }) => (
        <label class="choice">
          <input type="radio" name={name} value={value} checked={value === chosen} />
          <span class="choice-words">
            <span class="choice-title">
              {title} <code>{value}</code>
            </span>
            <span class="hint">{text}</span>
          </span>
        </label>
      ))}
      {fault && (
        <p class="error" id={`${name}-fault`}>
          <AlertIcon />
          <span>{fault}</span>
        </p>
      )}
    </fieldset>
  );
}
