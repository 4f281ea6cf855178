import {
  accountSettings,
  isNameOf,
  labelOf,
  type receiverCreditsFormats,
  type SettingName,
  settingKindOf,
  settingsParts,
  updateSettings,
  type webhookBodies,
  type webhookSignatures,
} from '@svc-simulator/contract';
import { settingsOf } from '@svc-simulator/core';
import { durationText } from '@svc-simulator/texts/number-texts.ts';
import { controlOf, FieldNotes, t } from '../../kit/parts.tsx';
import type { ConsolePage, OperationRefusal, PageCall, PageRoute } from '../page-call.ts';
import { seeOther } from '../page-call.ts';
import { Notice, PageHead, Panel, Submit } from '../parts/parts.tsx';
import { faultOn } from '../views/view-form.tsx';

export const settingsRoutes: readonly PageRoute[] = [
  { path: '/console/settings', get: (call) => settingsPage(call), post: saveSettings },
];

async function saveSettings(call: PageCall) {
  const knownFields = [...call.form].filter(([name]) => isNameOf(accountSettings, name));
  const body = Object.fromEntries(
    knownFields.map(([name, text]) => [name, parseSetting(name as SettingName, text.trim())]),
  );
  const result = await call.perform(updateSettings, { body });
  return result.ok ? seeOther('/console/settings', 'settings_saved') : settingsPage(call, result);
}

/** Parses a setting; an invalid value stays a string, which the operation refuses. */
function parseSetting(name: SettingName, text: string): unknown {
  switch (settingKindOf(name)) {
    case 'flag':
      return text === 'true' || text === 'false' ? text === 'true' : text;
    case 'list':
      return text.split(/[\s,]+/).filter((item) => item !== '');
    case 'number':
      if (text === '') return null;
      return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;
    default:
      return text;
  }
}

function settingsPage({ t, services, account, form }: PageCall, refusal?: OperationRefusal): ConsolePage {
  const current = settingsOf(account);
  const usualDelay = durationText(services.settings.accreditationDelayMs, t.lang);
  const names = Object.keys(accountSettings) as SettingName[];
  return {
    title: t('console.frame.areas.settings'),
    area: 'settings',
    status: refusal?.status ?? 200,
    live: null,
    body: (
      <>
        <PageHead title={t('console.frame.areas.settings')} lead={t('console.settings.lead')}>
          <a href="/console/account">{t('console.account.title')}</a>
        </PageHead>
        {refusal && (
          <UnsavedNotice
            names={names.filter((name) => faultOn(refusal.faults, name))}
            detail={refusal.detail}
          />
        )}
        <form method="post" action="/console/settings" class="stack" novalidate>
          <div class="two-columns">
            {settingsParts.map((part) => (
              <Panel title={t(`console.settings.${part}`)} name={part} class="loose">
                {names
                  .filter((name) => accountSettings[name].part === part)
                  .map((name) => (
                    <SettingFieldset
                      name={name}
                      hint={t.maybe(`console.settings.fields.${name}.hint`, { usual: usualDelay })}
                      value={(refusal && form.get(name)) ?? settingValueText(current[name])}
                      fault={faultOn(refusal?.faults, name)}
                    />
                  ))}
              </Panel>
            ))}
          </div>
          <p class="acts">
            <Submit kind="primary" text={t('console.settings.save')} />
          </p>
        </form>
      </>
    ),
  };
}

function UnsavedNotice({ names, detail }: Readonly<{ names: readonly SettingName[]; detail: string }>) {
  if (names.length === 0) return <Notice kind="danger" text={detail} />;
  return (
    <Notice kind="danger" text={t('console.settings.unsaved', { count: names.length })}>
      <ul>
        {names.map((name) => (
          <li>
            <a href={`#${name}-fault`}>{labelOf(t, 'settings', name)}</a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Formats a setting for its control: null is empty, and a list has one item per line. */
function settingValueText(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

const dataExample = '"data": {"session_payment": {"id": "8b1d…", …}, "session_id": "8b1d…", …}';

const settingSamples: Readonly<Partial<Record<SettingName, Readonly<Record<string, string>>>>> = {
  webhook_body: {
    both: `{"event": "payment_session.paid",\n "session_payment": {"id": "8b1d…", …}, …,\n ${dataExample}}`,
    flat: '{"event": "payment_session.paid",\n "session_payment": {"id": "8b1d…", …}, …}',
    data: `{"event": "payment_session.paid",\n ${dataExample}}`,
  } satisfies Record<(typeof webhookBodies)[number], string>,
  webhook_signature: {
    timestamp: 'svc-signature: 5f8ac0…\nHMAC(secret, svc-timestamp + "." + body)',
    body: 'svc-signature: 5f8ac0…\nHMAC(secret, body)',
    sha256: 'svc-signature: sha256=5f8ac0…\nHMAC(secret, body)',
  } satisfies Record<(typeof webhookSignatures)[number], string>,
  receiver_credits: {
    by_receiver: '"receiver_credits": {"owner": {"receiver_id": "owner", …}, …}',
    list: '"receiver_credits": [{"receiver_id": "owner", …}, …]',
  } satisfies Record<(typeof receiverCreditsFormats)[number], string>,
};

interface SettingProps {
  readonly name: SettingName;
  /** The current value or, after a refusal, the typed one. */
  readonly value: string;
  readonly hint: string | undefined;
  readonly fault: string | undefined;
}

function SettingFieldset(setting: SettingProps) {
  return (
    <fieldset class="stack tight" aria-describedby={setting.fault && `${setting.name}-fault`}>
      <legend>{labelOf(t, 'settings', setting.name)}</legend>
      <SettingControl {...setting} />
      <FieldNotes {...setting} />
    </fieldset>
  );
}

function SettingControl({ name, value, hint, fault }: SettingProps) {
  const control = { ...controlOf({ name, hint, fault }), 'aria-label': labelOf(t, 'settings', name) };
  const optionText = (option: string, part: 'title' | 'text') =>
    t.maybe(`console.settings.fields.${name}.options.${option}.${part}`);
  const samples = settingSamples[name];
  if (samples)
    return Object.entries(samples).map(([option, sample]) => (
      <>
        <label class="option">
          <input type="radio" name={name} value={option} checked={option === value} />
          <span>
            {optionText(option, 'title')} <code class="soft">{option}</code>
          </span>
        </label>
        <div class="effect stack tight">
          <p class="hint">{optionText(option, 'text')}</p>
          <pre class="code wrap">{sample}</pre>
        </div>
      </>
    ));
  const kind = settingKindOf(name);
  if (kind === 'flag')
    return (
      <>
        <input type="hidden" name={name} value="false" />
        <label class="option">
          <input type="checkbox" name={name} value="true" checked={value === 'true'} />
          <span>{optionText('true', 'title')}</span>
        </label>
        <p class="effect hint">{optionText('true', 'text')}</p>
        <p class="effect hint">{optionText('false', 'text')}</p>
      </>
    );
  if (kind === 'list')
    return (
      <textarea
        {...control}
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
      <input {...control} type="text" inputmode="decimal" autocomplete="off" maxlength={500} value={value} />
      <span class="soft">{t.maybe(`console.settings.fields.${name}.unit`)}</span>
    </span>
  );
}
