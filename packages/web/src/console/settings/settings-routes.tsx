import {
  accountSettings,
  type creditForms,
  faultsOf,
  isNameOf,
  kindOfSetting,
  type SettingName,
  settingsParts,
  updateSettings,
  type webhookBodies,
  type webhookSignatures,
} from '@svc-simulator/contract';
import { settingsOf } from '@svc-simulator/core';
import { changeSettings } from '@svc-simulator/server/accounts/settings-service.ts';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { type ConsolePage, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { controlOf } from '../parts/field.tsx';
import { PageHead, Panel, Submit } from '../parts/parts.tsx';
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
  { t, services }: PageCall,
  values: SettingsValues,
  faults: ReadonlySet<SettingName> = new Set(),
  status = 200,
): ConsolePage {
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
        <SettingsForm t={t} values={values} faults={faults} usualDelayMs={accreditationDelayMs} />
      </>
    ),
  };
}

interface SettingsFormProps {
  readonly t: Texts;
  readonly values: SettingsValues;
  /** What was typed wrongly. */
  readonly faults: ReadonlySet<SettingName>;
  /** From payment to accreditation where the account says nothing, in ms. */
  readonly usualDelayMs: number;
}

/** The settings of an account by what they are about; the headings are names of texts. */
const sections = settingsParts.map((part) => {
  const names = (Object.keys(accountSettings) as SettingName[]).filter(
    (name) => accountSettings[name].about === part,
  );
  return [part, names] as const;
});

/** Every setting of an account, with its effect beside it. */
function SettingsForm({ t, values, faults, usualDelayMs }: SettingsFormProps) {
  return (
    <form method="post" action="/console/settings" class="stack" novalidate>
      {sections.map(([heading, names]) => (
        <Panel title={t(`console.settings.${heading}`)} name={heading}>
          {names.map((name) => (
            <Setting
              t={t}
              name={name}
              effect={t.maybe(`console.settings.fields.${name}.hint`, {
                usual: durationText(usualDelayMs, t.lang),
              })}
              value={values[name]}
              fault={faults.has(name) ? t(`console.settings.fields.${name}.fault`) : undefined}
            />
          ))}
        </Panel>
      ))}
      <p class="row">
        <Submit kind="primary" text={t('console.settings.save')} />
        <span class="hint">{t('console.settings.also')}</span>
      </p>
    </form>
  );
}

/** What each choice makes of a webhook. */
const choices: Readonly<Partial<Record<SettingName, Readonly<Record<string, string>>>>> = {
  webhook_body: {
    both: '{"event": "payment_session.paid", "id": "8b1d…",\n "data": {"id": "8b1d…"}}',
    flat: '{"event": "payment_session.paid", "id": "8b1d…"}',
    data: '{"event": "payment_session.paid",\n "data": {"id": "8b1d…"}}',
  } satisfies Record<(typeof webhookBodies)[number], string>,
  webhook_signature: {
    timestamp: 'svc-signature: 5f8ac0…\nHMAC(secret, svc-timestamp + "." + body)',
    body: 'svc-signature: 5f8ac0…\nHMAC(secret, body)',
    sha256: 'svc-signature: sha256=5f8ac0…\nHMAC(secret, body)',
  } satisfies Record<(typeof webhookSignatures)[number], string>,
  receiver_credits: {
    by_receiver: '"receiver_credits": {"owner": […], "prt_…": […]}',
    list: '"receiver_credits": [{"receiver_id": "owner", …}, …]',
  } satisfies Record<(typeof creditForms)[number], string>,
};

interface SettingProps {
  readonly t: Texts;
  readonly name: SettingName;
  readonly effect: string | undefined;
  readonly value: string;
  readonly fault: string | undefined;
}

/** What is typed stands in a text, so that it comes back beside its fault. */
function Setting({ t, name, value, effect, fault }: SettingProps) {
  const label = t(`console.settings.fields.${name}.label`);
  const control = controlOf({ name, hint: effect, fault });
  return (
    <fieldset class="setting" aria-describedby={fault && `${name}-fault`}>
      <legend>{label}</legend>
      <Control t={t} name={name} value={value} label={label} control={control} />
      {effect && (
        <p class="effect hint" id={`${name}-hint`}>
          {effect}
        </p>
      )}
      {fault && (
        <p class="error" id={`${name}-fault`}>
          <AlertIcon />
          <span>{fault}</span>
        </p>
      )}
    </fieldset>
  );
}

interface ControlProps extends Pick<SettingProps, 't' | 'name' | 'value'> {
  readonly label: string;
  readonly control: ReturnType<typeof controlOf>;
}

function Control({ t, name, value, label, control }: ControlProps) {
  const unit = t.maybe(`console.settings.fields.${name}.unit`);
  const said = (option: string, what: 'title' | 'text') =>
    t.maybe(`console.settings.fields.${name}.options.${option}.${what}`);
  const samples = choices[name];
  if (samples)
    return Object.entries(samples).map(([option, sample]) => (
      <>
        <label class="option">
          <input type="radio" name={name} value={option} checked={option === value} />
          <span>
            {said(option, 'title')} <code class="soft">{option}</code>
          </span>
        </label>
        <div class="effect">
          <p class="hint">{said(option, 'text')}</p>
          <pre class="code wrap">{sample}</pre>
        </div>
      </>
    ));
  const kind = kindOfSetting(name);
  if (kind === 'flag')
    return (
      <>
        <input type="hidden" name={name} value="false" />
        <label class="option">
          <input type="checkbox" class="switch" name={name} value="true" checked={value === 'true'} />
          <span>{said('true', 'title')}</span>
        </label>
        <p class="effect hint">{said('true', 'text')}</p>
        <p class="effect hint">{said('false', 'text')}</p>
      </>
    );
  if (kind === 'list')
    return (
      <textarea
        {...control}
        aria-label={label}
        rows={3}
        spellcheck={false}
        maxlength={50_000}
        placeholder="https://shop.example"
      >
        {value}
      </textarea>
    );
  return (
    <span class="row with-unit">
      <input
        {...control}
        aria-label={label}
        type="text"
        inputmode="decimal"
        autocomplete="off"
        maxlength={500}
        value={value}
      />
      <span class="soft">{unit}</span>
    </span>
  );
}
